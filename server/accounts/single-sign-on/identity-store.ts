import type { Db, Tx } from '../../store/dialect.ts'
import type { Tables } from '../../store/tables/tables.ts'
import { hashToken } from '../sign-in/session-store.ts'

/** A person at the provider. Only both together identify it. */
export interface Identity {
  issuer: string
  subject: string
}

/** What was sent to the provider and has to come back from it. */
export interface SignOnRequest {
  state: string
  /** The value of the cookie of the browser that began. */
  browser: string
  nonce: string
  codeVerifier: string
  returnPath: string
}

const requestMinutes = 10

export async function insertRequest(tx: Tx, request: SignOnRequest, now: Date): Promise<void> {
  await tx
    .insertInto('sign_on_request')
    .values({
      state_hash: hashToken(request.state),
      browser_hash: hashToken(request.browser),
      nonce: request.nonce,
      code_verifier: request.codeVerifier,
      return_path: request.returnPath,
      expires_at: new Date(now.getTime() + requestMinutes * 60_000).toISOString(),
    })
    .execute()
}

/** Deletes the request, so that its answer is accepted once, and only from the browser that began. */
export async function takeRequest(
  tx: Tx,
  { state, browser }: Pick<SignOnRequest, 'state' | 'browser'>,
  now: Date,
): Promise<Tables['sign_on_request'] | undefined> {
  return tx
    .deleteFrom('sign_on_request')
    .where('state_hash', '=', hashToken(state))
    .where('browser_hash', '=', hashToken(browser))
    .where('expires_at', '>', now.toISOString())
    .returningAll()
    .executeTakeFirst()
}

export async function deleteExpiredRequests(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('sign_on_request').where('expires_at', '<', now.toISOString()).execute()
}

export async function accountOfIdentity(db: Db, { issuer, subject }: Identity): Promise<string | undefined> {
  const query = db.selectFrom('account_identity').select('account_id')
  const row = await query.where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst()
  return row?.account_id
}

export async function hasIdentity(db: Db, issuer: string, accountId: string): Promise<boolean> {
  const query = db.selectFrom('account_identity').select('subject')
  const row = await query.where('account_id', '=', accountId).where('issuer', '=', issuer).executeTakeFirst()
  return row !== undefined
}

export async function insertIdentity(
  tx: Tx,
  identity: Identity,
  accountId: string,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('account_identity')
    .values({ ...identity, account_id: accountId, linked_at: now.toISOString() })
    .execute()
}

/** Returns those that were deleted. */
export const deleteIdentitiesOf = (tx: Tx, accountId: string): Promise<Identity[]> =>
  tx
    .deleteFrom('account_identity')
    .where('account_id', '=', accountId)
    .returning(['issuer', 'subject'])
    .execute()

/** The accounts that are linked, of those given or of all. */
export async function linkedAccounts(db: Db, ids?: readonly string[]): Promise<Set<string>> {
  const query = db.selectFrom('account_identity').select('account_id')
  const rows = await (ids ? query.where('account_id', 'in', ids) : query).execute()
  return new Set(rows.map((row) => row.account_id))
}

/** Whether an administrator has confirmed the e-mail of the account, or nothing has to be confirmed. */
export async function isEmailConfirmed(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('unvouched_since')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.unvouched_since === null
}
