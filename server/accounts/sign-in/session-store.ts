import { createHash, randomBytes } from 'node:crypto'
import { sql, type CompiledQuery } from 'kysely'
import type { Access, Actor } from '#domain/access/actor.ts'
import type { SessionView } from '#domain/api/accounts/account.ts'
import type { Db, Dialect, Tx } from '../../store/dialect.ts'
import { newId } from '../../store/new-id.ts'
import { genericPlan } from '../../store/postgres/plan-mode.ts'
import { padToBucket, runPrepared } from '../../store/query/prepared.ts'
import type { Tables } from '../../store/tables/tables.ts'

const hours = 3600
const days = 24 * hours

/** The idle and absolute lifetime of a session. Field staff may be offline for days. */
const fieldLifetime = { idle: 7 * days, absolute: 30 * days }
const defaultLifetime = { idle: 8 * hours, absolute: 24 * hours }
const hasOnlyFieldRole = (roles: readonly (string | null)[]): boolean =>
  roles.every((role) => role === 'FIELD')

/** The prefix lets secret scanners recognise a leaked token. */
const newToken = (): string => `agd_${randomBytes(32).toString('base64url')}`

// Only the hash is stored, so that reading the table does not allow a login.
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export interface SessionOwner {
  accountId: string
  role: string | null
  address: string
  device: string
  /** The provider of single sign-on, unless the password was entered. */
  provider?: string | undefined
}

export async function openSession(tx: Tx, owner: SessionOwner, now: Date): Promise<string> {
  const token = newToken()
  const { idle, absolute } = hasOnlyFieldRole([owner.role]) ? fieldLifetime : defaultLifetime
  await tx
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      id: newId(now),
      account_id: owner.accountId,
      created_at: now.toISOString(),
      used_at: now.toISOString(),
      expires_at: new Date(now.getTime() + absolute * 1000).toISOString(),
      idle_seconds: idle,
      address: owner.address,
      device: owner.device,
      provider: owner.provider ?? null,
    })
    .execute()
  return token
}

/** A session with its account and role, as they are stored. */
export interface SessionRow
  extends
    Pick<
      Tables['session'],
      'token_hash' | 'created_at' | 'used_at' | 'expires_at' | 'idle_seconds' | 'provider'
    >,
    Pick<Tables['account'], 'id' | 'username' | 'email' | 'status' | 'role_code' | 'language'> {
  session_id: string
  access_mark: string | null
}

/** Reads sessions with their accounts and roles by token hash, in one indexed query. */
export async function readSessions(
  db: Db,
  dialect: Dialect,
  hashes: readonly string[],
): Promise<SessionRow[]> {
  const paddedHashes = padToBucket(hashes)
  const build = (): CompiledQuery<SessionRow> =>
    sql<SessionRow>`select ${genericPlan}
      s.token_hash, s.id as session_id, s.created_at, s.used_at, s.expires_at, s.idle_seconds, s.provider, a.id, a.username, a.email, a.status, a.role_code, a.language,
      (select value from setting where name = 'access mark') as access_mark
      from session as s join account as a on a.id = s.account_id
      where s.token_hash in (${sql.join(paddedHashes)})`.compile(db)
  return runPrepared(db, dialect, `sessions of ${paddedHashes.length} tokens`, build, paddedHashes)
}

/** A log-in at the provider counts as the second factor that a role requires: such accounts may have no password to add one. */
export function accessAfterSignOn({ secondFactor, ...access }: Access): Access {
  return secondFactor === 'required' ? { ...access, secondFactor } : access
}

/** The current actor of a session; undefined when it has ended. */
export function actorOfSession(
  row: SessionRow,
  access: Access,
  now: Date,
): { actor: Actor; stale: boolean } | undefined {
  if (row.status === 'disabled' || now.toISOString() >= row.expires_at) return undefined
  const since = (moment: string): number => (now.getTime() - Date.parse(moment)) / 1000
  const unused = since(row.used_at)
  if (unused > row.idle_seconds) return undefined
  // Roles of the masters apply at once, also to existing sessions.
  const hasOfficeRole = !hasOnlyFieldRole(access.roles)
  if (hasOfficeRole && (unused > defaultLifetime.idle || since(row.created_at) > defaultLifetime.absolute))
    return undefined
  const actor: Actor = {
    kind: 'account',
    id: row.id,
    name: row.username,
    email: row.email,
    status: row.status,
    role: row.role_code,
    language: row.language,
    sessionId: row.session_id,
    access: row.provider === null ? access : accessAfterSignOn(access),
  }
  // The use is recorded at most once a minute, so that reads rarely write.
  return { actor, stale: unused > 60 }
}

export async function touchSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('session').set({ used_at: now.toISOString() }).where('id', '=', sessionId).execute()
}

export async function sessionsOf(db: Db, accountId: string, now: Date): Promise<SessionView[]> {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('used_at', 'desc')
    .execute()
  // An idle session has expired even though its row still exists.
  const usable = rows.filter((row) => now.getTime() - Date.parse(row.used_at) <= row.idle_seconds * 1000)
  return usable.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    usedAt: row.used_at,
    address: row.address,
    device: row.device,
  }))
}

/** Locks a session until the transaction ends; false if it has ended. */
export async function lockSession(tx: Tx, { updateLock }: Dialect, sessionId: string): Promise<boolean> {
  const session = tx.selectFrom('session').select('id').where('id', '=', sessionId)
  return (await session.modifyEnd(sql.raw(updateLock)).executeTakeFirst()) !== undefined
}

/** Ends one session of an account, all but one, or all of them. */
export async function endSessions(
  tx: Tx,
  accountId: string,
  which: { only?: string; except?: string },
): Promise<number> {
  let query = tx.deleteFrom('session').where('account_id', '=', accountId)
  // Their devices get no push messages any more.
  let devices = tx.deleteFrom('push_subscription').where('account_id', '=', accountId)
  if (which.only !== undefined) {
    query = query.where('id', '=', which.only)
    devices = devices.where('session_id', '=', which.only)
  }
  if (which.except !== undefined) {
    query = query.where('id', '<>', which.except)
    devices = devices.where('session_id', '<>', which.except)
  }
  await devices.execute()
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

/** The URL of a calendar feed gives the same access as a session, and was visible in one. */
export async function deleteFeedOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('calendar_feed').where('account_id', '=', accountId).execute()
}

export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('session').where('expires_at', '<', now.toISOString()).execute()
}
