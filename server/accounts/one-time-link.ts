import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '../store/dialect.ts'
import { hashToken } from './sign-in/session-store.ts'

/** What a link can be used for. */
export type LinkPurpose = 'first administrator' | 'password reset' | 'invitation' | 'single sign-on'

interface NewLink {
  purpose: LinkPurpose
  minutes: number
  now: Date
  accountId?: string
}

export interface OneTimeLink {
  token: string
  expiresAt: string
}

/** Stores only the hash of the token, so that reading the table does not reveal the link. */
export async function createLink(tx: Tx, link: NewLink): Promise<OneTimeLink> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(link.now.getTime() + link.minutes * 60_000).toISOString()
  await tx
    .insertInto('one_time_link')
    .values({
      token_hash: hashToken(token),
      purpose: link.purpose,
      expires_at: expiresAt,
      account_id: link.accountId ?? null,
    })
    .execute()
  return { token, expiresAt }
}

/** The account of a link; undefined when it is expired, used or unknown. */
export async function accountOfLink(
  db: Db,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('one_time_link')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row?.account_id ?? undefined
}

/** Deletes a valid link; true for exactly one caller. */
export async function consumeLink(tx: Tx, purpose: LinkPurpose, token: string, now: Date): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('one_time_link')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

export async function deleteLinksOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('one_time_link').where('account_id', '=', accountId).execute()
}

export async function deleteExpiredLinks(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('one_time_link').where('expires_at', '<', now.toISOString()).execute()
}
