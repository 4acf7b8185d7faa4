import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import type { EventResult, EventsRequest } from '#domain/api/field/events.ts'
import { ApiProblem, Unreachable } from '../api/api-problem.ts'
import { newIdempotencyKey } from '../api/drafts/idempotency-key.ts'
import { SavedBefore } from '../api/drafts/submit-once.ts'
import { clearSession } from '../api/session.ts'
import { startSession } from '../api/session-account.ts'
import { outboxEntries, type OutboxEntry } from './outbox.ts'
import { sendEvent, type FormEvent } from './send-event.ts'
import { eventIdOf } from './store/event-id.ts'
import { withDatabase } from './store/database.ts'
import { sendNow, syncNow } from './sync.ts'

// Chromium with its IndexedDB; only the server is a stand-in.

type Reply = (body: EventsRequest) => Partial<EventResult> | Promise<Partial<EventResult>>

let reply: Reply
const requests: { path: string; body: EventsRequest }[] = []
const lost: Reply = () => Promise.reject(new TypeError('lost'))
const accept: Reply = () => ({ state: 'accepted' })

beforeEach(async () => {
  requests.length = 0
  reply = accept
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const body: EventsRequest = JSON.parse(String(init?.body))
    requests.push({ path: String(input), body })
    if (!String(input).endsWith('/events')) return Response.json({ key: 'agp_key' }, { status: 201 })
    const given = await reply(body)
    const empty = { state: 'retry', message: null, marks: [], visit: null }
    const results = body.events.map(({ id }) => ({ id, ...empty, ...given }))
    return Response.json({ now: new Date().toISOString(), results })
  })
  await withDatabase(async (database) => {
    for (const store of database.objectStoreNames) await database.clear(store)
  })
  startSession('token-of-a1-12345678', { id: 'a1' } as OwnAccountView)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  clearSession()
})

const visit = (values = {}): FormEvent<'visit'> => ({
  key: newIdempotencyKey(),
  kind: 'visit',
  at: new Date().toISOString(),
  customer: { id: 'c1' },
  seen: null,
  values,
})

async function entries(): Promise<readonly OutboxEntry[]> {
  await outboxEntries.refresh()
  return outboxEntries.get()
}
const eventRequests = (): EventsRequest[] =>
  requests.filter(({ path }) => path.endsWith('/events')).map(({ body }) => body)

it('stores an event, says that it waits for the answer, and resolves with it', async () => {
  const event = visit({ Feedback: 'Met' })
  const onStored = vi.fn()
  reply = () => {
    expect(onStored).toHaveBeenCalledOnce()
    return { state: 'accepted' }
  }
  expect(await sendEvent(event, onStored)).toMatchObject({ id: eventIdOf(event.key), isSent: true })
  expect(requests).toMatchObject([
    { path: '/api/v1/field/events', body: { awaited: [eventIdOf(event.key)] } },
  ])
  expect(await entries()).toMatchObject([{ state: 'sent', event: { values: { Feedback: 'Met' } } }])
})

it('removes a refused event, and throws the problems of its fields or the conflict', async () => {
  const errors = [{ field: 'Feedback', message: 'Feedback is too long' }]
  reply = () => ({ state: 'refused', message: 'Feedback is too long', errors })
  const event = visit()
  const refusal = await sendEvent(event).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ status: 422, msg: 'Feedback is too long', errors })
  expect(await entries()).toEqual([])
  reply = () => ({ state: 'refused', message: 'Visit V1 was already recorded', conflict: 'recorded' })
  const conflict = await sendEvent(event).catch((error: unknown) => error)
  expect(conflict).toBeInstanceOf(ApiProblem)
  expect(conflict).toMatchObject({ status: 409, document: { conflict: 'recorded' } })
  reply = accept
  expect(await sendEvent({ ...event, values: { Feedback: 'short' } })).toMatchObject({ isSent: true })
})

it('keeps an event whose answer is lost, and sends it once more without asking', async () => {
  reply = lost
  const event = visit()
  const recorded = await sendEvent(event)
  expect(recorded).toMatchObject({ isSent: false, reference: expect.stringMatching(/^\w{4}-\w{4}$/) })
  expect(await entries()).toMatchObject([{ state: 'waiting' }])
  reply = ({ awaited }) => (awaited ? { state: 'refused', conflict: 'recorded' } : { state: 'accepted' })
  await syncNow()
  await recorded.whenSent()
  expect(await entries()).toMatchObject([{ state: 'sent' }])
  const sent = eventRequests().flatMap(({ events }) => events.map(({ id }) => id))
  expect(new Set(sent)).toEqual(new Set([eventIdOf(event.key)]))
})

it('stops waiting after 10 seconds, and does not show a refusal that comes later', async () => {
  const answer = Promise.withResolvers<Partial<EventResult>>()
  const asked = Promise.withResolvers<void>()
  reply = ({ awaited }) => {
    asked.resolve()
    return awaited ? answer.promise : { state: 'accepted' }
  }
  const at = Date.now()
  const now = vi.spyOn(Date, 'now').mockImplementation(() => at)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const sending = sendEvent(visit())
  await asked.promise
  now.mockImplementation(() => at + 10_001)
  const timeout = timers.mock.calls.find(([, delay]) => delay === 10_000)!
  ;(timeout[0] as () => void)()
  const recorded = await sending
  expect(recorded.isSent).toBe(false)
  answer.resolve({ state: 'refused', message: 'Another user was faster', conflict: 'recorded' })
  await recorded.whenSent()
  expect(await entries()).toMatchObject([{ state: 'sent' }])
})

it('records one event for an id, and tells when its content has changed', async () => {
  const event = visit({ Feedback: 'Met' })
  const both = await Promise.all([sendEvent(event), sendEvent({ ...event, at: new Date().toISOString() })])
  expect(both).toMatchObject([{ isSent: true }, { isSent: true }])
  expect(await entries()).toHaveLength(1)
  await expect(sendEvent({ ...event, values: { Feedback: 'Other' } })).rejects.toThrow(SavedBefore)
  expect(await entries()).toHaveLength(1)
})

it('has recorded an event that is stored, also when what became of it cannot be stored', async () => {
  reply = lost
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  const recorded = await sendEvent(visit(), () =>
    put.mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    }),
  )
  expect(recorded).toMatchObject({ isSent: false })
  expect(await entries()).toMatchObject([{ state: 'waiting', event: { id: recorded.id } }])
})

it('is not online again because there was nothing to send', async () => {
  // After the contact that the log-in starts.
  await syncNow()
  const offlineSince = new Date().toISOString()
  await withDatabase(async (database) => {
    await database.put('devices', { account: 'a1', id: 'd1', key: 'agp_key' })
    const account = { id: 'a1', username: 'a1', employee: null }
    const firm = { dayOff: null, tiles: null, timeZone: 'Asia/Kolkata' }
    const download = { cursor: '1', missing: [], syncedAt: offlineSince, revision: 1 }
    await database.put('meta', { name: 'pack', account, ...firm, ...download })
    const status = { lastSentAt: null, clockOffset: 0, problems: {} }
    await database.put('meta', { name: 'status', offlineSince, ...status })
  })
  requests.length = 0
  await sendNow()
  expect(requests).toEqual([])
  expect(await withDatabase((database) => database.get('meta', 'status'))).toMatchObject({ offlineSince })
})

it('sends the same event directly when this browser stores nothing', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('private', 'SecurityError')
  })
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('private', 'UnknownError')
  })
  const event = visit({ Feedback: 'Met' })
  reply = lost
  await expect(sendEvent(event)).rejects.toThrow(Unreachable)
  reply = accept
  expect(await sendEvent(event)).toMatchObject({ isSent: true })
  const [first, second] = eventRequests()
  expect(second!.events).toEqual(first!.events)
  expect(second).toMatchObject({ awaited: [eventIdOf(event.key)], events: [{ values: { Feedback: 'Met' } }] })
  reply = () => ({ state: 'refused', message: 'Used', conflict: 'used' })
  await expect(sendEvent(event)).rejects.toThrow(SavedBefore)
})

it('records nothing while viewing as another account, and without a session', async () => {
  clearSession()
  await expect(sendEvent(visit())).rejects.toMatchObject({ status: 403 })
  expect(requests).toEqual([])
})
