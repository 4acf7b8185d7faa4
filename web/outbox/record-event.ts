import { maxEventBytes, eventVersion, type EventKind, type FieldEvent } from '#domain/field/events.ts'
import { referenceOf } from '#domain/field/reference.ts'
import { SavedBefore } from '../api/drafts/submit-once.ts'
import { newEventId } from './store/event-id.ts'
import { ownAccountId } from './account.ts'
import { announce } from './store/changes.ts'
import { withDatabase, type OutboxEntry, type StoredEntry } from './store/database.ts'
import { deviceOf } from './store/device.ts'
import { sendSoon } from './sync.ts'
import { t } from '#domain/messages/t.ts'

export interface NewEvent<K extends EventKind> {
  customer: FieldEvent<K>['customer']
  /** The open plan that the screen showed. */
  seen: FieldEvent<K>['seen']
  values: FieldEvent<K>['values']
  /** The name of the customer, for the outbox. */
  name?: string | undefined
  /** A photo of the visit; it is sent after it. */
  photo?: Blob | undefined
  /** By default a new one. `eventIdOf` the key of a draft: it is stored once, also when the draft outlived a killed browser. */
  id?: string | undefined
  /** When it was recorded; by default now. */
  at?: string
  /** Until when a form waits for the answer; see `StoredEntry`. */
  awaitedUntil?: number
}

/** What was recorded, without the moment. */
const contentOf = ({ kind, customer, seen, values }: FieldEvent): string =>
  JSON.stringify([kind, customer, seen, values])

const entryOf = (event: FieldEvent, name: string | undefined): StoredEntry => ({
  id: event.id,
  account: event.account,
  event,
  reference: referenceOf(event.id),
  state: 'waiting',
  message: null,
  marks: [],
  sentAt: null,
  visit: null,
  name,
})

/**
 * Stores an event on this device, and starts to send it. Resolves when it is written to the disk, before it is sent; throws
 * an error with a sentence when it could not be stored, and `SavedBefore` when its id was recorded with another content.
 */
export async function recordEvent<K extends EventKind>(kind: K, recorded: NewEvent<K>): Promise<OutboxEntry> {
  const [entry] = await recordTogether(kind, [recorded])
  return entry!
}

/** Stores several events in one transaction: all of them, or none. */
export async function recordTogether<K extends EventKind>(
  kind: K,
  recorded: readonly NewEvent<K>[],
): Promise<OutboxEntry[]>
// Declared for one kind, because the members are the same for all.
export async function recordTogether(
  kind: 'visit',
  recorded: readonly NewEvent<'visit'>[],
): Promise<OutboxEntry[]> {
  const account = ownAccountId()
  if (account === undefined) throw new Error(t('Log in to record this. Nothing can be recorded in this view'))
  const entries = await withDatabase(async (database) => {
    const { id: device } = await deviceOf(database, account)
    const now = new Date().toISOString()
    const events = recorded.map((each) => ({
      ...each,
      event: eventOf(kind, { version: eventVersion, account, device, at: each.at ?? now }, each),
    }))
    if (events.some(({ event }) => new Blob([JSON.stringify(event)]).size > maxEventBytes))
      throw new Error(t('This is too long to be sent. Shorten the remarks, then save again'))
    const transaction = database.transaction(['outbox', 'photos', 'sentIds'], 'readwrite', {
      durability: 'strict',
    })
    const outbox = transaction.objectStore('outbox')
    const writes: Promise<unknown>[] = []
    const stored: StoredEntry[] = []
    for (const { event, name, photo, awaitedUntil } of events) {
      const known = await outbox.index('id').get(event.id)
      const isOther = known
        ? contentOf(known.event) !== contentOf(event)
        : (await transaction.objectStore('sentIds').getKey(event.id)) !== undefined
      if (isOther) {
        transaction.abort()
        await transaction.done.catch(() => undefined)
        throw new SavedBefore(known)
      }
      if (known && known.state !== 'refused') {
        stored.push(known)
        continue
      }
      if (known) await outbox.delete(known.position!)
      const entry = { ...entryOf(event, name), ...(awaitedUntil !== undefined && { awaitedUntil }) }
      stored.push(entry)
      writes.push(outbox.add(entry))
      if (!photo) continue
      const photoEvent = photoOf(event)
      writes.push(
        outbox.add(entryOf(photoEvent, name)),
        transaction.objectStore('photos').put(photo, photoEvent.id),
      )
    }
    await Promise.all([...writes, transaction.done])
    return stored
  })
  announce('outbox')
  if (recorded.every(({ awaitedUntil }) => awaitedUntil === undefined)) sendSoon()
  return entries
}

type Recording = Pick<FieldEvent, 'version' | 'account' | 'device' | 'at'>

const eventOf = (
  kind: 'visit',
  base: Recording,
  { id = newEventId(), customer, seen, values }: NewEvent<'visit'>,
): FieldEvent => ({
  ...base,
  customer,
  id,
  kind,
  // A plan that was made on this device has no Visit_ID before it is sent.
  seen: seen?.Visit_ID ? seen : null,
  values,
})

const photoOf = ({ id, ...event }: FieldEvent): FieldEvent => ({
  ...event,
  seen: null,
  id: newEventId(),
  kind: 'photo',
  values: { event: id },
})
