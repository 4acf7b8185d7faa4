import type { IncomingMessage, Server, ServerResponse } from 'node:http'

interface Limits {
  /** Milliseconds in which `minBytes` of a body have to arrive, or its rest. */
  period: number
  minBytes: number
  /** The longest time of one body, however steadily it arrives. */
  maxTime: number
  checkInterval: number
}

// 500 bytes a second is slower than any mobile network that can be used.
export const bodyLimits: Limits = {
  period: 14_000,
  minBytes: 7000,
  maxTime: 60 * 60 * 1000,
  checkInterval: 500,
}

interface Body {
  request: IncomingMessage
  response: ServerResponse
  startedAt: number
  /** When the period began, and what the connection had received by then. */
  since: number
  received: number
}

/**
 * Cuts the connections of clients that send a body too slowly. Node's own request timeout also cuts an upload that progresses over a
 * slow network, so it is off. Once a request is answered, the rest of its body has one period.
 */
export function limitSlowBodies(server: Server, limits: Limits = bodyLimits): void {
  const bodies = new Set<Body>()
  server.on('request', (request, response) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
    if (length === '0' && coding === undefined) return
    const now = performance.now()
    bodies.add({ request, response, startedAt: now, since: now, received: request.socket.bytesRead })
  })
  const check = (): void => {
    const now = performance.now()
    for (const body of bodies) {
      const { request, response, startedAt, since } = body
      const { socket } = request
      if (request.complete || socket.destroyed) {
        bodies.delete(body)
        continue
      }
      if (now - since < limits.period) continue
      // What has arrived is not read yet, so the client waits for the server.
      const isUnread = request.readableLength > 0
      const hasProgress = isUnread || socket.bytesRead - body.received >= limits.minBytes
      if (hasProgress && now - startedAt < limits.maxTime && !response.writableEnded) {
        body.since = now
        body.received = socket.bytesRead
        continue
      }
      bodies.delete(body)
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      if (!server.emit('clientError', error, socket)) socket.destroy(error)
    }
  }
  // A server that does not listen, as in most tests, is never closed, and a timer would keep it in memory.
  server.on('listening', () => {
    const timer = setInterval(check, limits.checkInterval).unref()
    server.on('close', () => clearInterval(timer))
  })
}
