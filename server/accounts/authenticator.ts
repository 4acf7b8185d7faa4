import { noAccess, type Actor } from '#domain/access/actor.ts'
import { accessOf, accessOfToken } from '../access/access-of-account.ts'
import { knownAccess } from '../access/known-access.ts'
import { gather } from '../gather.ts'
import type { Db, Dialect } from '../store/dialect.ts'
import type { Store } from '../store/open-store.ts'
import { apiTokenPrefix, isUsable, placesOfToken, readApiTokens, touchApiToken } from './api-token-store.ts'
import { actorOfSession, hashToken, readSessions, touchSession } from './session-store.ts'

export { apiTokenPrefix } from './api-token-store.ts'

export type ActorOfToken = (token: string, address: string) => Promise<Actor | undefined>

const mostKept = 10_000

/** Its prefix says what a token is, so that either is found by one read. */
export function authenticator(store: Store, now: () => Date): ActorOfToken {
  const [ofSession, ofApiToken] = [sessionActors(store, now), apiTokenActors(store, now)]
  return (token, address) =>
    token.startsWith(apiTokenPrefix) ? ofApiToken(token, address) : ofSession(token, address)
}

function sessionActors(store: Store, now: () => Date): ActorOfToken {
  const read = reading(store, readSessions)
  const known = knownAccess(store, (db, account: Parameters<typeof accessOf>[1]) => accessOf(db, account))
  return async (token) => {
    const row = await read(hashToken(token))
    if (!row) return undefined
    const account = { id: row.id, email: row.email, role: row.role_code }
    const access = row.status === 'active' ? await known(account, row.access_mark) : noAccess
    const found = actorOfSession(row, access, now())
    if (found?.stale && found.actor.kind === 'account') {
      const { sessionId } = found.actor
      // Noting the use is a courtesy: when the database cannot be written, people can still read.
      await store.transaction((tx) => touchSession(tx, sessionId, now())).catch(() => {})
    }
    return found?.actor
  }
}

function apiTokenActors(store: Store, now: () => Date): ActorOfToken {
  const read = reading(store, readApiTokens)
  const known = knownAccess(store, accessOfToken)
  return async (token, address) => {
    const row = await read(hashToken(token))
    if (!row || !isUsable(row, now())) return undefined
    const { id, name, role_code: role } = row
    const actor: Actor = {
      kind: 'token',
      id,
      name,
      access: await known({ id, role, places: placesOfToken(row) }, row.access_mark),
    }
    await touchApiToken(store, row, { actor, address, requestId: null, now })
    return actor
  }
}

/** Looked up for every request, so that every change of session, account or role acts at once. */
type Read<Found> = (hash: string) => Promise<Found | undefined>
type ReadMany<Found> = (db: Db, dialect: Dialect, hashes: readonly string[]) => Promise<Found[]>

const reading = <Found extends { token_hash: string }>(store: Store, many: ReadMany<Found>): Read<Found> =>
  store.changeMark ? keptWhileUnchanged(store, store.changeMark, many) : lookedUpTogether(store, many)

/**
 * Where one process owns the database, it can tell for next to nothing whether anything at all was written since it
 * last looked. As long as nothing was, what it read then is what stands there now.
 */
function keptWhileUnchanged<Found>(
  store: Store,
  changeMark: () => number,
  many: ReadMany<Found>,
): Read<Found> {
  const kept = new Map<string, Found>()
  let mark = -1
  return async (hash) => {
    const current = changeMark()
    if (current !== mark || kept.size > mostKept) kept.clear()
    mark = current
    const known = kept.get(hash)
    if (known) return known
    const [row] = await many(store.read, store.dialect, [hash])
    if (row && changeMark() === current) kept.set(hash, row)
    return row
  }
}

/**
 * Where a look-up is a question over a wire, those who come while one is under way ask the next one together. What
 * anybody is told was read after he came.
 */
function lookedUpTogether<Found extends { token_hash: string }>(
  store: Store,
  many: ReadMany<Found>,
): Read<Found> {
  const inTurn = gather((hashes) => many(store.read, store.dialect, hashes))
  return async (hash) => (await inTurn(hash)).find((row) => row.token_hash === hash)
}
