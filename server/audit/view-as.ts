import type { Actor } from '#domain/access/actor.ts'
import { idOfActor, nameOfActor } from '#domain/access/actor.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import type { Author } from '../store/history/history-store.ts'
import type { Store } from '../store/store.ts'

const viewInterval = 15 * 60 * 1000
const maxCached = 1000

/** Records that an account views the product as another account: once per interval, not for each request. */
export function createViewAsRecorder(store: Store): (author: Author, as: Actor) => Promise<void> {
  const last = new Map<string, number>()
  return async (author, as) => {
    const record = idOfActor(as) ?? ''
    const key = `${idOfActor(author.actor)} ${record} ${author.address}`
    const now = author.now().getTime()
    const isOngoing = now - (last.get(key) ?? -Infinity) < viewInterval
    if (last.size > maxCached) last.clear()
    if (!isOngoing)
      await store.transaction(async (tx) =>
        recordEvent(tx, author, {
          action: 'view as',
          entity: 'account',
          record,
          details: { as: nameOfActor(as) },
        }),
      )
    last.set(key, now)
  }
}
