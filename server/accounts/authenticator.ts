import { noAccess, type Actor } from '#domain/access/actor.ts'
import { knownAccess } from '../access/known-access.ts'
import { gather } from '../gather.ts'
import type { Store } from '../store/open-store.ts'
import { actorOfSession, hashToken, readSessions, touchSession, type SessionRow } from './session-store.ts'

export type ActorOfToken = (token: string) => Promise<Actor | undefined>

const mostKept = 10_000

export function authenticator(store: Store, now: () => Date): ActorOfToken {
  const read = store.changeMark ? keptWhileUnchanged(store, store.changeMark) : lookedUpTogether(store)
  const accessOf = knownAccess(store)
  return async (token) => {
    const row = await read(hashToken(token))
    if (!row) return undefined
    const account = { id: row.id, email: row.email, role: row.role_code }
    const access = row.status === 'active' ? await accessOf(account, row.access_mark) : noAccess
    const found = actorOfSession(row, access, now())
    if (found?.stale && found.actor.kind === 'account') {
      const { sessionId } = found.actor
      // Noting the use is a courtesy: when the database cannot be written, people can still read.
      await store.transaction((tx) => touchSession(tx, sessionId, now())).catch(() => {})
    }
    return found?.actor
  }
}

/** Looked up for every request, so that every change of session, account or role acts at once. */
type Read = (hash: string) => Promise<SessionRow | undefined>

/**
 * Where one process owns the database, it can tell for next to nothing whether anything at all was written since it
 * last looked. As long as nothing was, what it read then is what stands there now.
 */
function keptWhileUnchanged(store: Store, changeMark: () => number): Read {
  const kept = new Map<string, SessionRow>()
  let mark = -1
  return async (hash) => {
    const current = changeMark()
    if (current !== mark || kept.size > mostKept) kept.clear()
    mark = current
    const known = kept.get(hash)
    if (known) return known
    const [row] = await readSessions(store.read, store.dialect, [hash])
    if (row && changeMark() === current) kept.set(hash, row)
    return row
  }
}

/**
 * Where a look-up is a question over a wire, those who come while one is under way ask the next one together. What
 * anybody is told was read after he came.
 */
function lookedUpTogether(store: Store): Read {
  const inTurn = gather((hashes) => readSessions(store.read, store.dialect, hashes))
  return async (hash) => (await inTurn(hash)).find((row) => row.token_hash === hash)
}
