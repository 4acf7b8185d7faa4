import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tryLater } from '#domain/problem.ts'
import { canonicalAddress } from './authenticate.ts'
import { WorkQueue, type Ticket } from './work-queue.ts'

const mostOpen = 1000
/** So many bodies may be on their way from one address: else one who sends slowly would close the door to all. */
const mostSending = 300
/** Here a password is hashed, which has a queue of its own: strangers who fill that one keep nobody else waiting. */
const ownQueue: ReadonlySet<string | undefined> = new Set(['session', 'registration', 'passwordReset'])

/** Turns work away while there is too much of it: a quick "try later" for some beats a slow nothing for all. */
export function addLoadShedding(app: FastifyInstance): void {
  const queue = new WorkQueue(mostOpen)
  let open = 0
  const gone = new WeakSet<FastifyRequest>()
  const tickets = new WeakMap<FastifyRequest, Ticket>()
  const senders = new WeakMap<FastifyRequest, string>()
  const sending = new Map<string, number>()

  const isTurnedAway = (subject: string | undefined): boolean =>
    // Files cost next to nothing, and a page without one of them is a blank one.
    subject !== 'health' && (open > mostOpen || (subject !== 'site' && queue.isFull))
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
  app.server.on('connection', () => queue.cameIn())
  app.addHook('onRequest', (request, reply, done) => {
    // What a test hands in without a socket has not waited for anything.
    if (!(request.raw.socket instanceof Socket)) return done()
    open++
    const subject = subjectOf(request)
    const isRead = request.method === 'GET'
    const isFlood = !isRead && isFlooding(request)
    // Not onResponse, which is not heard of somebody who hung up while sending.
    reply.raw.once('close', () => {
      open--
      gone.add(request)
      hasSent(request)
      tickets.get(request)?.leave()
    })
    if (isFlood || isTurnedAway(subject)) return done(tooBusy())
    // A body that is still on its way keeps nobody waiting: else a few slow senders would close the door to all.
    if (!isRead || subject === 'health' || subject === 'site') return done()
    tickets.set(
      request,
      queue.enter(done, () => done(tooBusy())),
    )
  })
  app.addHook('preValidation', (request, _reply, done) => {
    hasSent(request)
    const isWaiting = request.raw.socket instanceof Socket && !gone.has(request)
    if (!isWaiting || request.method === 'GET' || ownQueue.has(subjectOf(request))) return done()
    tickets.set(
      request,
      queue.enter(done, () => done(tooBusy())),
    )
  })
}

const tooBusy = (): Error => tryLater('The server is very busy. Try again in a moment', 1)

const subjectOf = (request: FastifyRequest): string | undefined => request.routeOptions.config.may?.[1]
