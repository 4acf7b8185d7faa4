import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tryLater } from '#domain/problem.ts'
import { canonicalAddress } from './authenticate.ts'

const mostInFlight = 1000
/** So many bodies may be on their way from one address: else one who sends slowly would close the door to all. */
const mostSending = 300
/** Milliseconds that the requests which came together may take one after another; and while there is too much for long. */
const longestTurn = 500
const shortTurn = 15
/** So few in a turn are no crowd: if they took long, the machine was busy with something else. */
const few = 3
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
  let open = 0
  let inFlight = 0
  const working = new WeakSet<FastifyRequest>()
  const gone = new WeakSet<FastifyRequest>()
  const senders = new WeakMap<FastifyRequest, string>()
  const sending = new Map<string, number>()
  let finished = 0
  let queue = mostInFlight
  let turnBegan: number | undefined
  let inTurn = 0
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
      inTurn = 0
      setImmediate(() => (turnBegan = undefined))
    }
    const turn = now - lastRefusal < calmAfter ? shortTurn : longestTurn
    const isLate = inTurn >= few && now - turnBegan > turn
    if (!isLate && inFlight <= queue && open <= mostInFlight) {
      inTurn++
      return false
    }
    lastRefusal = now
    return true
  }
  const isTurnedAway = (request: FastifyRequest): boolean => {
    const subject = request.routeOptions.config.may?.[1]
    // Files cost next to nothing, and a page without one of them is a blank one.
    if (subject === 'site') return open > mostInFlight
    return subject !== 'health' && isTooMuch()
  }
  /** Whether there are too many bodies on their way from there already. */
  const isFlooding = (request: FastifyRequest): boolean => {
    const address = canonicalAddress(request.ip)
    const count = (sending.get(address) ?? 0) + 1
    senders.set(request, address)
    sending.set(address, count)
    return count > mostSending
  }
  const hasSent = (request: FastifyRequest): void => {
    const address = senders.get(request)
    if (address === undefined) return
    senders.delete(request)
    const left = sending.get(address)! - 1
    if (left > 0) sending.set(address, left)
    else sending.delete(address)
  }
  /** A body that is still on its way keeps nobody waiting: else a few slow senders would close the door to all. */
  const begin = (request: FastifyRequest): void => {
    working.add(request)
    inFlight++
  }
  app.addHook('onRequest', (request, reply, done) => {
    // What a test hands in without a socket has not waited for anything.
    if (!(request.raw.socket instanceof Socket)) return done()
    open++
    const isGet = request.method === 'GET'
    if (isGet) begin(request)
    const isFlood = !isGet && isFlooding(request)
    // Not onResponse, which is not heard of somebody who hung up while sending.
    reply.raw.once('close', () => {
      open--
      gone.add(request)
      hasSent(request)
      if (working.delete(request)) inFlight--
      if (reply.raw.writableFinished && reply.statusCode !== 503) finished++
    })
    const refused = isFlood || isTurnedAway(request)
    return done(refused ? tryLater('The server is very busy. Try again in a moment', 1) : undefined)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    hasSent(request)
    const isWaiting = request.raw.socket instanceof Socket && !gone.has(request)
    if (isWaiting && !working.has(request)) begin(request)
    done()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
