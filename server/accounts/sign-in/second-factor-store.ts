import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '#domain/problem.ts'
import type { Context } from '../../core/context.ts'
import type { Db, Tx } from '../../store/dialect.ts'
import { recordAccountHistory } from '../account-history.ts'
import type { Account } from '../account-store.ts'
import { base32, newSecret, stepOfCode } from './totp.ts'
import { t } from '#domain/messages/t.ts'

interface Factor {
  secret: string
  begunAt: string
  /** Null until a code proves that the app has the secret. */
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
      secret: row.secret,
      begunAt: row.begun_at,
      confirmedAt: row.confirmed_at,
    }
  )
}

export const hasFactor = async (db: Db, accountId: string): Promise<boolean> =>
  Boolean((await findFactor(db, accountId))?.confirmedAt)

/** Creates a new secret, replacing one that was not confirmed. */
export async function startFactor(tx: Tx, accountId: string, now: Date): Promise<string> {
  const secret = newSecret()
  const begun = { secret, begun_at: now.toISOString(), confirmed_at: null, last_step: 0 }
  await tx
    .insertInto('second_factor')
    .values({ account_id: accountId, ...begun })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(begun))
    .execute()
  return secret
}

/** Enables the factor and returns the recovery codes. */
export async function confirmFactor(tx: Tx, accountId: string, now: Date): Promise<string[]> {
  await tx
    .updateTable('second_factor')
    .set({ confirmed_at: now.toISOString() })
    .where('account_id', '=', accountId)
    .execute()
  return renewRecoveryCodes(tx, accountId)
}

/** Replaces the remaining codes. They are stored hashed and cannot be read again. */
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

// A code has 136 random bits, so a slow hash would only cost time.
const hashOf = (accountId: string, code: string): string =>
  createHash('sha256').update(`${accountId} ${code}`).digest('hex')

/**
 * Consumes a code of the app or a recovery code; each is valid once. The step of a code is claimed by one statement that
 * only the first of several requests can win, and no earlier code is valid afterwards.
 */
export async function consumeCode(
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
    const claimed = await tx
      .updateTable('second_factor')
      .set({ last_step: step })
      .where('account_id', '=', accountId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return claimed.numUpdatedRows === 1n ? 'of the app' : undefined
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

export const codeRequired = (): Problem =>
  problemOfCode(t('Enter the code your authenticator app shows, or a recovery code'))

export const wrongCode = (): string =>
  t('This code is wrong or was used before. Wait for the next one and try again')

/** The second step of a login, after the password was verified. */
export async function passSecondFactor(
  ctx: Context,
  tx: Tx,
  account: Account,
  code: string | undefined,
): Promise<void> {
  const factor = await findFactor(tx, account.id)
  if (!factor?.confirmedAt) return
  if (code === undefined) throw codeRequired()
  const claimed = await consumeCode(tx, account.id, factor.secret, code, ctx.now())
  if (!claimed) throw problemOfCode(wrongCode())
  if (claimed === 'of recovery')
    recordAccountHistory(ctx, tx, 'update', account, account, { security: 'recovery code used' })
}
