import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { remember } from './account-history.ts'
import type { Account } from './account-store.ts'
import { base32, newSecret, stepOfCode } from './totp.ts'

interface Factor {
  secret: string
  begunAt: string
  /** Null until a code has shown that the app has the secret. */
  confirmedAt: string | null
}

const recoveryCodes = 10

export async function findFactor(db: Db, accountId: string): Promise<Factor | undefined> {
  const row = await db
    .selectFrom('second_factor')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return (
    row && {
      secret: String(row['secret']),
      begunAt: String(row['begun_at']),
      confirmedAt: row['confirmed_at'] as string | null,
    }
  )
}

export const hasFactor = async (db: Db, accountId: string): Promise<boolean> =>
  Boolean((await findFactor(db, accountId))?.confirmedAt)

/** The accounts that have one, among all or some. */
export async function withSecondFactor(db: Db, among?: readonly string[]): Promise<ReadonlySet<string>> {
  let query = db.selectFrom('second_factor').select('account_id').where('confirmed_at', 'is not', null)
  if (among) query = query.where('account_id', 'in', among)
  return new Set((await query.execute()).map((row) => String(row['account_id'])))
}

/** A new secret, in place of one that was begun and never confirmed. */
export async function beginFactor(tx: Tx, accountId: string, now: Date): Promise<string> {
  const secret = newSecret()
  const begun = { secret, begun_at: now.toISOString(), confirmed_at: null, last_step: 0 }
  await tx
    .insertInto('second_factor')
    .values({ account_id: accountId, ...begun })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(begun))
    .execute()
  return secret
}

/** Switches it on and answers the recovery codes. */
export async function confirmFactor(tx: Tx, accountId: string, now: Date): Promise<string[]> {
  await tx
    .updateTable('second_factor')
    .set({ confirmed_at: now.toISOString() })
    .where('account_id', '=', accountId)
    .execute()
  return renewRecoveryCodes(tx, accountId)
}

/** In place of those that are left. They are stored hashed: nobody can read them again. */
export async function renewRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  const codes = Array.from({ length: recoveryCodes }, () => base32(randomBytes(17)))
  const rows = codes.map((code) => ({ account_id: accountId, code_hash: hashOf(accountId, code) }))
  await tx.insertInto('recovery_code').values(rows).execute()
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

export async function removeFactor(tx: Tx, accountId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  const removed = await tx.deleteFrom('second_factor').where('account_id', '=', accountId).executeTakeFirst()
  return removed.numDeletedRows === 1n
}

export async function recoveryCodesLeft(db: Db, accountId: string): Promise<number> {
  const rows = await db
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('account_id', '=', accountId)
    .execute()
  return rows.length
}

// With 136 random bits there is nothing to guess, so that a slow hash would only cost time.
const hashOf = (accountId: string, code: string): string =>
  createHash('sha256').update(`${accountId} ${code}`).digest('hex')

/**
 * Uses up the code of an app or a recovery code: each is good once. The step of a code is taken by one statement that
 * only the first of several can win, and no earlier one is good afterwards.
 */
export async function takeCode(
  tx: Tx,
  accountId: string,
  secret: string,
  typed: string,
  now: Date,
): Promise<'of the app' | 'of recovery' | undefined> {
  const digits = typed.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    const step = stepOfCode(secret, digits, now)
    if (step === undefined) return undefined
    const taken = await tx
      .updateTable('second_factor')
      .set({ last_step: step })
      .where('account_id', '=', accountId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return taken.numUpdatedRows === 1n ? 'of the app' : undefined
  }
  const code = typed.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')
  const used = await tx
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOf(accountId, code))
    .executeTakeFirst()
  return used.numDeletedRows === 1n ? 'of recovery' : undefined
}

const problemOfCode = (msg: string): Problem =>
  new Problem(401, { msg, errors: [{ field: 'code', message: msg }] })

export const codeWanted = (): Problem =>
  problemOfCode('Enter the code your authenticator app shows, or a recovery code')

export const wrongCode = 'This code is not right, or was used before. Wait for the next one and try again'

/** The second step of a log-in, once the password is known to be right. */
export async function passSecondFactor(
  ctx: Context,
  tx: Tx,
  account: Account,
  code: string | undefined,
): Promise<void> {
  const factor = await findFactor(tx, account.id)
  if (!factor?.confirmedAt) return
  if (code === undefined) throw codeWanted()
  const taken = await takeCode(tx, account.id, factor.secret, code, ctx.now())
  if (!taken) throw problemOfCode(wrongCode)
  if (taken === 'of recovery')
    remember(ctx, tx, 'update', account, account, { security: 'recovery code used' })
}
