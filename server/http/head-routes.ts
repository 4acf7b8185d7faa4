import { Readable } from 'node:stream'
import type { FastifyInstance, onSendHookHandler } from 'fastify'

/**
 * HEAD is answered like GET, without the body, in the same route: with its own option Fastify adds a second route, and
 * routes are what a start spends most of its time on.
 */
export function addHeadRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' || route.exposeHeadRoute === false) return
    route.method = ['GET', 'HEAD']
    route.onSend = [withoutBody, ...[route.onSend ?? []].flat()]
  })
}

const withoutBody: onSendHookHandler = (request, reply, payload, done) => {
  if (request.method !== 'HEAD') return done(null, payload)
  if (payload instanceof Readable) payload.destroy()
  else if (payload === undefined || payload === null) reply.header('content-length', '0')
  else if (typeof payload === 'string' || Buffer.isBuffer(payload))
    reply.header('content-length', String(Buffer.byteLength(payload)))
  done(null, null)
}
