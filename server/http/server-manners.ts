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
  // What is answered is about people unless a route says otherwise, as files and pages do: no proxy and no browser keeps a copy.
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

/** No address holds control characters, encoded or not; a database might choke on them where nobody looks for it. */
function oddityOf({ url, raw }: FastifyRequest): string | undefined {
  if (/%(?:[01][0-9a-f]|7f)/i.test(url)) return 'The address holds a control character'
  // Which of them counts is answered differently along the way, and what is allowed may depend on it.
  return hasSeveralHosts(raw.rawHeaders) ? 'The request has more than one Host header' : undefined
}

function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let found = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') found++
  return found > 1
}

export function addAddressCheck(app: FastifyInstance, refuse: WebFiles['refuseAddress']): void {
  app.addHook('onRequest', (request, reply, done) => {
    const oddity = oddityOf(request)
    if (oddity !== undefined) refuse(request, reply, unreadable(oddity)).catch(done)
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
