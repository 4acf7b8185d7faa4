import type { Actor } from '#domain/access/actor.ts'
import { idOfActor, nameOfActor } from '#domain/access/actor.ts'
import { noteEvent } from '../store/audit-store.ts'
import type { Author } from '../store/history-store.ts'
import type { Store } from '../store/open-store.ts'

const quarterOfAnHour = 15 * 60 * 1000
const mostKept = 1000

/** Writes down who looks as whom: once for a stretch of looking, not for each of its requests. */
export function lookingAs(store: Store): (author: Author, as: Actor) => Promise<void> {
  const last = new Map<string, number>()
  return async (author, as) => {
    const record = idOfActor(as) ?? ''
    const key = `${idOfActor(author.actor)} ${record} ${author.address}`
    const now = author.now().getTime()
    const isOngoing = now - (last.get(key) ?? -Infinity) < quarterOfAnHour
    if (last.size > mostKept) last.clear()
    if (!isOngoing)
      await store.transaction(async (tx) =>
        noteEvent(tx, author, {
          action: 'view as',
          entity: 'account',
          record,
          details: { as: nameOfActor(as) },
        }),
      )
    last.set(key, now)
  }
}
