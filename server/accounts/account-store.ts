import { sql } from 'kysely'
import type { AccountStatus } from '#domain/access/actor.ts'
import { foldText } from '#domain/text.ts'
import type { Db, Row, Tx } from '../store/dialect.ts'

export interface Account {
  id: string
  username: string
  email: string
  phone: string | null
  passwordHash: string
  status: AccountStatus
  role: string | null
  version: number
  createdAt: string
}

/** An administrator looked at it: the e-mail is that of the person the masters mean. */
export async function vouchForAccount(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('account').set({ unvouched_since: null }).where('id', '=', id).execute()
}

/** The form in which an address is compared: `Ravi@Example.in` and `ravi@example.in` are one mailbox. */
export const emailKey = (email: string): string => foldText(email.trim())

function toAccount(row: Row): Account {
  return {
    id: String(row['id']),
    username: String(row['username']),
    email: String(row['email']),
    phone: row['phone'] as string | null,
    passwordHash: String(row['password_hash']),
    status: row['status'] as AccountStatus,
    role: row['role_code'] as string | null,
    version: Number(row['version']),
    createdAt: String(row['created_at']),
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

/** Reads an account and keeps others from changing it until the transaction ends. */
export async function lockAccount(tx: Tx, updateLock: string, id: string): Promise<Account | undefined> {
  const query = tx.selectFrom('account').selectAll().where('id', '=', id).modifyEnd(sql.raw(updateLock))
  const row = await query.executeTakeFirst()
  return row && toAccount(row)
}

export async function allAccounts(db: Db): Promise<Account[]> {
  const rows = await db.selectFrom('account').selectAll().orderBy('created_at').limit(10_000).execute()
  return rows.map(toAccount)
}

export async function insertAccount(tx: Tx, account: Account, isVouched = true): Promise<void> {
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
      version: account.version,
      created_at: account.createdAt,
      updated_at: account.createdAt,
      unvouched_since: isVouched ? null : account.createdAt,
    })
    .execute()
}

/** Saves what may change; true unless someone else changed it since. */
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
