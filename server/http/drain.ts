import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const whileOnTheWay = 300

/**
 * Lets everyone finish. First no new connections, while those that are open are served and told that it was the last
 * time; only then are the idle ones closed. Node's own `close` does both at once, which cuts off whoever has just sent
 * a request on a connection that still looks idle.
 */
export async function drain(server: Server): Promise<void> {
  NetServer.prototype.close.call(server)
  await pause(whileOnTheWay)
  while ((await openConnections(server)) > 0) {
    server.closeIdleConnections()
    await pause(20)
  }
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
}
