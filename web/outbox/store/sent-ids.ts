import { withDatabase, type StoredEntry } from './database.ts'

/** How long they are kept, in milliseconds. */
const keptFor = 60 * 86_400_000

/**
 * Removes sent events from the outbox and keeps their ids: browsers write drafts to the disk later than events, so a draft
 * may come back after a kill, and must not be recorded again.
 */
export async function removeSent(isRemoved: (entry: StoredEntry) => boolean): Promise<void> {
  await withDatabase(async (database) => {
    const removed = (await database.getAll('outbox')).filter(
      (entry) => entry.state === 'sent' && isRemoved(entry),
    )
    if (removed.length === 0) return
    const transaction = database.transaction(['outbox', 'sentIds'], 'readwrite', { durability: 'strict' })
    const ids = transaction.objectStore('sentIds')
    const now = Date.now()
    for (const { id, at } of await ids.getAll()) if (Math.abs(now - at) > keptFor) await ids.delete(id)
    for (const { id, position } of removed) {
      await ids.put({ id, at: now })
      await transaction.objectStore('outbox').delete(position!)
    }
    await transaction.done
  })
}
