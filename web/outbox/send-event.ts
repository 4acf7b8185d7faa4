import type { EventResult, EventsAnswer } from '#domain/api/field/events.ts'
import { eventVersion, type EventKind, type FieldEvent } from '#domain/field/events.ts'
import { referenceOf } from '#domain/field/reference.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/client.ts'
import { SavedBefore } from '../api/drafts/submit-once.ts'
import { ownAccountId } from './account.ts'
import { recordEvent, type NewEvent } from './record-event.ts'
import { announce, onChange } from './store/changes.ts'
import { eventIdOf } from './store/event-id.ts'
import { StorageProblem, withDatabase, type StoredEntry } from './store/database.ts'
import { keepUntilSent, sendNow } from './sync.ts'
import { t } from '#domain/messages/t.ts'

/** An event of a form, with the idempotency key of the form and its moment: both stay however often it is sent. */
export type FormEvent<K extends EventKind = 'visit' | 'plan' | 'undo'> = Pick<
  NewEvent<K>,
  'customer' | 'seen' | 'values'
> & { kind: K; key: string; at: string }

export interface RecordedEvent {
  id: string
  reference: string
  customer: FieldEvent['customer']
  /** Whether the server has it; otherwise this device keeps it until then. */
  isSent: boolean
  /** Resolves when the server has it, or it was removed from this device. */
  whenSent: () => Promise<void>
}

/** Milliseconds that a form waits for the answer of the server. */
const answerTimeout = 10_000

/**
 * Stores an event on this device, sends it, and waits for the answer for a while. Throws `ApiProblem` if the server refused it:
 * it is then removed from this device, because the form still shows it. `onStored` is called when this device keeps it.
 */
export async function sendEvent(given: FormEvent, onStored?: () => void): Promise<RecordedEvent> {
  if (ownAccountId() === undefined)
    throw new ApiProblem(403, { msg: t('Log in to record this. Nothing can be recorded in this view') })
  const { kind, key, at, customer, seen, values } = given
  const event = { id: eventIdOf(key), at, customer, seen, values }
  try {
    await recordEvent(kind, { ...event, awaitedUntil: Date.now() + answerTimeout })
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error
    // This browser stores nothing, as in some private windows.
    return sendDirectly({ ...event, kind })
  }
  onStored?.()
  try {
    const entry = await answerTo(event.id)
    if (entry?.state === 'refused') throw refusalOf(entry)
    return recordedAs(event, entry?.state !== 'waiting')
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error
    // What became of it could not be stored, but the event is: the form must not record it a second time.
    keepUntilSent()
    return recordedAs(event, false)
  }
}

const recordedAs = (
  { id, customer }: Pick<FieldEvent, 'id' | 'customer'>,
  isSent: boolean,
): RecordedEvent => ({
  id,
  reference: referenceOf(id),
  customer,
  isSent,
  whenSent: () => untilChanged(id, ({ state }) => state === 'sent').ended,
})

function refusalOf({
  message,
  errors,
  conflict,
}: Pick<EventResult, 'message' | 'errors' | 'conflict'>): Error {
  if (conflict === 'used') return new SavedBefore(undefined)
  return new ApiProblem(conflict ? 409 : 422, { msg: message ?? '', errors, conflict })
}

const entryOf = (id: string): Promise<StoredEntry | undefined> =>
  withDatabase((database) => database.getFromIndex('outbox', 'id', id))

/** Waits until the entry is as asked for, or gone; `stop` ends it before. */
function untilChanged(
  id: string,
  isReached: (entry: StoredEntry) => boolean,
): { ended: Promise<void>; stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = async (): Promise<void> => {
    const entry = await entryOf(id)
    if (!entry || isReached(entry)) resolve()
  }
  const stopListening = onChange('outbox', () => void check().catch(() => undefined))
  check().catch(() => undefined)
  return { ended: promise.finally(stopListening), stop: resolve }
}

/** Returns the entry as it is after the answer, after the contact failed, or after the timeout. */
async function answerTo(id: string): Promise<StoredEntry | undefined> {
  const { ended, stop } = untilChanged(id, ({ state }) => state !== 'waiting')
  const timer = setTimeout(stop, answerTimeout)
  void sendNow().finally(stop)
  await ended
  clearTimeout(timer)
  return stopWaiting(id)
}

/** The form waits no longer: a refused event is removed, and one that waits is sent as from a phone. */
async function stopWaiting(id: string): Promise<StoredEntry | undefined> {
  const entry = await withDatabase(async (database) => {
    const { store, done } = database.transaction('outbox', 'readwrite', { durability: 'strict' })
    const stored = await store.index('id').get(id)
    if (stored?.state === 'refused') await store.delete(stored.position!)
    else if (stored) {
      const { awaitedUntil: _, ...kept } = stored
      await store.put(kept)
    }
    await done
    return stored
  })
  announce('outbox')
  if (entry?.state === 'waiting') keepUntilSent()
  return entry
}

/** The same event without the outbox. */
async function sendDirectly(
  recorded: Omit<FieldEvent, 'version' | 'account' | 'device'>,
): Promise<RecordedEvent> {
  const { id } = recorded
  // Without a database no device has an id.
  const event = { ...recorded, version: eventVersion, account: ownAccountId(), device: id }
  const body = { device: id, clock: new Date().toISOString(), awaited: [id], events: [event] }
  const { results } = await request<EventsAnswer>('POST', '/api/v1/field/events', { body })
  const result = results.find((each) => each.id === id)
  if (result?.state === 'refused') throw refusalOf(result)
  if (result?.state !== 'accepted' && result?.state !== 'waiting')
    throw new ApiProblem(503, { msg: result?.message ?? '' })
  return recordedAs(recorded, true)
}
