import type {
  FactorView,
  PasswordAndCode,
  RecoveryCodes,
  StartedFactor,
} from '#domain/api/accounts/own-account.ts'
import { conflict, forbidden, invalid, notFound } from '#domain/problem.ts'
import { countAttempt, clearAttempts, passwordAllowance } from '../../core/rate-limit.ts'
import type { Context } from '../../core/context.ts'
import { requireRight } from '../../core/gate.ts'
import type { Tx } from '../../store/dialect.ts'
import { recordAccountHistory } from '../account-history.ts'
import { ownAccount } from '../account-service.ts'
import { lockAccount, type Account } from '../account-store.ts'
import { verifyPassword } from './password.ts'
import { accountNotFound } from '../user-service.ts'
import * as store from './second-factor-store.ts'
import { endSessions } from './session-store.ts'
import { otpauthAddress } from './totp.ts'
import { t } from '#domain/messages/t.ts'

/** Second factor of the own account, and turning it off as an administrator for a user who lost the phone. */

const confirmMinutes = 60

export async function ownFactor(ctx: Context): Promise<FactorView> {
  const { id } = await ownAccount(ctx)
  const since = (await store.findFactor(ctx.store.read, id))?.confirmedAt ?? null
  return { since, recoveryCodes: await store.recoveryCodesLeft(ctx.store.read, id) }
}

/** Requires the password, so that a stolen token cannot lock the owner out with another factor. */
export async function startOwnFactor(ctx: Context, password: string): Promise<StartedFactor> {
  requireRight(ctx, 'update', 'ownProfile')
  const account = await ownAccount(ctx)
  await checkPassword(ctx, account, password)
  return ctx.store.transaction(async (tx) => {
    await lockAccount(tx, ctx.store.dialect.updateLock, account.id)
    if (await store.hasFactor(tx, account.id)) throw conflict(t('The second factor is already on'))
    await clearAttempts(tx, ['password', account.id])
    const secret = await store.startFactor(tx, account.id, ctx.now())
    return { secret, address: otpauthAddress(secret, account.email) }
  })
}

/** Turns the factor on and ends the other sessions, which were started without it. */
export async function confirmOwnFactor(ctx: Context, code: string): Promise<RecoveryCodes> {
  requireRight(ctx, 'update', 'ownProfile')
  const account = await ownAccount(ctx)
  await countAttempt(ctx, ['code', account.id], passwordAllowance)
  return ctx.store.transaction(async (tx) => {
    await lockAccount(tx, ctx.store.dialect.updateLock, account.id)
    const factor = await store.findFactor(tx, account.id)
    if (factor?.confirmedAt) throw conflict(t('The second factor is already on'))
    const oldest = new Date(ctx.now().getTime() - confirmMinutes * 60_000).toISOString()
    if (!factor || factor.begunAt < oldest) throw conflict(t('This took too long. Start again'))
    await requireCode(ctx, tx, account, factor.secret, code)
    const recoveryCodes = await store.confirmFactor(tx, account.id, ctx.now())
    await applyFactorChange(ctx, tx, account, 'second factor switched on')
    return { recoveryCodes }
  })
}

/** Replaces the recovery codes, with the password and a code. Sessions stay, because the login does not change. */
export async function renewOwnRecoveryCodes(ctx: Context, proof: PasswordAndCode): Promise<RecoveryCodes> {
  return withPasswordAndCode(ctx, proof, async (tx, account) => {
    const recoveryCodes = await store.renewRecoveryCodes(tx, account.id)
    recordAccountHistory(ctx, tx, 'update', account, account, { security: 'recovery codes renewed' })
    return { recoveryCodes }
  })
}

export async function turnOffOwnFactor(ctx: Context, proof: PasswordAndCode): Promise<void> {
  requireRight(ctx, 'update', 'ownProfile')
  if (ctx.actor.kind === 'account' && ctx.actor.access.secondFactor)
    throw forbidden(
      t(
        'Your role requires a second factor. For another phone, ask an administrator to switch it off, and switch it on at the next log-in',
      ),
    )
  await withPasswordAndCode(ctx, proof, async (tx, account) => {
    await store.removeFactor(tx, account.id)
    await applyFactorChange(ctx, tx, account, 'second factor switched off')
  })
}

/** Requires both, so that neither a stolen token nor an unattended phone is enough. */
async function withPasswordAndCode<T>(
  ctx: Context,
  { password, code }: PasswordAndCode,
  work: (tx: Tx, account: Account) => Promise<T>,
): Promise<T> {
  requireRight(ctx, 'update', 'ownProfile')
  const account = await ownAccount(ctx)
  await checkPassword(ctx, account, password)
  return ctx.store.transaction(async (tx) => {
    await lockAccount(tx, ctx.store.dialect.updateLock, account.id)
    const factor = await store.findFactor(tx, account.id)
    if (!factor?.confirmedAt) throw conflict(t('The second factor is off'))
    await requireCode(ctx, tx, account, factor.secret, code)
    await clearAttempts(tx, ['password', account.id])
    return work(tx, account)
  })
}

/** For a user who lost the phone: after that the password alone is enough, and every session ends. */
export async function turnOffFactor(ctx: Context, id: string): Promise<void> {
  requireRight(ctx, 'update', 'account')
  if (ctx.actor.kind === 'account' && ctx.actor.id === id)
    throw forbidden(t('Turn off your own second factor under My account, with the password and a code'))
  await ctx.store.transaction(async (tx) => {
    const account = (await lockAccount(tx, ctx.store.dialect.updateLock, id)) ?? accountNotFound()
    if (!(await store.removeFactor(tx, id))) throw notFound(t('This account has no second factor'))
    await endSessions(tx, id, {})
    recordAccountHistory(ctx, tx, 'update', account, account, {
      security: 'second factor switched off by an administrator',
    })
  })
}

async function applyFactorChange(ctx: Context, tx: Tx, account: Account, security: string): Promise<void> {
  await clearAttempts(tx, ['code', account.id])
  await endSessions(tx, account.id, ctx.actor.kind === 'account' ? { except: ctx.actor.sessionId } : {})
  recordAccountHistory(ctx, tx, 'update', account, account, { security })
}

async function checkPassword(ctx: Context, account: Account, password: string): Promise<void> {
  await countAttempt(ctx, ['password', account.id], passwordAllowance)
  if (!(await verifyPassword(account.passwordHash, password)))
    throw invalid([{ field: 'password', message: t('Password is wrong') }])
}

async function requireCode(
  ctx: Context,
  tx: Tx,
  account: Account,
  secret: string,
  code: string,
): Promise<void> {
  if (!(await store.consumeCode(tx, account.id, secret, code, ctx.now())))
    throw invalid([{ field: 'code', message: store.wrongCode() }])
}
