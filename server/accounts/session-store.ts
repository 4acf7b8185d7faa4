import { createHash, randomBytes } from 'node:crypto'
import { sql, type CompiledQuery } from 'kysely'
import type { Access, AccountStatus, Actor } from '#domain/access/actor.ts'
import type { Db, Dialect, Row, Tx } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import { onePlan } from '../store/one-plan.ts'
import { inFewSizes, runPrepared } from '../store/prepared.ts'

const hours = 3600
const days = 24 * hours

/** How long a session lasts unused, and at most. Field staff are out of reach of a login screen for days. */
const ofField = { idle: 7 * days, absolute: 30 * days }
const ordinary = { idle: 8 * hours, absolute: 24 * hours }
const isOnlyField = (roles: readonly (string | null)[]): boolean => roles.every((role) => role === 'FIELD')

/** The prefix lets a scanner recognise a token that was pasted where it does not belong. */
const newToken = (): string => `agd_${randomBytes(32).toString('base64url')}`

// Only this is stored: who reads the table cannot log in with what stands there.
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export interface SessionOwner {
  accountId: string
  role: string | null
  address: string
  device: string
}

export async function openSession(tx: Tx, owner: SessionOwner, now: Date): Promise<string> {
  const token = newToken()
  const { idle, absolute } = isOnlyField([owner.role]) ? ofField : ordinary
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
    })
    .execute()
  return token
}

/** A session with its account and role, as they are stored. */
export interface SessionRow {
  token_hash: string
  session_id: string
  created_at: string
  used_at: string
  expires_at: string
  idle_seconds: number
  id: string
  username: string
  email: string
  status: AccountStatus
  role_code: string | null
  access_mark: string | null
}

/** Sessions, accounts and roles as they are now: one indexed read, by what stands for the tokens. */
export async function readSessions(
  db: Db,
  dialect: Dialect,
  hashes: readonly string[],
): Promise<SessionRow[]> {
  const wanted = inFewSizes(hashes)
  const build = (): CompiledQuery<unknown> =>
    sql`select ${onePlan}
      s.token_hash, s.id as session_id, s.created_at, s.used_at, s.expires_at, s.idle_seconds, a.id, a.username, a.email, a.status, a.role_code,
      (select value from setting where name = 'access mark') as access_mark
      from session as s join account as a on a.id = s.account_id
      where s.token_hash in (${sql.join(wanted)})`.compile(db)
  const rows = await runPrepared(db, dialect, `sessions of ${wanted.length} tokens`, build, wanted)
  return rows as unknown as SessionRow[]
}

/** Who that is at this moment; undefined when the session is over. */
export function actorOfSession(
  row: SessionRow,
  access: Access,
  now: Date,
): { actor: Actor; stale: boolean } | undefined {
  if (row.status === 'disabled' || now.toISOString() >= row.expires_at) return undefined
  const since = (moment: string): number => (now.getTime() - Date.parse(moment)) / 1000
  const unused = since(row.used_at)
  if (unused > row.idle_seconds) return undefined
  // What the masters give acts at once, on sessions that were opened before as well.
  const isOfOffice = !isOnlyField(access.roles)
  if (isOfOffice && (unused > ordinary.idle || since(row.created_at) > ordinary.absolute)) return undefined
  const actor: Actor = {
    kind: 'account',
    id: row.id,
    name: row.username,
    email: row.email,
    status: row.status,
    role: row.role_code,
    sessionId: row.session_id,
    access,
  }
  // Written down at most once a minute: reading must not become writing.
  return { actor, stale: unused > 60 }
}

export async function touchSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('session').set({ used_at: now.toISOString() }).where('id', '=', sessionId).execute()
}

export interface SessionView {
  id: string
  createdAt: string
  usedAt: string
  address: string
  device: string
}

export async function sessionsOf(db: Db, accountId: string, now: Date): Promise<SessionView[]> {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('used_at', 'desc')
    .execute()
  // One that lay unused for too long opens nothing any more, though its row is still there.
  const isUsable = (row: Row): boolean =>
    now.getTime() - Date.parse(String(row['used_at'])) <= Number(row['idle_seconds']) * 1000
  return rows.filter(isUsable).map((row) => ({
    id: String(row['id']),
    createdAt: String(row['created_at']),
    usedAt: String(row['used_at']),
    address: String(row['address']),
    device: String(row['device']),
  }))
}

/** Ends one session of an account, all but one, or all of them. */
export async function endSessions(
  tx: Tx,
  accountId: string,
  which: { only?: string; but?: string },
): Promise<number> {
  let query = tx.deleteFrom('session').where('account_id', '=', accountId)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.but !== undefined) query = query.where('id', '<>', which.but)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

/** The address and the password of a calendar open what a session does, and are known to whoever held one. */
export async function forgetFeedOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('calendar_feed').where('account_id', '=', accountId).execute()
}

export async function forgetEndedSessions(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('session').where('expires_at', '<', now.toISOString()).execute()
}
