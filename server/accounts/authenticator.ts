import type { Actor } from '#domain/access/actor.ts'
import type { Store } from '../store/open-store.ts'
import { actorOfSession, readSession, touchSession, type SessionRow } from './session-store.ts'

export type ActorOfToken = (token: string) => Promise<Actor | undefined>

const mostKept = 10_000

export function authenticator(store: Store, now: () => Date): ActorOfToken {
  const read = keptWhileUnchanged(store)
  return async (token) => {
    const row = await read(token)
    const found = row && actorOfSession(row, now())
    if (found?.stale && found.actor.kind === 'account') {
      const { sessionId } = found.actor
      // Noting the use is a courtesy: when the database cannot be written, people can still read.
      await store.transaction((tx) => touchSession(tx, sessionId, now())).catch(() => {})
    }
    return found?.actor
  }
}

/**
 * Where one process owns the database, it can tell for next to nothing whether anything at all was written since it
 * last looked. As long as nothing was, what it read then is what stands there now.
 */
function keptWhileUnchanged(store: Store): (token: string) => Promise<SessionRow | undefined> {
  const { changeMark } = store
  const read = (token: string): Promise<SessionRow | undefined> =>
    readSession(store.read, store.dialect, token)
  if (!changeMark) return read
  const kept = new Map<string, SessionRow>()
  let mark = -1
  return async (token) => {
    const current = changeMark()
    if (current !== mark || kept.size > mostKept) kept.clear()
    mark = current
    const known = kept.get(token)
    if (known) return known
    const row = await read(token)
    if (row && changeMark() === current) kept.set(token, row)
    return row
  }
}
