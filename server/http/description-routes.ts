import type { FastifyInstance } from 'fastify'
import type { Action } from '#domain/access/policy.ts'
import { apiPage, apiPageStyle } from './api-page.ts'
import { openApiOf, type DescribedRoute } from './openapi.ts'
import { preparedAnswer } from './prepared-answer.ts'
import './route-policy.ts'

const may = ['read', 'apiDescription'] as const

/** Must be added before the routes it describes: it listens to them being registered. */
export function addDescriptionRoutes(app: FastifyInstance, version: string): void {
  const routes: DescribedRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.description || !config.may) return
    for (const each of [method].flat()) {
      if (each !== 'HEAD')
        routes.push({
          method: each,
          url,
          may: config.may as readonly [Action, string],
          description: config.description,
        })
    }
  })
  let description: Record<string, unknown> | undefined
  const described = (): Record<string, unknown> => (description ??= openApiOf(routes, version))
  app.get(
    '/api/openapi.json',
    { config: { may } },
    preparedAnswer('application/json; charset=utf-8', () => JSON.stringify(described())),
  )
  app.get(
    '/api/docs',
    { config: { may } },
    preparedAnswer('text/html; charset=utf-8', () => apiPage(described(), routes)),
  )
  app.get(
    '/api/docs.css',
    { config: { may } },
    preparedAnswer('text/css; charset=utf-8', () => apiPageStyle),
  )
}
