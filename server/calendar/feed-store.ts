import { createHash } from 'node:crypto'
import type { Actor } from '#domain/access/actor.ts'
import type { FeedState } from '#domain/api/visits/calendar-feed.ts'
import { accessOf } from '../access/access-of-account.ts'
import type { Db, Tx } from '../store/dialect.ts'

/** Looked up by hash, so that timing reveals nothing about the secret. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The two keys of a calendar: the secret in its address, and the password for the address without a secret. */
export interface FeedKeys {
  secret: string
  password: string
}

export async function saveFeed(tx: Tx, accountId: string, keys: FeedKeys, now: string): Promise<void> {
  const feed = {
    token_hash: hashOf(keys.secret),
    password_hash: hashOf(keys.password),
    created_at: now,
  }
  await tx
    .insertInto('calendar_feed')
    .values({ ...feed, account_id: accountId })
    // One feed per account, even when two tabs create one at once: the later address is valid.
    .onConflict((oc) => oc.column('account_id').doUpdateSet(feed))
    .execute()
}

export async function stateOfFeed(db: Db, accountId: string): Promise<FeedState> {
  const row = await db
    .selectFrom('calendar_feed')
    .select(['created_at', 'password_hash'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return {
    createdAt: row ? row.created_at : null,
    hasPassword: typeof row?.password_hash === 'string',
  }
}

export async function deleteFeed(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('calendar_feed').where('account_id', '=', accountId).execute()
}

type AccountActor = Extract<Actor, { kind: 'account' }>

/**
 * The owner of the calendar with its current status and access. Each key is valid only for its own kind of request.
 */
export async function ownerOfFeed(
  db: Db,
  key: 'token_hash' | 'password_hash',
  secret: string,
): Promise<AccountActor | undefined> {
  const row = await db
    .selectFrom('calendar_feed as feed')
    .innerJoin('account', 'account.id', 'feed.account_id')
    .select([
      'account.id',
      'account.username',
      'account.email',
      'account.status',
      'account.role_code',
      'account.language',
    ])
    .where(`feed.${key}`, '=', hashOf(secret))
    .executeTakeFirst()
  if (!row) return undefined
  const account = {
    id: row.id,
    email: row.email,
    role: row.role_code,
  }
  return {
    kind: 'account',
    ...account,
    name: row.username,
    status: row.status,
    language: row.language,
    sessionId: '',
    access: await accessOf(db, account),
  }
}
