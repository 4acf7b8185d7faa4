import { conflict, forbidden, invalid, notFound, type FieldProblem } from '#domain/problem.ts'
import { countAttempt, forgetAttempts, passwordAllowance } from '../attempts.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import type { Tx } from '../store/dialect.ts'
import { remember } from './account-history.ts'
import { ownAccount } from './account-service.ts'
import { lockAccount, type Account } from './account-store.ts'
import { passwordFits } from './password.ts'
import { missing } from './people-service.ts'
import * as store from './second-factor-store.ts'
import { endSessions } from './session-store.ts'
import { otpauthAddress } from './totp.ts'

/** What its owner does about the second factor of the own account, and an administrator for somebody who lost the phone. */

const minutesToConfirm = 60

export interface FactorView {
  /** Since when it is asked for; null: it is not. */
  since: string | null
  recoveryCodes: number
}

export async function ownFactor(ctx: Context): Promise<FactorView> {
  const { id } = await ownAccount(ctx)
  const since = (await store.findFactor(ctx.store.read, id))?.confirmedAt ?? null
  return { since, recoveryCodes: await store.recoveryCodesLeft(ctx.store.read, id) }
}

/** With the password, so that whoever got hold of a token cannot shut the owner out by a factor of their own. */
export async function beginOwnFactor(
  ctx: Context,
  input: unknown,
): Promise<{ secret: string; address: string }> {
  demand(ctx, 'update', 'ownProfile')
  const account = await ownAccount(ctx)
  const { password } = readWords(input, { password: 'Password' })
  await checkPassword(ctx, account, password!)
  return ctx.store.transaction(async (tx) => {
    await lockAccount(tx, ctx.store.dialect.updateLock, account.id)
    if (await store.hasFactor(tx, account.id)) throw conflict('The second factor is on already')
    await forgetAttempts(tx, ['password', account.id])
    const secret = await store.beginFactor(tx, account.id, ctx.now())
    return { secret, address: otpauthAddress(secret, account.email) }
  })
}

/** On from now. Sessions that were opened without it end, except the one that asks. */
export async function confirmOwnFactor(ctx: Context, input: unknown): Promise<{ recoveryCodes: string[] }> {
  demand(ctx, 'update', 'ownProfile')
  const account = await ownAccount(ctx)
  const { code } = readWords(input, { code: 'Code' })
  await countAttempt(ctx, ['code', account.id], passwordAllowance)
  return ctx.store.transaction(async (tx) => {
    await lockAccount(tx, ctx.store.dialect.updateLock, account.id)
    const factor = await store.findFactor(tx, account.id)
    if (factor?.confirmedAt) throw conflict('The second factor is on already')
    const oldest = new Date(ctx.now().getTime() - minutesToConfirm * 60_000).toISOString()
    if (!factor || factor.begunAt < oldest) throw conflict('This took too long. Begin again')
    await demandCode(ctx, tx, account, factor.secret, code!)
    const recoveryCodes = await store.confirmFactor(tx, account.id, ctx.now())
    await settle(ctx, tx, account, 'second factor switched on')
    return { recoveryCodes }
  })
}

/** New recovery codes in place of those that are left, with the password and a code. Sessions go on: nothing about the log-in changes. */
export async function renewOwnRecoveryCodes(
  ctx: Context,
  input: unknown,
): Promise<{ recoveryCodes: string[] }> {
  return withPasswordAndCode(ctx, input, async (tx, account) => {
    const recoveryCodes = await store.renewRecoveryCodes(tx, account.id)
    remember(ctx, tx, 'update', account, account, { security: 'recovery codes renewed' })
    return { recoveryCodes }
  })
}

export async function switchOwnFactorOff(ctx: Context, input: unknown): Promise<void> {
  await withPasswordAndCode(ctx, input, async (tx, account) => {
    await store.removeFactor(tx, account.id)
    await settle(ctx, tx, account, 'second factor switched off')
  })
}

/** What takes both, so that neither a stolen token nor a phone left on a table is enough. */
async function withPasswordAndCode<T>(
  ctx: Context,
  input: unknown,
  work: (tx: Tx, account: Account) => Promise<T>,
): Promise<T> {
  demand(ctx, 'update', 'ownProfile')
  const account = await ownAccount(ctx)
  const { password, code } = readWords(input, { password: 'Password', code: 'Code' })
  await checkPassword(ctx, account, password!)
  return ctx.store.transaction(async (tx) => {
    await lockAccount(tx, ctx.store.dialect.updateLock, account.id)
    const factor = await store.findFactor(tx, account.id)
    if (!factor?.confirmedAt) throw conflict('The second factor is off')
    await demandCode(ctx, tx, account, factor.secret, code!)
    await forgetAttempts(tx, ['password', account.id])
    return work(tx, account)
  })
}

/** For somebody who lost the phone: from then on the password alone opens the account, and every session begins anew. */
export async function switchFactorOff(ctx: Context, id: string): Promise<void> {
  demand(ctx, 'update', 'account')
  if (ctx.actor.kind === 'account' && ctx.actor.id === id)
    throw forbidden('Switch the own second factor off under My account, with the password and a code')
  await ctx.store.transaction(async (tx) => {
    const account = (await lockAccount(tx, ctx.store.dialect.updateLock, id)) ?? missing()
    if (!(await store.removeFactor(tx, id))) throw notFound('This account has no second factor')
    await endSessions(tx, id, {})
    remember(ctx, tx, 'update', account, account, {
      security: 'second factor switched off by an administrator',
    })
  })
}

async function settle(ctx: Context, tx: Tx, account: Account, security: string): Promise<void> {
  await forgetAttempts(tx, ['code', account.id])
  await endSessions(tx, account.id, ctx.actor.kind === 'account' ? { but: ctx.actor.sessionId } : {})
  remember(ctx, tx, 'update', account, account, { security })
}

async function checkPassword(ctx: Context, account: Account, password: string): Promise<void> {
  await countAttempt(ctx, ['password', account.id], passwordAllowance)
  if (!(await passwordFits(account.passwordHash, password)))
    throw invalid([{ field: 'password', message: 'Password is not right' }])
}

async function demandCode(
  ctx: Context,
  tx: Tx,
  account: Account,
  secret: string,
  code: string,
): Promise<void> {
  if (!(await store.takeCode(tx, account.id, secret, code, ctx.now())))
    throw invalid([{ field: 'code', message: store.wrongCode }])
}

/** Texts that have to be there, and nothing else. */
function readWords(input: unknown, labels: Record<string, string>): Record<string, string> {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const problems: FieldProblem[] = Object.keys(given)
    .filter((field) => !Object.hasOwn(labels, field))
    .map((field) => ({ field, message: `${field} is not asked for here` }))
  for (const [field, label] of Object.entries(labels)) {
    const value = given[field]
    if (value === undefined || value === null || value === '')
      problems.push({ field, message: `${label} is required` })
    else if (typeof value !== 'string') problems.push({ field, message: `${label} should be text` })
  }
  if (problems.length > 0) throw invalid(problems)
  return given as Record<string, string>
}
