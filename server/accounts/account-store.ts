import { sql } from 'kysely'
import type { AccountStatus } from '#domain/access/actor.ts'
import type { LanguageCode } from '#domain/messages/languages.ts'
import { foldText } from '#domain/text.ts'
import type { Db, Tx } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'

export interface Account {
  id: string
  username: string
  email: string
  phone: string | null
  passwordHash: string
  status: AccountStatus
  role: string | null
  /** Null until one is chosen. */
  language: LanguageCode | null
  version: number
  createdAt: string
}

/** Marks the e-mail as confirmed by an administrator, so that the masters apply to the account. */
export async function confirmAccountEmail(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('account').set({ unvouched_since: null }).where('id', '=', id).execute()
}

/** Folds an address for comparison: `Ravi@Example.in` and `ravi@example.in` are one mailbox. */
export const emailKey = (email: string): string => foldText(email.trim())

function toAccount(row: Tables['account']): Account {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    phone: row.phone,
    passwordHash: row.password_hash,
    status: row.status,
    role: row.role_code,
    language: row.language,
    version: row.version,
    createdAt: row.created_at,
  }
}

export async function findByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('account')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
  return row && toAccount(row)
}

export async function findById(db: Db, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAccount(row)
}

/** Reads and locks an account until the transaction ends. */
export async function lockAccount(tx: Tx, updateLock: string, id: string): Promise<Account | undefined> {
  const query = tx.selectFrom('account').selectAll().where('id', '=', id).modifyEnd(sql.raw(updateLock))
  const row = await query.executeTakeFirst()
  return row && toAccount(row)
}

export async function allAccounts(db: Db): Promise<Account[]> {
  const rows = await db.selectFrom('account').selectAll().orderBy('created_at').limit(10_000).execute()
  return rows.map(toAccount)
}

/** Accounts that wait for approval, those that registered first at the beginning; not those that were only invited. */
export async function accountsToApprove(db: Db, noPassword: string, limit: number): Promise<Account[]> {
  const rows = await db
    .selectFrom('account')
    .selectAll()
    .where('status', '=', 'pending')
    .where('password_hash', '<>', noPassword)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toAccount)
}

export async function insertAccount(tx: Tx, account: Account, isConfirmed = true): Promise<void> {
  await tx
    .insertInto('account')
    .values({
      id: account.id,
      username: account.username,
      email: account.email,
      email_key: emailKey(account.email),
      phone: account.phone,
      password_hash: account.passwordHash,
      status: account.status,
      role_code: account.role,
      language: account.language,
      version: account.version,
      created_at: account.createdAt,
      updated_at: account.createdAt,
      unvouched_since: isConfirmed ? null : account.createdAt,
    })
    .execute()
}

/** Saves the changeable fields; false when the version is stale. */
export async function saveAccount(tx: Tx, account: Account, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({
      username: account.username,
      phone: account.phone,
      password_hash: account.passwordHash,
      status: account.status,
      role_code: account.role,
      version: account.version + 1,
      updated_at: now,
    })
    .where('id', '=', account.id)
    .where('version', '=', account.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A preference, not a change of the account: it has no version and no history. */
export async function setLanguage(tx: Tx, id: string, language: LanguageCode): Promise<void> {
  await tx.updateTable('account').set({ language }).where('id', '=', id).execute()
}
