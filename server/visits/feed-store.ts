import { createHash } from 'node:crypto'
import type { Actor } from '#domain/access/actor.ts'
import { accessOf } from '../access/access-of-account.ts'
import type { Db, Tx } from '../store/dialect.ts'

/** Found by its hash: how long the search takes says nothing about the secret. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export async function keepFeed(tx: Tx, accountId: string, secret: string, now: string): Promise<void> {
  const feed = { token_hash: hashOf(secret), created_at: now }
  await tx
    .insertInto('calendar_feed')
    .values({ ...feed, account_id: accountId })
    // One each, also when two tabs ask at once: the later address is the one that works.
    .onConflict((is) => is.column('account_id').doUpdateSet(feed))
    .execute()
}

export async function feedMadeAt(db: Db, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_feed')
    .select('created_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? String(row['created_at']) : null
}

export async function forgetFeed(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('calendar_feed').where('account_id', '=', accountId).execute()
}

type Person = Extract<Actor, { kind: 'account' }>

/** Whose calendar it is, as that account stands now. */
export async function ownerOfFeed(db: Db, secret: string): Promise<Person | undefined> {
  const row = await db
    .selectFrom('calendar_feed as feed')
    .innerJoin('account', 'account.id', 'feed.account_id')
    .select(['account.id', 'account.username', 'account.email', 'account.status', 'account.role_code'])
    .where('feed.token_hash', '=', hashOf(secret))
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
