import { createHash } from 'node:crypto'
import type { Actor } from '#domain/access/actor.ts'
import { accessOf } from '../access/access-of-account.ts'
import type { Db, Tx } from '../store/dialect.ts'

/** Found by its hash: how long the search takes says nothing about the secret. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** What opens a calendar: the word in its address, and the password at the address that has none. */
export interface FeedKeys {
  secret: string
  password: string
}

export async function keepFeed(tx: Tx, accountId: string, keys: FeedKeys, now: string): Promise<void> {
  const feed = {
    token_hash: hashOf(keys.secret),
    password_hash: hashOf(keys.password),
    created_at: now,
  }
  await tx
    .insertInto('calendar_feed')
    .values({ ...feed, account_id: accountId })
    // One each, also when two tabs ask at once: the later address is the one that works.
    .onConflict((is) => is.column('account_id').doUpdateSet(feed))
    .execute()
}

export interface FeedState {
  createdAt: string | null
  /** One made before calendars had passwords has its address only. */
  hasPassword: boolean
}

export async function stateOfFeed(db: Db, accountId: string): Promise<FeedState> {
  const row = await db
    .selectFrom('calendar_feed')
    .select(['created_at', 'password_hash'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return {
    createdAt: row ? String(row['created_at']) : null,
    hasPassword: typeof row?.['password_hash'] === 'string',
  }
}

export async function forgetFeed(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('calendar_feed').where('account_id', '=', accountId).execute()
}

type Person = Extract<Actor, { kind: 'account' }>

/** Whose calendar it is, as that account stands now. Neither key opens what the other one does. */
export async function ownerOfFeed(
  db: Db,
  key: 'token_hash' | 'password_hash',
  word: string,
): Promise<Person | undefined> {
  const row = await db
    .selectFrom('calendar_feed as feed')
    .innerJoin('account', 'account.id', 'feed.account_id')
    .select(['account.id', 'account.username', 'account.email', 'account.status', 'account.role_code'])
    .where(`feed.${key}`, '=', hashOf(word))
    .executeTakeFirst()
  if (!row) return undefined
  const account = {
    id: String(row['id']),
    email: String(row['email']),
    role: row['role_code'] as string | null,
  }
  return {
    kind: 'account',
    ...account,
    name: String(row['username']),
    status: row['status'] as Person['status'],
    sessionId: '',
    access: await accessOf(db, account),
  }
}
