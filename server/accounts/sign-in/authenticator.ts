import { noAccess, type Actor } from '#domain/access/actor.ts'
import { accessOf, accessOfToken } from '../../access/access-of-account.ts'
import { cacheAccess } from '../../access/access-cache.ts'
import { batchLookups } from '../../core/batch-lookups.ts'
import type { Db, Dialect } from '../../store/dialect.ts'
import type { Store } from '../../store/store.ts'
import {
  apiTokenPrefix,
  isUsable,
  placesOfToken,
  readApiTokens,
  touchApiToken,
} from '../tokens/api-token-store.ts'
import { actorOfDevice, deviceKeyPrefix, readDeviceKeys } from '../tokens/device-key-store.ts'
import { actorOfSession, hashToken, readSessions, touchSession } from './session-store.ts'

export { apiTokenPrefix } from '../tokens/api-token-store.ts'
export { deviceKeyPrefix } from '../tokens/device-key-store.ts'

export type ActorOfToken = (token: string, address: string) => Promise<Actor | undefined>

const maxCached = 10_000

/** The prefix distinguishes the kinds of tokens, so that either is found by one query. */
export function authenticator(store: Store, now: () => Date): ActorOfToken {
  const [sessionActor, apiTokenActor] = [sessionActors(store, now), apiTokenActors(store, now)]
  const deviceActor = deviceActors(store)
  return (token, address) => {
    if (token.startsWith(apiTokenPrefix)) return apiTokenActor(token, address)
    return token.startsWith(deviceKeyPrefix) ? deviceActor(token, address) : sessionActor(token, address)
  }
}

function sessionActors(store: Store, now: () => Date): ActorOfToken {
  const read = createReader(store, readSessions)
  const known = cacheAccess(store, (db, account: Parameters<typeof accessOf>[1]) => accessOf(db, account))
  return async (token) => {
    const row = await read(hashToken(token))
    if (!row) return undefined
    const account = { id: row.id, email: row.email, role: row.role_code }
    const access = row.status === 'active' ? await known(account, row.access_mark) : noAccess
    const found = actorOfSession(row, access, now())
    if (found?.stale && found.actor.kind === 'account') {
      const { sessionId } = found.actor
      // Recording the use is optional: if the database is read-only, requests can still read.
      await store.transaction((tx) => touchSession(tx, sessionId, now())).catch(() => {})
    }
    return found?.actor
  }
}

function deviceActors(store: Store): ActorOfToken {
  const read = createReader(store, readDeviceKeys)
  const known = cacheAccess(store, (db, account: Parameters<typeof accessOf>[1]) => accessOf(db, account))
  return async (key) => {
    const row = await read(hashToken(key))
    if (!row) return undefined
    const { id, email, role_code: role } = row
    return actorOfDevice(row, await known({ id, email, role }, row.access_mark))
  }
}

function apiTokenActors(store: Store, now: () => Date): ActorOfToken {
  const read = createReader(store, readApiTokens)
  const known = cacheAccess(store, accessOfToken)
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

/** Looked up for every request, so that a changed session, account or role applies at once. */
type ReadRow<Row> = (hash: string) => Promise<Row | undefined>
type ReadRows<Row> = (db: Db, dialect: Dialect, hashes: readonly string[]) => Promise<Row[]>

const createReader = <Row extends { token_hash: string }>(store: Store, many: ReadRows<Row>): ReadRow<Row> =>
  store.changeMark ? cachedWhileUnchanged(store, store.changeMark, many) : batchedLookup(store, many)

/**
 * With SQLite, the process can check cheaply whether anything was written since the last read. While nothing was, the
 * cached rows are current.
 */
function cachedWhileUnchanged<Row>(
  store: Store,
  changeMark: () => number,
  many: ReadRows<Row>,
): ReadRow<Row> {
  const cache = new Map<string, Row>()
  let mark = -1
  return async (hash) => {
    const current = changeMark()
    if (current !== mark || cache.size > maxCached) cache.clear()
    mark = current
    const known = cache.get(hash)
    if (known) return known
    const [row] = await many(store.read, store.dialect, [hash])
    if (row && changeMark() === current) cache.set(hash, row)
    return row
  }
}

/**
 * With PostgreSQL, look-ups that arrive while one is running share the next query. Every result was read after its
 * request arrived.
 */
function batchedLookup<Row extends { token_hash: string }>(store: Store, many: ReadRows<Row>): ReadRow<Row> {
  const lookUp = batchLookups((hashes) => many(store.read, store.dialect, hashes))
  return async (hash) => (await lookUp(hash)).find((row) => row.token_hash === hash)
}
