import { accountMessages } from '#domain/contract/account-messages.ts'
import type { LanguageCode } from '#domain/messages/languages.ts'
import type { LoggedIn, OwnAccountView } from '#domain/api/accounts/account.ts'
import type { PasswordChange } from '#domain/api/accounts/own-account.ts'
import type { Credentials, Registration } from '#domain/api/accounts/sign-in.ts'
import { conflict, forbidden, invalid, Problem, type FieldProblem } from '#domain/problem.ts'
import { isLocalOnly } from '../base/config.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import type { Tx } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import { claimSetting } from '../store/settings.ts'
import { saveWithHistory, recordAccountHistory } from './account-history.ts'
import {
  emailKey,
  findByEmail,
  findById,
  insertAccount,
  lockAccount,
  setLanguage,
  type Account,
} from './account-store.ts'
import { ownView } from './account-view.ts'
import {
  addressAllowance,
  countAttempt,
  clearAttempts,
  refundAttempt,
  passwordAllowance,
  publicWriteAllowance,
} from '../core/rate-limit.ts'
import { administratorClaim } from './first-administrator.ts'
import { deleteLinksOf, consumeLink } from './one-time-link.ts'
import { checkChosenPassword, hashPassword, problemsOfPassword, verifyPassword } from './sign-in/password.ts'
import { codeRequired, hasFactor, passSecondFactor } from './sign-in/second-factor-store.ts'
import { endSessions, deleteFeedOf } from './sign-in/session-store.ts'
import { knownOrigin, startSession, type Device } from './sign-in/start-session.ts'
import { endDeviceKeys } from './tokens/device-key-store.ts'
import { t } from '#domain/messages/t.ts'

/** Counts a registration before its body is read, so that refused ones count as well. */
export async function countRegistration(ctx: Context): Promise<void> {
  requireRight(ctx, 'create', 'registration')
  await countAttempt(ctx, ['register', ctx.address], publicWriteAllowance)
}

/** The problems of a registration that its members do not show by themselves. */
export const problemsOfRegistration = async (
  _ctx: Context,
  { password, email = '' }: Partial<Registration>,
): Promise<FieldProblem[]> => (password === undefined ? [] : problemsOfPassword(password, email))

/** `isLocal`: the request came from this machine, not through a proxy. */
export async function register(
  ctx: Context,
  { username, email, phone, password, invite }: Registration,
  device: Device,
  isLocal: boolean,
): Promise<LoggedIn> {
  requireRight(ctx, 'create', 'registration')
  await checkChosenPassword(password, email)
  const passwordHash = await hashPassword(password)
  const now = ctx.now()
  const account: Account = {
    id: newId(now),
    username,
    email,
    phone,
    passwordHash,
    status: 'pending',
    role: null,
    language: null,
    version: 1,
    createdAt: now.toISOString(),
  }
  try {
    return await ctx.store.transaction(async (tx) => {
      if (await findByEmail(tx, account.email)) throw emailTaken()
      Object.assign(account, await initialMembership(ctx, tx, account.id, { invite, isLocal }))
      // The e-mail is not verified until an administrator approves the account; the first administrator has every right
      // anyway.
      await insertAccount(tx, account, account.status === 'pending' || account.role === 'ADMIN')
      recordAccountHistory(ctx, tx, 'create', null, account)
      const token = await startSession(ctx, tx, account, device)
      return { token, msg: t(accountMessages.registered), account: await ownView(tx, account) }
    })
  } catch (error) {
    // Another request registered the same address at the same time.
    throw ctx.store.dialect.explain(error)?.kind === 'duplicate' ? emailTaken() : error
  }
}

export function emailTaken(): Problem {
  const message = t('An account with this e-mail address exists already')
  return conflict(message, [{ field: 'email', message }])
}

/**
 * The first account becomes the administrator if the server is reachable from this machine only, or with the printed
 * link.
 */
export async function initialMembership(
  ctx: Context,
  tx: Tx,
  id: string,
  { invite, isLocal }: { invite?: string | undefined; isLocal: boolean },
): Promise<Pick<Account, 'status' | 'role'>> {
  const invited = invite !== undefined && (await consumeLink(tx, 'first administrator', invite, ctx.now()))
  if (invite !== undefined && !invited)
    throw forbidden(t('This link has been used or has expired. Restart the server to get a new one'))
  if (invited || (isLocal && isLocalOnly(ctx.config))) {
    if (await claimSetting(tx, administratorClaim, id, ctx.now())) return { status: 'active', role: 'ADMIN' }
  }
  const { registration, registrationRole } = ctx.config
  if (registration === 'closed')
    throw forbidden(t('Registration is closed. Ask the administrator for an account'))
  return registration === 'open'
    ? { status: 'active', role: registrationRole }
    : { status: 'pending', role: null }
}

export async function login(
  ctx: Context,
  { email, password, code: typed }: Credentials,
  device: Device,
): Promise<LoggedIn> {
  requireRight(ctx, 'create', 'session')
  const code = typed?.trim() === '' ? undefined : typed
  const account = await findByEmail(ctx.store.read, email)
  // A known device or address has a counter of its own, so that attacks from elsewhere do not lock out the owner.
  const known = account && (await knownOrigin(ctx, account.id, device))
  const key = ['login', emailKey(email), ...(known ? [known.name] : [])]
  // A known device does not use the counter of its address either, which other people may share and exhaust.
  const addressKey = known?.isDevice ? undefined : ['login from', ctx.address]
  if (addressKey) await countAttempt(ctx, addressKey, addressAllowance)
  await countAttempt(ctx, key, passwordAllowance)
  if (!(await verifyPassword(account?.passwordHash, password)) || !account) {
    await recordFailedLogin(ctx, email, account)
    throw new Problem(401, { msg: t(accountMessages.badCredentials) })
  }
  if (account.status === 'disabled') {
    await recordFailedLogin(ctx, email, account)
    throw forbidden(t('This account is disabled. Ask the administrator'))
  }
  if (code === undefined && (await hasFactor(ctx.store.read, account.id))) {
    // The attempt at the account stays counted, so that guessing codes is as slow as guessing passwords.
    if (addressKey) await ctx.store.transaction((tx) => refundAttempt(tx, addressKey))
    throw codeRequired()
  }
  const work = ctx.store.transaction(async (tx) => {
    // The password may have changed, or the account may have been disabled, during the check.
    const current = await lockAccount(tx, ctx.store.dialect.updateLock, account.id)
    if (current?.passwordHash !== account.passwordHash || current.status === 'disabled') {
      throw new Problem(401, { msg: t(accountMessages.badCredentials) })
    }
    await passSecondFactor(ctx, tx, current, code)
    await clearAttempts(tx, key)
    if (addressKey) await refundAttempt(tx, addressKey)
    const by = { id: account.id, name: account.username }
    recordEvent(tx, ctx, { action: 'login', by, entity: 'account', record: account.id })
    const token = await startSession(ctx, tx, current, device)
    return { token, msg: t(accountMessages.loggedIn), account: await ownView(tx, current) }
  })
  return work.catch(async (error: unknown) => {
    // A right password with a wrong code is worth recording.
    if (error instanceof Problem && error.status === 401) await recordFailedLogin(ctx, email, account)
    throw error
  })
}

/** Writes the same whether or not the account exists, so that the response time reveals nothing. */
async function recordFailedLogin(ctx: Context, email: string, account: Account | undefined): Promise<void> {
  const record = account ? { record: account.id } : {}
  await ctx.store.transaction(async (tx) =>
    recordEvent(tx, ctx, { action: 'login failed', entity: 'account', ...record, details: { email } }),
  )
}

export async function logout(ctx: Context): Promise<void> {
  requireRight(ctx, 'delete', 'ownProfile')
  if (ctx.actor.kind !== 'account') return
  const { id, sessionId } = ctx.actor
  await ctx.store.transaction(async (tx) => {
    await endSessions(tx, id, { only: sessionId })
    recordEvent(tx, ctx, { action: 'logout', entity: 'account', record: id })
  })
}

/** Ends every session and the calendar feed of the account, then starts a new session for the caller. */
export async function changePassword(
  ctx: Context,
  { current, password }: PasswordChange,
  device: Device,
): Promise<LoggedIn> {
  requireRight(ctx, 'update', 'ownProfile')
  const account = await ownAccount(ctx)
  await checkChosenPassword(password, account.email)
  await countAttempt(ctx, ['password', account.id], passwordAllowance)
  if (!(await verifyPassword(account.passwordHash, current))) {
    throw invalid([{ field: 'current', message: t('Current password is wrong') }])
  }
  const changed = { ...account, passwordHash: await hashPassword(password) }
  return ctx.store.transaction(async (tx) => {
    await saveWithHistory(ctx, tx, account, changed, 'changed')
    await clearAttempts(tx, ['password', account.id])
    await endSessions(tx, account.id, {})
    await deleteFeedOf(tx, account.id)
    await endDeviceKeys(tx, account.id)
    await deleteLinksOf(tx, account.id)
    const token = await startSession(ctx, tx, changed, device)
    const own = await ownView(tx, { ...changed, version: changed.version + 1 })
    return { token, msg: t('Password changed'), account: own }
  })
}

export async function chooseLanguage(ctx: Context, language: LanguageCode): Promise<OwnAccountView> {
  requireRight(ctx, 'update', 'ownProfile')
  const { id } = await ownAccount(ctx)
  return ctx.store.transaction(async (tx) => {
    await setLanguage(tx, id, language)
    return ownView(tx, (await findById(tx, id))!, ctx.actor)
  })
}

export async function ownAccount(ctx: Context): Promise<Account> {
  requireRight(ctx, 'read', 'ownProfile')
  const account = ctx.actor.kind === 'account' ? await findById(ctx.store.read, ctx.actor.id) : undefined
  if (!account) throw forbidden(t('This account no longer exists'))
  return account
}
