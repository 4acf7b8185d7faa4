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

/** What is known of a request while it is here. */
interface Stay {
  hasLeft: boolean
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
export function addLoadShedding(app: FastifyInstance): void {
  const queue = new WorkQueue(mostOpen)
  let open = 0
  const sending = new Map<string, number>()

  const isTurnedAway = (subject: string | undefined): boolean =>
    // Files cost next to nothing, and a page without one of them is a blank one.
    subject !== 'health' && (open > mostOpen || (subject !== 'site' && queue.isFull))
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
    open++
    const stay: Stay = { hasLeft: false }
    request.stay = stay
    const subject = subjectOf(request)
    const isRead = request.method === 'GET'
    const isFlood = !isRead && isFlooding(stay, canonicalAddress(request.ip))
    // Not onResponse, which is not heard of somebody who hung up while sending.
    reply.raw.once('close', () => {
      open--
      stay.hasLeft = true
      hasSent(stay)
      stay.ticket?.leave()
      stay.gone?.abort()
    })
    if (isFlood || isTurnedAway(subject)) return done(tooBusy())
    // A body that is still on its way keeps nobody waiting: else a few slow senders would close the door to all.
    if (!isRead || subject === 'health' || subject === 'site') return done()
    stay.ticket = queue.enter(done, () => done(tooBusy()))
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const { stay } = request
    if (stay) hasSent(stay)
    if (!stay || stay.hasLeft || request.method === 'GET' || ownQueue.has(subjectOf(request))) return done()
    // Whoever has sent a whole body was let in for good.
    stay.ticket = queue.enter(done)
  })
}

const tooBusy = (): Error => tryLater('The server is very busy. Try again in a moment', 1)

const subjectOf = (request: FastifyRequest): string | undefined => request.routeOptions.config.may?.[1]
