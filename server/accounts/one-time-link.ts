import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '../store/dialect.ts'
import { hashToken } from './session-store.ts'

/** What a link is good for: to become the first administrator, to choose a new password, or to open the account one was invited to. */
export type LinkPurpose = 'first administrator' | 'password reset' | 'invitation'

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

/** Only the hash of its word is stored: who reads the table cannot follow the link. */
export async function makeLink(tx: Tx, link: NewLink): Promise<OneTimeLink> {
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

/** Whose link it is; undefined when it has expired, was used or never was. */
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
  return row?.['account_id'] as string | undefined
}

/** True once for a link that is still good; it is used up by that. */
export async function takeLink(tx: Tx, purpose: LinkPurpose, token: string, now: Date): Promise<boolean> {
  const taken = await tx
    .deleteFrom('one_time_link')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

export async function forgetLinksOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('one_time_link').where('account_id', '=', accountId).execute()
}

export async function forgetExpiredLinks(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('one_time_link').where('expires_at', '<', now.toISOString()).execute()
}
