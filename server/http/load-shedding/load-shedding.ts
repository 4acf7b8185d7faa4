import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serviceUnavailable } from '#domain/problem.ts'
import { canonicalAddress } from '../../accounts/sign-in/authenticate.ts'
import { CallerKeys } from './caller-keys.ts'
import { WorkQueue, type Ticket } from './work-queue.ts'
import { t } from '#domain/messages/t.ts'

const maxOpen = 1000
/** Above half of that, the limit for one caller: a slow reader must not use up all connections. */
const maxOpenPerCaller = 250
/** Bodies being received from one address: a slow sender must not use up all connections. */
const maxSending = 300
/** These hash a password, which has its own queue, so that a flood of logins does not delay other work. */
const subjectsWithOwnQueue: ReadonlySet<string | undefined> = new Set([
  'session',
  'registration',
  'passwordReset',
])

/** The state of a request in flight. */
interface InFlight {
  isClosed: boolean
  /** The caller that it is queued for. */
  key: string
  ticket?: Ticket
  /** Aborts the reads of this request when the client disconnects; created on first use. */
  abortController?: AbortController
  /** The address that is still sending the body. */
  sendingFrom?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for requests injected by a test without a socket; they are not queued. */
    inFlight: InFlight | null
  }
}

export interface QueueMetrics {
  watchQueue: (counts: () => Readonly<Record<'open' | 'running' | 'waiting', number>>) => void
  queueWait: (seconds: number) => void
}

/** Load shedding: rejects excess requests early with 503 instead of answering all of them late. */
export function addLoadShedding(app: FastifyInstance, keys = new CallerKeys(), metrics?: QueueMetrics): void {
  const queue = new WorkQueue(maxOpen)
  let open = 0
  metrics?.watchQueue(() => ({ open, ...queue.counts }))
  /** Reports how long the request waits for its start. */
  const timed = (start: () => void): (() => void) => {
    const enteredAt = performance.now()
    return () => {
      metrics?.queueWait((performance.now() - enteredAt) / 1000)
      start()
    }
  }
  const sending = new Map<string, number>()

  const openByCaller = new Map<string, number>()
  const countOpen = (key: string, change: 1 | -1): void => {
    open += change
    const left = (openByCaller.get(key) ?? 0) + change
    if (left > 0) openByCaller.set(key, left)
    else openByCaller.delete(key)
  }
  /** Whether too many requests are open, in total or for this caller. */
  const isOverloaded = (key: string): boolean =>
    open > maxOpen || (open > maxOpen / 2 && openByCaller.get(key)! > maxOpenPerCaller)
  const isShed = (subject: string | undefined, key: string, isRead: boolean): boolean =>
    // Files cost almost nothing, and a page does not work without them.
    subject !== 'health' && (isOverloaded(key) || (subject !== 'site' && queue.isFullFor(key, !isRead)))
  /** Counts a body that is being sent; returns whether this address is sending too many. */
  const startSending = (inFlight: InFlight, address: string): boolean => {
    const count = (sending.get(address) ?? 0) + 1
    inFlight.sendingFrom = address
    sending.set(address, count)
    return count > maxSending
  }
  const finishSending = (inFlight: InFlight): void => {
    const { sendingFrom } = inFlight
    if (sendingFrom === undefined) return
    delete inFlight.sendingFrom
    const left = sending.get(sendingFrom)! - 1
    if (left > 0) sending.set(sendingFrom, left)
    else sending.delete(sendingFrom)
  }
  app.decorateRequest('inFlight', null)
  app.server.on('connection', () => queue.connectionAccepted())
  app.addHook('onRequest', (request, reply, done) => {
    if (!(request.raw.socket instanceof Socket)) return done()
    const key = keys.of(request)
    countOpen(key, 1)
    const inFlight: InFlight = { isClosed: false, key }
    request.inFlight = inFlight
    const subject = subjectOf(request)
    const isRead = request.method === 'GET'
    const isFlooding = !isRead && startSending(inFlight, canonicalAddress(request.ip))
    // The onResponse hook is not called for a client that disconnects while sending.
    reply.raw.once('close', () => {
      countOpen(key, -1)
      inFlight.isClosed = true
      finishSending(inFlight)
      inFlight.ticket?.leave()
      inFlight.abortController?.abort()
    })
    if (isFlooding || isShed(subject, key, isRead)) return done(tooBusy())
    // Requests are queued once their body has arrived, so that slow senders do not fill the queue.
    if (!isRead || subject === 'health' || subject === 'site') return done()
    inFlight.ticket = queue.enter(timed(done), () => done(tooBusy()), key)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const { inFlight } = request
    if (inFlight) finishSending(inFlight)
    if (
      !inFlight ||
      inFlight.isClosed ||
      request.method === 'GET' ||
      subjectsWithOwnQueue.has(subjectOf(request))
    )
      return done()
    // A request with a complete body is no longer refused.
    inFlight.ticket = queue.enter(timed(done), undefined, inFlight.key)
  })
}

const tooBusy = (): Error => serviceUnavailable(t('The server is very busy. Try again in a moment'), 1)

const subjectOf = (request: FastifyRequest): string | undefined => request.routeOptions.config.may?.[1]
