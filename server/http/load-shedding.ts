import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tryLater } from '#domain/problem.ts'
import { canonicalAddress } from './authenticate.ts'
import { CallerKeys } from './caller-keys.ts'
import { WorkQueue, type Ticket } from './work-queue.ts'

const mostOpen = 1000
/** Once half of that is reached, so many are enough for one caller: else one who reads slowly would close the door to all. */
const mostOpenOfOne = 250
/** So many bodies may be on their way from one address: else one who sends slowly would close the door to all. */
const mostSending = 300
/** Here a password is hashed, which has a queue of its own: strangers who fill that one keep nobody else waiting. */
const ownQueue: ReadonlySet<string | undefined> = new Set(['session', 'registration', 'passwordReset'])

/** What is known of a request while it is here. */
interface Stay {
  hasLeft: boolean
  /** In whose line it waits. */
  key: string
  ticket?: Ticket
  /** Tells reads that are still running for it that the client has hung up; made when somebody wants to know. */
  gone?: AbortController
  /** The address that a body is on its way from. */
  sender?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for what a test hands in without a socket: it has not waited for anything. */
    stay: Stay | null
  }
}

/** Turns work away while there is too much of it: a quick "try later" for some beats a slow nothing for all. */
export function addLoadShedding(app: FastifyInstance, keys = new CallerKeys()): void {
  const queue = new WorkQueue(mostOpen)
  let open = 0
  const sending = new Map<string, number>()

  const openOf = new Map<string, number>()
  const countOpen = (key: string, change: 1 | -1): void => {
    open += change
    const left = (openOf.get(key) ?? 0) + change
    if (left > 0) openOf.set(key, left)
    else openOf.delete(key)
  }
  /** Whether there are too many requests here, or so many that one caller has to stop adding to them. */
  const isCrowded = (key: string): boolean =>
    open > mostOpen || (open > mostOpen / 2 && openOf.get(key)! > mostOpenOfOne)
  const isTurnedAway = (subject: string | undefined, key: string, isRead: boolean): boolean =>
    // Files cost next to nothing, and a page without one of them is a blank one.
    subject !== 'health' && (isCrowded(key) || (subject !== 'site' && queue.isFullFor(key, !isRead)))
  /** Whether there are too many bodies on their way from there already. */
  const isFlooding = (stay: Stay, address: string): boolean => {
    const count = (sending.get(address) ?? 0) + 1
    stay.sender = address
    sending.set(address, count)
    return count > mostSending
  }
  const hasSent = (stay: Stay): void => {
    const { sender } = stay
    if (sender === undefined) return
    delete stay.sender
    const left = sending.get(sender)! - 1
    if (left > 0) sending.set(sender, left)
    else sending.delete(sender)
  }
  app.decorateRequest('stay', null)
  app.server.on('connection', () => queue.cameIn())
  app.addHook('onRequest', (request, reply, done) => {
    if (!(request.raw.socket instanceof Socket)) return done()
    const key = keys.of(request)
    countOpen(key, 1)
    const stay: Stay = { hasLeft: false, key }
    request.stay = stay
    const subject = subjectOf(request)
    const isRead = request.method === 'GET'
    const isFlood = !isRead && isFlooding(stay, canonicalAddress(request.ip))
    // Not onResponse, which is not heard of somebody who hung up while sending.
    reply.raw.once('close', () => {
      countOpen(key, -1)
      stay.hasLeft = true
      hasSent(stay)
      stay.ticket?.leave()
      stay.gone?.abort()
    })
    if (isFlood || isTurnedAway(subject, key, isRead)) return done(tooBusy())
    // A body that is still on its way keeps nobody waiting: else a few slow senders would close the door to all.
    if (!isRead || subject === 'health' || subject === 'site') return done()
    stay.ticket = queue.enter(done, () => done(tooBusy()), key)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const { stay } = request
    if (stay) hasSent(stay)
    if (!stay || stay.hasLeft || request.method === 'GET' || ownQueue.has(subjectOf(request))) return done()
    // Whoever has sent a whole body was let in for good.
    stay.ticket = queue.enter(done, undefined, stay.key)
  })
}

const tooBusy = (): Error => tryLater('The server is very busy. Try again in a moment', 1)

const subjectOf = (request: FastifyRequest): string | undefined => request.routeOptions.config.may?.[1]
