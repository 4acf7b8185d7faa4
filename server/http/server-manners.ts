import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unreadable } from '#domain/problem.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { WebFiles } from './web-files.ts'

/** No script or style from anywhere else, no frame but the map's, no picture but its tiles; nothing inline; no string becomes code or markup. */
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

// Hooks that every request passes take a callback and not a promise: there are several, and each promise costs a turn.

type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void

export function securityHeaders(config: Config): SetHeaders {
  const all = { 'content-security-policy': contentPolicy(config).join('; '), ...headers }
  return (request, reply) => {
    reply.headers(all)
    reply.header('x-request-id', request.id)
  }
}

export function addSecurityHeaders(app: FastifyInstance, setSecurityHeaders: SetHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply)
    // What the API answers is about people: no proxy and no browser keeps a copy.
    if (request.url.slice(0, 5).toLowerCase() === '/api/') reply.header('cache-control', 'no-store')
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
}

/** No address holds control characters, encoded or not; a database might choke on them where nobody looks for it. */
export function addAddressCheck(app: FastifyInstance, refuse: WebFiles['refuseAddress']): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isOdd = /%(?:[01][0-9a-f]|7f)/i.test(request.url)
    if (isOdd) refuse(request, reply, unreadable('The address holds a control character')).catch(done)
    else done()
  })
}

/** Whoever looks as somebody else is told from them. */
function whoAsks({ actor, viewer }: Context): Record<string, string> {
  const who = viewer ?? actor
  return { ...('id' in who && { [who.kind]: who.id }), ...(viewer && 'id' in actor && { as: actor.id }) }
}

export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isHealth = request.routeOptions.config.may?.[1] === 'health'
    if (!isHealth)
      request.log.info(
        {
          reqId: request.id,
          ...(request.ctx && whoAsks(request.ctx)),
          req: request,
          res: reply,
          milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        },
        'answered',
      )
    done()
  })
}
