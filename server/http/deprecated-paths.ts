import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { DescribedRoute } from './openapi.ts'

/** Renamed paths: each old one, and all paths below it, keep working for one release. A path comes before those that contain it. */
const renamedPaths: readonly (readonly [old: string, successor: string])[] = [
  ['/api/v1/alike', '/api/v1/duplicates'],
  ['/api/v1/data-health/look-again', '/api/v1/data-quality/check'],
  ['/api/v1/data-health/:rule/except', '/api/v1/data-quality/:rule/exceptions'],
  ['/api/v1/data-health', '/api/v1/data-quality'],
  ['/api/v1/find', '/api/v1/search'],
  ['/api/v1/glance', '/api/v1/dashboard'],
  ['/api/v1/import-memory', '/api/v1/remembered-values'],
  ['/api/v1/imports/:id/mapped', '/api/v1/imports/:id/mapped-values'],
  ['/api/v1/imports/:id/rehearse', '/api/v1/imports/:id/check'],
  ['/api/v1/imports/:id/unknown', '/api/v1/imports/:id/unknown-references'],
  ['/api/v1/rounds', '/api/v1/day-routes'],
  ['/api/v1/why', '/api/v1/access-explanation'],
]

// A request target may be an absolute URL, whose origin is kept as it is.
const origin = '^(?:https?://[^/?#]+)?'
const parameter = /:\w+/g
const patternOf = (path: string): string => path.replaceAll(parameter, '([^/?#]+)')

const rules = renamedPaths.map(([old, successor]) => ({
  pattern: new RegExp(`(${origin})${patternOf(old)}(?=[/?#]|$)`, 'i'),
  parts: successor.split(parameter),
}))
/** One test for all of them, because every request passes it. */
const anyOldPath = new RegExp(
  `${origin}(?:${renamedPaths.map(([old]) => patternOf(old)).join('|')})(?=[/?#]|$)`,
  'i',
)

/**
 * Replaces an old path before the request is routed, so that policy, limits, log and metrics are those of its successor. Only the
 * plain spelling is replaced, in any letter case: a percent-encoded one goes to the router unchanged, which has no such route.
 */
export function rewriteDeprecatedUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (!anyOldPath.test(url)) return url
  for (const { pattern, parts } of rules) {
    const found = pattern.exec(url)
    if (!found) continue
    const [whole, start = '', ...values] = found
    const path = parts.map((part, at) => (at === 0 ? part : `${values[at - 1]}${part}`)).join('')
    return `${start}${path}${url.slice(whole.length)}`
  }
  return url
}

/** Tells clients that they used an old path, and the new one. */
export function addDeprecationHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.originalUrl !== request.url) {
      reply.header('deprecation', 'true')
      reply.header('link', `<${linkTarget(request.url)}>; rel="successor-version"`)
    }
    done()
  })
}

/** The path alone, with the characters encoded that would end the link or are not allowed in a header. */
const linkTarget = (url: string): string =>
  url
    .replace(new RegExp(origin), '')
    .split(/[?#]/)[0]!
    .replaceAll(/[^\x21-\x7e]|[<>"]/g, encodeURIComponent)

/** The old paths of the described routes. */
export const deprecatedRoutes = (routes: readonly DescribedRoute[]): DescribedRoute[] =>
  routes.flatMap((route) => {
    const renamed = renamedPaths.find(
      ([, successor]) => route.url === successor || route.url.startsWith(`${successor}/`),
    )
    if (!renamed) return []
    const [old, successor] = renamed
    return [{ ...route, url: old + route.url.slice(successor.length), successor: route.url }]
  })
