import { useSyncExternalStore } from 'react'
import type { FieldEvent } from '#domain/field/events.ts'
import { ownAccountId } from './account.ts'
import { announce, currentActivity } from './store/changes.ts'
import { withDatabase, type OutboxEntry, type StoredEntry } from './store/database.ts'
import { liveValue } from './store/live-value.ts'
import { sendSoon } from './sync.ts'
import { t } from '#domain/messages/t.ts'

export type { OutboxEntry } from './store/database.ts'

const none: readonly OutboxEntry[] = []

/** Of events that were sent and removed, read with the entries. */
let sentIds: ReadonlySet<string> = new Set()

/** The events of the account that is logged in, the newest first. */
export const outboxEntries = liveValue(none, ['outbox', 'status'], async () => {
  const account = ownAccountId()
  if (account === undefined) return []
  const stored = await withDatabase(async (database) => {
    sentIds = new Set(await database.getAllKeys('sentIds'))
    return database.getAll('outbox')
  })
  const { sending } = currentActivity()
  return stored
    .filter((entry) => entry.account === account)
    .map((entry) => (sending.includes(entry.id) ? { ...entry, state: 'sending' as const } : entry))
    .toReversed()
})

export const useOutbox = (): readonly OutboxEntry[] =>
  useSyncExternalStore(outboxEntries.subscribe, outboxEntries.get, () => none)

/** Whether an event is stored or was sent. The entries must have been read. */
export const isRecorded = (id: string): boolean =>
  sentIds.has(id) || outboxEntries.get().some(({ event }) => event.id === id)

/** Whether the entries were read from the database. */
export const isOutboxRead = (entries: readonly OutboxEntry[]): boolean => entries !== none

/** Changes the entry of a refused event; returns whether it still was refused. */
async function change(id: string, next: (entry: StoredEntry) => StoredEntry): Promise<boolean> {
  const isRefused = await withDatabase(async (database) => {
    const { store, done } = database.transaction('outbox', 'readwrite', { durability: 'strict' })
    const entry = await store.index('id').get(id)
    const isOwn = entry?.state === 'refused' && entry.account === ownAccountId()
    if (isOwn) await store.put(next(entry))
    await done
    return isOwn
  })
  announce('outbox')
  sendSoon()
  return isRefused
}

/** Sends a refused event again as it is. */
export async function retryEntry(id: string): Promise<void> {
  await change(id, (entry) => ({ ...entry, state: 'waiting', message: null }))
}

/**
 * Sends a refused event again with other values; it keeps its id and its reference. Throws an error with a sentence when it
 * is no longer refused, as after a correction in another tab.
 */
export async function correctEntry(id: string, values: FieldEvent['values']): Promise<void> {
  const isChanged = await change(id, (entry) => ({
    ...entry,
    event: Object.assign({ ...entry.event }, { values }),
    state: 'waiting',
    message: null,
  }))
  if (!isChanged) throw new Error(t('This was corrected or deleted meanwhile. The outbox shows what is sent'))
}

/** Deletes a refused event, and its photos. Ask before: there is no other copy. */
export async function discardEntry(id: string): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction(['outbox', 'photos'], 'readwrite')
    const outbox = transaction.objectStore('outbox')
    const all = await outbox.getAll()
    const own = all.find((entry) => entry.id === id && entry.state === 'refused')
    const photos = own ? all.filter(({ event }) => event.kind === 'photo' && event.values.event === id) : []
    for (const entry of own ? [own, ...photos] : []) {
      await outbox.delete(entry.position!)
      await transaction.objectStore('photos').delete(entry.id)
    }
    await transaction.done
  })
  announce('outbox')
}

/** What was recorded, as text to be copied into a message. */
export function entryAsText({ event, reference }: OutboxEntry): string {
  const lines = Object.entries(event.values).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return []
    return [`${name.replaceAll('_', ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`]
  })
  const customer = event.customer && 'id' in event.customer ? event.customer.id : undefined
  return [
    t('{reference}, recorded {at}', { reference, at: event.at }),
    ...(customer === undefined ? [] : [t('Customer: {customer}', { customer })]),
    ...lines,
  ].join('\n')
}
