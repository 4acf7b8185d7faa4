import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

const whileOnTheWay = 300
const longest = 5000
/** So short that hardly anybody can have come to the door meanwhile. */
const shortTurn = 0.2
const longestWait = 1000

/**
 * Lets everyone finish. First no new connections, while those that are open are served and told that it was the last
 * time; the idle ones are closed only when nothing has come on any of them for a while, so that whoever keeps asking
 * has used up every connection left over. Node's own `close` does both at once, which cuts off whoever has just sent a
 * request on a connection that still looks idle.
 */
export async function drain(server: Server): Promise<void> {
  const began = performance.now()
  let last = began
  server.prependListener('request', (_request, response) => {
    last = performance.now()
    response.setHeader('connection', 'close')
  })
  await untilAllAreFetched(server)
  NetServer.prototype.close.call(server)
  const isQuiet = (): boolean => performance.now() - last >= whileOnTheWay
  const isLate = (): boolean => performance.now() - began >= longest
  while ((await openConnections(server)) > 0) {
    if (isQuiet() || isLate()) server.closeIdleConnections()
    await pause(20)
  }
}

/**
 * The system takes connections in our name; those that we have not fetched yet are cut off when we close. A turn of the loop
 * fetches one, before it does anything else: when one fetches none and was short, there is none left. Whoever is too busy for
 * a short turn closes after a long one.
 */
async function untilAllAreFetched(server: Server): Promise<void> {
  const began = performance.now()
  let fetched = 0
  server.on('connection', () => fetched++)
  for (let turned = began; ;) {
    const [before, start] = [fetched, turned]
    await nextTurn()
    turned = performance.now()
    const isShort = turned - start < shortTurn || turned - began > longestWait
    if ((fetched === before && isShort) || turned - began > longest) return
  }
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
}
