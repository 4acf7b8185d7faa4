import type { FastifyInstance } from 'fastify'
import type { Action } from '#domain/access/policy.ts'
import { apiPage, apiPageStyle } from './api-page.ts'
import { deprecatedRoutes } from './deprecated-paths.ts'
import { describeEndpoint } from './describe-endpoint.ts'
import { buildOpenApi, type DescribedRoute } from './openapi.ts'
import { cachedResponse } from '../core/cached-response.ts'
import '../core/route-policy.ts'

const may = ['read', 'apiDescription'] as const

const withDeprecated = (routes: readonly DescribedRoute[]): DescribedRoute[] => [
  ...routes,
  ...deprecatedRoutes(routes),
]

/** Must be added before the routes it describes, because it collects them in an onRoute hook. */
export function addDescriptionRoutes(app: FastifyInstance, version: string): void {
  const found: (() => DescribedRoute)[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const { description, endpoint, may: right } = config ?? {}
    if ((!description && !endpoint) || !right) return
    for (const each of [method].flat()) {
      if (each !== 'HEAD')
        found.push(() => ({
          method: each,
          url,
          may: right as readonly [Action, string],
          description: description ? description() : describeEndpoint(endpoint!),
        }))
    }
  })
  let description: Record<string, unknown> | undefined
  // The schemas are converted when the document is first requested, not at every start.
  let all: DescribedRoute[] | undefined
  const allRoutes = (): DescribedRoute[] => (all ??= withDeprecated(found.map((describe) => describe())))
  const getDescription = (): Record<string, unknown> => (description ??= buildOpenApi(allRoutes(), version))
  app.get(
    '/api/openapi.json',
    { config: { may } },
    cachedResponse('application/json; charset=utf-8', () => JSON.stringify(getDescription())),
  )
  app.get(
    '/api/docs',
    { config: { may } },
    cachedResponse('text/html; charset=utf-8', () => apiPage(getDescription(), allRoutes())),
  )
  app.get(
    '/api/docs.css',
    { config: { may } },
    cachedResponse('text/css; charset=utf-8', () => apiPageStyle),
  )
}
