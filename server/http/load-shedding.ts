import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { tryLater } from '#domain/problem.ts'

const mostInFlight = 1000
/** Milliseconds that the requests which came together may take one after another; and while there is too much for long. */
const longestTurn = 500
const shortTurn = 15
/** More than this many in flight is a queue, and nobody should stand in it for longer than this many milliseconds. */
const noQueue = 40
const longestQueue = 300
const lookEvery = 200
/** Once work was turned away, turns stay short until for so long there was no need to. */
const calmAfter = 500

/**
 * Turns work away while there is too much of it: a quick "try later" for some beats a slow nothing for all. Work waits in
 * two places. Where the database answers at once, requests are done one after another as they are read from their
 * sockets, so the time since the first of a turn is what the next one has waited; where it is asked over a network, they are in
 * flight together, and how many are finished in a second tells how long the next one would wait.
 */
export function addLoadShedding(app: FastifyInstance): void {
  let inFlight = 0
  let finished = 0
  let queue = mostInFlight
  let turnBegan: number | undefined
  let lastRefusal = -Infinity
  const timer = setInterval(() => {
    // Only while there is a queue is what was finished all that could be.
    const room = Math.round((finished * longestQueue) / lookEvery)
    queue = inFlight > noQueue ? Math.max(noQueue, Math.min(room, mostInFlight)) : mostInFlight
    finished = 0
  }, lookEvery).unref()

  const isTooMuch = (): boolean => {
    const now = performance.now()
    if (turnBegan === undefined) {
      turnBegan = now
      setImmediate(() => (turnBegan = undefined))
    }
    const turn = now - lastRefusal < calmAfter ? shortTurn : longestTurn
    if (now - turnBegan <= turn && inFlight <= queue) return false
    lastRefusal = now
    return true
  }
  app.addHook('onRequest', (request, _reply, done) => {
    inFlight++
    const isHealth = request.routeOptions.config.may?.[1] === 'health'
    // What a test hands in without a socket has not waited for anything.
    const mayWait = !isHealth && request.raw.socket instanceof Socket
    const refused = mayWait && isTooMuch()
    done(refused ? tryLater('The server is very busy. Try again in a moment', 1) : undefined)
  })
  app.addHook('onResponse', (_request, reply, done) => {
    inFlight--
    if (reply.statusCode !== 503) finished++
    done()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
