import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest } from '#domain/problem.ts'
import type { Config } from '../base/config.ts'
import type { Context } from '../core/context.ts'
import type { WebFiles } from './web-files.ts'
import { t } from '#domain/messages/t.ts'

/** Only own scripts and styles, no frame but the map, no images but its tiles, nothing inline; Trusted Types are required. */
const contentPolicy = ({ mapUrl, tilesUrl }: Pick<Config, 'mapUrl' | 'tilesUrl'>): string[] => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  `img-src 'self' data: blob:${tilesUrl ? ` ${new URL(tilesUrl).origin}` : ''}`,
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  ...(mapUrl ? [`frame-src ${new URL(mapUrl).origin}`] : []),
]

const headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

// Hooks of every request take a callback instead of returning a promise, because each promise costs a microtask turn.

type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void

export function securityHeaders(config: Config): SetHeaders {
  // Responses contain personal data unless a route overrides this, as files and pages do, so they are not cached.
  const all = {
    'content-security-policy': contentPolicy(config).join('; '),
    'cache-control': 'no-store',
    ...headers,
  }
  return (request, reply) => {
    reply.headers(all)
    reply.header('x-request-id', request.id)
  }
}

export function addSecurityHeaders(app: FastifyInstance, setSecurityHeaders: SetHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply)
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
}

/** Rejects control characters in addresses, which could cause errors in a database. */
function findProblem({ url, raw }: FastifyRequest): string | undefined {
  if (/%(?:[01][0-9a-f]|7f)/i.test(url)) return t('The address contains a control character')
  // Proxies and servers choose differently among several Host headers, and access may depend on it.
  return hasSeveralHosts(raw.rawHeaders) ? t('The request has more than one Host header') : undefined
}

function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let found = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') found++
  return found > 1
}

export function addAddressCheck(app: FastifyInstance, refuse: WebFiles['refuseAddress']): void {
  app.addHook('onRequest', (request, reply, done) => {
    const problem = findProblem(request)
    if (problem !== undefined) refuse(request, reply, badRequest(problem)).catch(done)
    else done()
  })
}

/** Logs the viewer separately from the account that they view as. */
function describeActor({ actor, viewer }: Context): Record<string, string> {
  const user = viewer ?? actor
  return { ...('id' in user && { [user.kind]: user.id }), ...(viewer && 'id' in actor && { as: actor.id }) }
}

/** One line per request; a slow one is a warning. `slowMs` 0: none is. */
export function addRequestLog(app: FastifyInstance, slowMs: number): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isHealth = request.routeOptions.config.may?.[1] === 'health'
    if (isHealth) return done()
    const isSlow = slowMs > 0 && reply.elapsedTime >= slowMs
    const line = {
      reqId: request.id,
      ...(request.ctx && describeActor(request.ctx)),
      req: request,
      res: reply,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (isSlow) request.log.warn({ ...line, route: request.routeOptions.url }, 'answered slowly')
    else request.log.info(line, 'answered')
    done()
  })
}
