import type { FastifyInstance } from 'fastify'
import type { Action } from '#domain/access/policy.ts'
import { apiPage, apiPageStyle } from './api-page.ts'
import { openApiOf, type DescribedRoute } from './openapi.ts'
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
  app.get('/api/openapi.json', { config: { may } }, () => described())
  let page: string | undefined
  app.get('/api/docs', { config: { may } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send((page ??= apiPage(described(), routes))),
  )
  app.get('/api/docs.css', { config: { may } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(apiPageStyle),
  )
}
