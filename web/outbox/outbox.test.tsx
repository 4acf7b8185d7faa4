import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import type { FieldEvent } from '#domain/field/events.ts'
import type { PackCustomer } from '#domain/field/pack.ts'
import { clearSession, currentSession, endSession } from '../api/session.ts'
import { startSession } from '../api/session-account.ts'
import { attemptOfDraft, countUnsent, discardDraft, readDraft, saveDraft } from '../api/drafts/drafts.ts'
import { newIdempotencyKey } from '../api/drafts/idempotency-key.ts'
import { SavedBefore } from '../api/drafts/submit-once.ts'
import { ownSession } from './account.ts'
import { pull } from './contact/pull.ts'
import { NotReached, sendAll, type SendOutcome } from './contact/sender.ts'
import { removeTraces } from './offline-log-in.ts'
import {
  correctEntry,
  discardEntry,
  entryAsText,
  isRecorded,
  outboxEntries,
  type OutboxEntry,
} from './outbox.ts'
import { recordEvent } from './record-event.ts'
import { onChange } from './store/changes.ts'
import { StorageProblem, withDatabase } from './store/database.ts'
import { eventIdOf, newEventId } from './store/event-id.ts'
import { countUnsentEvents } from './unsent-events.ts'

// Chromium with its IndexedDB; only the server is a stand-in, so that answers can be lost.

// The tests send themselves.
vi.mock('./sync.ts', () => ({ sendSoon: () => undefined }))

type Reply = (path: string, body: Record<string, unknown>, token: string) => Response | Promise<Response>

let reply: Reply
const requests: { path: string; body: Record<string, unknown>; token: string }[] = []
const json = (body: unknown, status = 200): Response => Response.json(body, { status })

const accepted = (
  events: readonly FieldEvent[],
  state = 'accepted',
  message: string | null = null,
): Response =>
  json({
    now: new Date().toISOString(),
    results: events.map(({ id }) => ({ id, state, message, marks: [], visit: null })),
  })
const eventsIn = (body: Record<string, unknown>): FieldEvent[] => body['events'] as FieldEvent[]

const acceptAll: Reply = (path, body) =>
  path.startsWith('/api/v1/field/photos')
    ? json({ id: '', state: 'accepted', message: null, marks: [], visit: null })
    : accepted(eventsIn(body))

const logIn = (id: string): void => startSession(`token-of-${id}-12345678`, { id } as OwnAccountView)

const offline: Reply = () => Promise.reject(new TypeError('offline'))

beforeEach(async () => {
  requests.length = 0
  reply = offline
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const path = String(input)
    const { body, headers } = init ?? {}
    const token = new Headers(headers).get('authorization')?.slice('Bearer '.length) ?? ''
    const sent = typeof body === 'string' ? JSON.parse(body) : { image: body }
    requests.push({ path: path.split('?')[0]!, body: sent, token })
    return reply(path, sent, token)
  })
  await withDatabase(async (database) => {
    for (const store of database.objectStoreNames) await database.clear(store)
  })
  // Other test files store drafts of the same account.
  localStorage.clear()
  logIn('a1')
})

afterEach(() => clearSession())

const customer = (id: string): { id: string } => ({ id })
const record = (id: string, values: Record<string, unknown> = {}, photo?: Blob): Promise<OutboxEntry> =>
  recordEvent('visit', { customer: customer(id), seen: null, values, photo })

const send = (): Promise<SendOutcome> => sendAll({ session: ownSession(), onSessionRefused: endSession })

async function entries(): Promise<readonly OutboxEntry[]> {
  await outboxEntries.refresh()
  return outboxEntries.get()
}
const states = async (): Promise<string[]> => (await entries()).map(({ state }) => state).toReversed()
const eventRequests = (): FieldEvent[][] =>
  requests.filter(({ path }) => path.endsWith('/events')).map(({ body }) => eventsIn(body))

it('stores an event before it is sent, within 100 ms', async () => {
  await record('c0')
  const startedAt = performance.now()
  const entry = await record('c1', { Feedback: 'good' })
  expect(performance.now() - startedAt).toBeLessThan(100)
  expect(entry).toMatchObject({ state: 'waiting', reference: expect.stringMatching(/^\w{4}-\w{4}$/) })
  expect(await states()).toEqual(['waiting', 'waiting'])
  expect(entryAsText(entry)).toContain('Feedback: good')
})

it('stores a draft once, and says so when its content has changed since', async () => {
  const id = newEventId()
  const recordDraft = (Feedback: string): Promise<OutboxEntry> =>
    recordEvent('visit', { customer: customer('c1'), seen: null, values: { Feedback }, id })
  expect((await recordDraft('good')).event.id).toBe(id)
  expect((await recordDraft('good')).event.id).toBe(id)
  await expect(recordDraft('better')).rejects.toThrow(SavedBefore)
  expect(await states()).toEqual(['waiting'])
})

it('does not record a draft again that came back after its event was sent and removed', async () => {
  const id = newEventId()
  const values = { Feedback: 'good' }
  const recordDraft = (): Promise<OutboxEntry> =>
    recordEvent('visit', { customer: customer('c1'), seen: null, values, id })
  await recordDraft()
  reply = acceptAll
  await send()
  await removeTraces()
  expect(await states()).toEqual([])
  await outboxEntries.refresh()
  expect(isRecorded(id)).toBe(true)
  await expect(recordDraft()).rejects.toThrow(SavedBefore)
})

it('does not count a draft as unsent that came back although its event was recorded', async () => {
  const [recorded, open] = [newIdempotencyKey(), newIdempotencyKey()]
  await recordEvent('visit', {
    customer: customer('c1'),
    seen: null,
    values: { Feedback: 'good' },
    id: eventIdOf(recorded),
  })
  for (const [form, key] of Object.entries({ 'visit detail c1': recorded, 'visit detail c2': open })) {
    saveDraft(form, { values: { Feedback: 'good' }, none: [] })
    attemptOfDraft(form).write({ key, sent: undefined })
  }
  expect(await countUnsentEvents()).toMatchObject({ visits: 1, others: 0 })
  expect(countUnsent()).toEqual({ visits: 1, forms: 0 })
  expect(readDraft('visit detail c1')).toBeUndefined()
  expect(readDraft('visit detail c2')).toBeDefined()
  discardDraft('visit detail c2')
})

it('does not replace a refused event by a draft with another content', async () => {
  const id = newEventId()
  const recordDraft = (Feedback: string): Promise<OutboxEntry> =>
    recordEvent('visit', { customer: customer('c1'), seen: null, values: { Feedback }, id })
  await recordDraft('good')
  reply = (_path, body) => accepted(eventsIn(body), 'refused', 'No')
  await send()
  await expect(recordDraft('better')).rejects.toThrow(SavedBefore)
  expect(await states()).toEqual(['refused'])
  await recordDraft('good')
  expect(await states()).toEqual(['waiting'])
})

it('sends in batches of 20 in the order of recording, and shows what was sent', async () => {
  const made: string[] = []
  for (let at = 0; at < 45; at++) made.push((await record(`c${at % 7}`)).event.id)
  reply = acceptAll
  requests.length = 0
  expect(await send()).toEqual({ sent: 45, isLeft: false, delay: 0 })
  const sent = eventRequests()
  expect(sent.map(({ length }) => length)).toEqual([20, 20, 5])
  expect(sent.flat().map(({ id }) => id)).toEqual(made)
  expect(new Set(await states())).toEqual(new Set(['sent']))
})

it('sends an event again with the same id when the answer was lost', async () => {
  const { event } = await record('c1')
  await expect(send()).rejects.toThrow(NotReached)
  reply = acceptAll
  await send()
  expect(
    new Set(
      eventRequests()
        .flat()
        .map(({ id }) => id),
    ),
  ).toEqual(new Set([event.id]))
  // An answer cut in the middle is not an answer.
  await record('c2')
  reply = () => new Response('{"now":"2026', { status: 200 })
  await expect(send()).rejects.toThrow(NotReached)
  expect(await states()).toEqual(['sent', 'waiting'])
})

it('sends a photo after its visit was accepted, and keeps it until then', async () => {
  await record('c1', {}, new Blob(['image'], { type: 'image/jpeg' }))
  reply = (_path, body) => accepted(eventsIn(body), 'refused', 'Feedback is too long')
  await send()
  expect(await states()).toEqual(['refused', 'waiting'])
  expect(requests.some(({ path }) => path.includes('/photos/'))).toBe(false)
  reply = acceptAll
  const [, visit] = await entries()
  await correctEntry(visit!.event.id, { Feedback: 'short' })
  await send()
  expect(await states()).toEqual(['sent', 'sent'])
  expect(requests.at(-1)!.path).toMatch(/^\/api\/v1\/field\/photos\/[0-9a-f-]{36}$/)
  expect(await withDatabase((database) => database.count('photos'))).toBe(0)
})

it('says that the browser deleted a photo', async () => {
  await record('c1', {}, new Blob(['image'], { type: 'image/jpeg' }))
  await withDatabase((database) => database.clear('photos'))
  reply = acceptAll
  await send()
  const messages = (await entries()).map(({ state, message }) => [state, message])
  expect(messages).toContainEqual([
    'refused',
    'The browser has deleted this photo before it was sent. Its visit has arrived',
  ])
  expect(messages).toContainEqual(['sent', null])
})

it('keeps a refused event with the reason until it is corrected or deleted', async () => {
  const { event } = await record('c1', { Feedback: 'x' })
  reply = (_path, body) => accepted(eventsIn(body), 'refused', 'Feedback is too short')
  await send()
  expect(await entries()).toMatchObject([{ state: 'refused', message: 'Feedback is too short' }])
  requests.length = 0
  await send()
  expect(eventRequests()).toEqual([])
  reply = acceptAll
  await correctEntry(event.id, { Feedback: 'longer' })
  await send()
  expect(await entries()).toMatchObject([
    { state: 'sent', event: { id: event.id, values: { Feedback: 'longer' } } },
  ])
  // Only a refused event is deleted.
  await discardEntry(event.id)
  expect(await states()).toEqual(['sent'])
})

it('holds back the later events of a customer whose event is to be sent again, and no others', async () => {
  const first = await record('c1')
  for (let at = 0; at < 25; at++) await record(at % 2 ? 'c1' : 'c2')
  reply = (_path, body) => {
    const events = eventsIn(body)
    const results = events.map(({ id, customer: of }) => ({
      id,
      state: of && 'id' in of && of.id === 'c1' ? 'retry' : 'accepted',
      message: null,
      marks: [],
      visit: null,
    }))
    return json({ now: new Date().toISOString(), results })
  }
  expect(await send()).toMatchObject({ sent: 13, isLeft: true })
  reply = acceptAll
  requests.length = 0
  await send()
  expect(eventRequests()[0]![0]!.id).toBe(first.event.id)
})

it('finds the one event for which the server refuses a whole request', async () => {
  const bad = await record('c1', { Feedback: 'bad' })
  await record('c2')
  reply = (_path, body) => {
    const events = eventsIn(body)
    return events.some(({ id }) => id === bad.event.id) ? json({ msg: 'Too large' }, 413) : accepted(events)
  }
  await send()
  expect(await states()).toEqual(['refused', 'sent'])
  expect((await entries())[1]).toMatchObject({ message: 'Too large' })
})

const saveDevice = (key: string | null): Promise<unknown> =>
  withDatabase(async (database) => {
    const device = await database.get('devices', 'a1')
    return database.put('devices', { ...device!, key })
  })

it('sends with the key of the device after the session ended, and waits for a log-in when that is refused', async () => {
  await record('c1')
  await saveDevice('agd_key')
  reply = (path, body, token) =>
    token === 'agd_key' ? acceptAll(path, body, token) : json({ msg: 'Ended' }, 401)
  expect(await send()).toMatchObject({ sent: 1 })
  expect(currentSession().token).toBeNull()
  logIn('a1')
  await record('c2')
  clearSession()
  reply = () => json({ msg: 'Revoked' }, 401)
  expect(await send()).toMatchObject({ sent: 0, isLeft: true })
  requests.length = 0
  expect(await send()).toMatchObject({ sent: 0, isLeft: true })
  expect(requests).toEqual([])
  logIn('a1')
  reply = acceptAll
  await send()
  expect(await states()).toEqual(['sent', 'sent'])
})

it('shows and sends the events of an account to and for no other account', async () => {
  await record('c1')
  logIn('a2')
  expect(await entries()).toEqual([])
  await record('c2')
  reply = acceptAll
  requests.length = 0
  await send()
  expect(
    eventRequests()
      .flat()
      .map(({ account }) => account),
  ).toEqual(['a2'])
  logIn('a1')
  await send()
  expect(requests.at(-1)).toMatchObject({ token: currentSession().token })
  expect(await states()).toEqual(['sent'])
})

it('says that the storage is full, and keeps what was stored', async () => {
  await record('c1')
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(record('c2')).rejects.toThrow(StorageProblem)
  await expect(record('c2')).rejects.toThrow(/storage is full/)
  expect(await states()).toEqual(['waiting'])
})

const packOf = (id: string): PackCustomer => ({
  id,
  code: id,
  name: id,
  phone: '',
  street: '',
  state: 'GJ',
  cityCode: '',
  city: '',
  pin: '',
  soil: '',
  visitInDays: 30,
  lastVisited: null,
  place: null,
  isMine: true,
})

const nothingChanged = { isFull: false, customers: [], ids: null, masters: null, proposals: null }
const firm = { dayOff: null, tiles: null, today: '2026-11-17', timeZone: 'Asia/Kolkata' }
const answerWith = (changes: object, account = 'a1'): Response =>
  json({
    cursor: '1',
    ...nothingChanged,
    ...firm,
    account: { id: account, username: account, employee: null },
    now: new Date().toISOString(),
    ...changes,
  })
const held = (): Promise<string[]> => withDatabase((database) => database.getAllKeys('customers'))
const syncRequests = () => requests.filter(({ path }) => path.endsWith('/sync')).map(({ body }) => body)

it('downloads everything once, then differences, and asks for customers it does not hold', async () => {
  reply = () => answerWith({ cursor: '1', isFull: true, customers: [packOf('c1'), packOf('c2')] })
  await pull(ownSession()!)
  expect(await held()).toEqual(['c1', 'c2'])
  const answers = [
    answerWith({ cursor: '2', ids: ['c2', 'c3'] }),
    answerWith({ cursor: '3', customers: [packOf('c3')] }),
  ]
  reply = () => answers.shift()!
  await pull(ownSession()!)
  expect(await held()).toEqual(['c2', 'c3'])
  expect(syncRequests()).toMatchObject([{ cursor: null }, { cursor: '1' }, { cursor: '2', missing: ['c3'] }])
})

it('asks again for what is missing after the connection broke between two requests', async () => {
  reply = () => answerWith({ cursor: '1', isFull: true, customers: [packOf('c1')] })
  await pull(ownSession()!)
  const answers = [answerWith({ cursor: '2', ids: ['c1', 'c9'] })]
  reply = () => answers.shift() ?? Promise.reject(new TypeError('cut'))
  await expect(pull(ownSession()!)).rejects.toThrow(NotReached)
  reply = () => answerWith({ cursor: '3', customers: [packOf('c9')] })
  await pull(ownSession()!)
  expect(await held()).toEqual(['c1', 'c9'])
})

it('removes the customers when another account logs in, and when the server refuses this device', async () => {
  reply = () => answerWith({ isFull: true, customers: [packOf('c1')] })
  await pull(ownSession()!)
  logIn('a2')
  reply = offline
  await expect(pull(ownSession()!)).rejects.toThrow(NotReached)
  expect(await held()).toEqual([])
  reply = () => answerWith({ isFull: true, customers: [packOf('c2')] }, 'a2')
  await pull(ownSession()!)
  await record('c2')
  reply = () => json({ msg: 'This phone was revoked' }, 403)
  await pull(ownSession()!)
  expect(await held()).toEqual([])
  expect(await states()).toEqual(['waiting'])
})

it('stores nothing that arrives after the log-out', async () => {
  reply = () => {
    clearSession()
    return answerWith({ isFull: true, customers: [packOf('c1')] })
  }
  await pull(ownSession()!)
  expect(await held()).toEqual([])
})

it('removes what was being stored at the log-out', async () => {
  reply = () => answerWith({ isFull: true, customers: [packOf('c1')] })
  const stop = onChange('pack', clearSession)
  await pull(ownSession()!)
  stop()
  expect(await held()).toEqual([])
})

it('compares what was sent with the download by the time of the server, not of a clock that was set meanwhile', async () => {
  const wrong = Date.now() + 30 * 86_400_000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(wrong)
  await record('c1')
  reply = (path, body) =>
    path.endsWith('/sync')
      ? answerWith({ isFull: true, customers: [packOf('c1')], now: '2026-11-17T05:00:02.000Z' })
      : json({
          now: '2026-11-17T05:00:00.000Z',
          results: eventsIn(body).map(({ id }) => ({ id, state: 'accepted' })),
        })
  await send()
  // It is not removed as an old one.
  await send()
  expect(await states()).toEqual(['sent'])
  clock.mockRestore()
  await pull(ownSession()!)
  const info = await withDatabase((database) => database.get('meta', 'pack'))
  expect([(await entries())[0]!.sentAt, info]).toMatchObject([
    '2026-11-17T05:00:00.000Z',
    { syncedAt: '2026-11-17T05:00:02.000Z' },
  ])
})
