import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

const quietPeriod = 300
const maxDrain = 5000
/** So short that it is unlikely that another connection has arrived in the meantime. */
const maxIdleTurn = 0.2
const maxAcceptWait = 1000

/**
 * Lets all requests finish. First no new connections are accepted, while requests on open ones are answered with
 * `Connection: close`; idle connections are closed only after none has been used for a while. Node's own `close` does both at
 * once, which cuts off a client that has just sent a request on a connection that still looks idle.
 */
export async function drain(server: Server): Promise<void> {
  const startedAt = performance.now()
  let lastRequest = startedAt
  server.prependListener('request', (_request, response) => {
    lastRequest = performance.now()
    response.setHeader('connection', 'close')
  })
  await acceptBacklog(server)
  NetServer.prototype.close.call(server)
  const isQuiet = (): boolean => performance.now() - lastRequest >= quietPeriod
  const isOverdue = (): boolean => performance.now() - startedAt >= maxDrain
  while ((await openConnections(server)) > 0) {
    if (isQuiet() || isOverdue()) server.closeIdleConnections()
    await pause(20)
  }
}

/**
 * Accepts the connections in the listen backlog, which closing the socket would reset. A turn of the event loop accepts one
 * connection first: when a turn accepts none and is short, the backlog is empty. A server too busy for a short turn stops after
 * a longer wait.
 */
async function acceptBacklog(server: Server): Promise<void> {
  const startedAt = performance.now()
  let accepted = 0
  server.on('connection', () => accepted++)
  for (let lastTurn = startedAt; ;) {
    const [before, start] = [accepted, lastTurn]
    await nextTurn()
    lastTurn = performance.now()
    const isShort = lastTurn - start < maxIdleTurn || lastTurn - startedAt > maxAcceptWait
    if ((accepted === before && isShort) || lastTurn - startedAt > maxDrain) return
  }
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
}
