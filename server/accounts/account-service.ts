import { accountMessages } from '#domain/contract/messages.ts'
import { conflict, forbidden, invalid, Problem, type FieldProblem } from '#domain/problem.ts'
import { isForThisMachine } from '../config.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { noteEvent } from '../store/audit-store.ts'
import type { Tx } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import { claimSetting } from '../store/settings.ts'
import { registrationForm } from './account-fields.ts'
import { keep, remember } from './account-history.ts'
import { emailKey, findByEmail, findById, insertAccount, lockAccount, type Account } from './account-store.ts'
import { ownView, type OwnAccountView } from './account-view.ts'
import {
  addressAllowance,
  countAttempt,
  forgetAttempts,
  giveAttemptBack,
  passwordAllowance,
  publicWriteAllowance,
} from '../attempts.ts'
import { administratorClaim } from './first-administrator.ts'
import { forgetLinksOf, takeLink } from './one-time-link.ts'
import { hashPassword, passwordFits, problemOfPassword } from './password.ts'
import { readRegistration } from './read-registration.ts'
import { codeWanted, hasFactor, passSecondFactor } from './second-factor-store.ts'
import { endSessions, forgetFeedOf } from './session-store.ts'
import { knownOrigin, startSession, type Device } from './start-session.ts'

export interface LoggedIn {
  token: string
  msg: string
  account: OwnAccountView
}

/** `isLocal`: the request came from this machine itself, not through a proxy. */
export async function register(
  ctx: Context,
  input: unknown,
  device: Device,
  isLocal: boolean,
): Promise<LoggedIn> {
  demand(ctx, 'create', 'registration')
  await countAttempt(ctx, ['register', ctx.address], publicWriteAllowance)
  const { invite, password, form } = await readRegistration(input)
  const passwordHash = await hashPassword(password)
  const now = ctx.now()
  const account: Account = {
    id: newId(now),
    username: form['username'] as string,
    email: form['email'] as string,
    phone: form['phone'] as string | null,
    passwordHash,
    status: 'pending',
    role: null,
    version: 1,
    createdAt: now.toISOString(),
  }
  try {
    return await ctx.store.transaction(async (tx) => {
      if (await findByEmail(tx, account.email)) throw takenAddress()
      Object.assign(account, await standingOfNewcomer(ctx, tx, account.id, { invite, isLocal }))
      // Whoever types an e-mail need not be who reads it; the first administrator has every right as it is.
      await insertAccount(tx, account, account.status === 'pending' || account.role === 'ADMIN')
      remember(ctx, tx, 'create', null, account)
      const token = await startSession(ctx, tx, account, device)
      return { token, msg: accountMessages.registered, account: await ownView(tx, account) }
    })
  } catch (error) {
    // Somebody else registered the same address in this very moment.
    throw ctx.store.dialect.explain(error)?.kind === 'duplicate' ? takenAddress() : error
  }
}

export function takenAddress(): Problem {
  const message = 'An account with this e-mail address exists already'
  return conflict(message, [{ field: 'email', message }])
}

/** The first one in becomes the administrator, when nobody but this machine can get in, or when the printed link says so. */
async function standingOfNewcomer(
  ctx: Context,
  tx: Tx,
  id: string,
  { invite, isLocal }: { invite: string | undefined; isLocal: boolean },
): Promise<Pick<Account, 'status' | 'role'>> {
  const invited = invite !== undefined && (await takeLink(tx, 'first administrator', invite, ctx.now()))
  if (invite !== undefined && !invited)
    throw forbidden('This link has been used or has expired. Restart the server to get a new one')
  if (invited || (isLocal && isForThisMachine(ctx.config))) {
    if (await claimSetting(tx, administratorClaim, id, ctx.now())) return { status: 'active', role: 'ADMIN' }
  }
  const { registration, registrationRole } = ctx.config
  if (registration === 'closed')
    throw forbidden('Registration is closed. Ask the administrator for an account')
  return registration === 'open'
    ? { status: 'active', role: registrationRole }
    : { status: 'pending', role: null }
}

export async function login(ctx: Context, input: unknown, device: Device): Promise<LoggedIn> {
  demand(ctx, 'create', 'session')
  const { email, password, code } = readCredentials(input)
  const account = await findByEmail(ctx.store.read, email)
  // A device or an address that has logged into this account before has its own count: strangers cannot keep its owner out.
  const known = account && (await knownOrigin(ctx, account.id, device))
  const key = ['login', emailKey(email), ...(known ? [known.name] : [])]
  // A known device is not counted with its address either: strangers may share the address and use up what it has.
  const fromHere = known?.isDevice ? undefined : ['login from', ctx.address]
  if (fromHere) await countAttempt(ctx, fromHere, addressAllowance)
  await countAttempt(ctx, key, passwordAllowance)
  if (!(await passwordFits(account?.passwordHash, password)) || !account) {
    await noteRefusal(ctx, email, account)
    throw new Problem(401, { msg: accountMessages.badCredentials })
  }
  if (account.status === 'disabled') {
    await noteRefusal(ctx, email, account)
    throw forbidden('This account is disabled. Ask the administrator')
  }
  if (code === undefined && (await hasFactor(ctx.store.read, account.id))) {
    // The guess at the account stays counted, so that a code is not cheaper to guess than a password.
    if (fromHere) await ctx.store.transaction((tx) => giveAttemptBack(tx, fromHere))
    throw codeWanted()
  }
  const work = ctx.store.transaction(async (tx) => {
    // The password may have been changed, or the account disabled, while this one was being checked.
    const current = await lockAccount(tx, ctx.store.dialect.updateLock, account.id)
    if (current?.passwordHash !== account.passwordHash || current.status === 'disabled') {
      throw new Problem(401, { msg: accountMessages.badCredentials })
    }
    await passSecondFactor(ctx, tx, current, code)
    await forgetAttempts(tx, key)
    if (fromHere) await giveAttemptBack(tx, fromHere)
    const by = { id: account.id, name: account.username }
    noteEvent(tx, ctx, { action: 'login', by, entity: 'account', record: account.id })
    const token = await startSession(ctx, tx, current, device)
    return { token, msg: accountMessages.loggedIn, account: await ownView(tx, current) }
  })
  return work.catch(async (error: unknown) => {
    // Whoever knows the password and guesses at the code is the one to hear of.
    if (error instanceof Problem && error.status === 401) await noteRefusal(ctx, email, account)
    throw error
  })
}

/** Whether the account exists makes no difference to what is written, and so none to how long it takes. */
async function noteRefusal(ctx: Context, email: string, account: Account | undefined): Promise<void> {
  const record = account ? { record: account.id } : {}
  await ctx.store.transaction(async (tx) =>
    noteEvent(tx, ctx, { action: 'login failed', entity: 'account', ...record, details: { email } }),
  )
}

function readCredentials(input: unknown): { email: string; password: string; code: string | undefined } {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const problems: FieldProblem[] = []
  for (const [field, label] of [
    ['email', 'Email'],
    ['password', 'Password'],
  ] as const) {
    const value = given[field]
    if (value === undefined || value === null || value === '')
      problems.push({ field, message: `${label} is required` })
    else if (typeof value !== 'string') problems.push({ field, message: `${label} should be text` })
  }
  for (const field of Object.keys(given)) {
    if (field !== 'email' && field !== 'password' && field !== 'code')
      problems.push({ field, message: `${field} is not asked for here` })
  }
  const code = given['code']
  if (code !== undefined && typeof code !== 'string')
    problems.push({ field: 'code', message: 'Code should be text' })
  const reading = registrationForm.fields['email']!.read(given['email'])
  if (problems.length === 0 && 'problem' in reading)
    problems.push({ field: 'email', message: reading.problem })
  if (problems.length > 0) throw invalid(problems)
  return {
    email: String(given['email']),
    password: String(given['password']),
    code: code === undefined || String(code).trim() === '' ? undefined : String(code),
  }
}

export async function logout(ctx: Context): Promise<void> {
  demand(ctx, 'delete', 'ownProfile')
  if (ctx.actor.kind !== 'account') return
  const { id, sessionId } = ctx.actor
  await ctx.store.transaction(async (tx) => {
    await endSessions(tx, id, { only: sessionId })
    noteEvent(tx, ctx, { action: 'logout', entity: 'account', record: id })
  })
}

/** Ends every session of the account and its calendar feed, so that whoever else held one is out, and opens a new one for the person who asked. */
export async function changePassword(ctx: Context, input: unknown, device: Device): Promise<LoggedIn> {
  demand(ctx, 'update', 'ownProfile')
  const account = await ownAccount(ctx)
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const problems: FieldProblem[] = []
  if (typeof given['current'] !== 'string')
    problems.push({ field: 'current', message: 'Current password is required' })
  const wrong = await problemOfPassword(given['password'], account.email)
  if (wrong) problems.push({ field: 'password', message: wrong })
  if (problems.length > 0) throw invalid(problems)
  await countAttempt(ctx, ['password', account.id], passwordAllowance)
  if (!(await passwordFits(account.passwordHash, given['current'] as string))) {
    throw invalid([{ field: 'current', message: 'Current password is not right' }])
  }
  const changed = { ...account, passwordHash: await hashPassword(given['password'] as string) }
  return ctx.store.transaction(async (tx) => {
    await keep(ctx, tx, account, changed, 'changed')
    await forgetAttempts(tx, ['password', account.id])
    await endSessions(tx, account.id, {})
    await forgetFeedOf(tx, account.id)
    await forgetLinksOf(tx, account.id)
    const token = await startSession(ctx, tx, changed, device)
    const own = await ownView(tx, { ...changed, version: changed.version + 1 })
    return { token, msg: 'Password changed', account: own }
  })
}

export async function ownAccount(ctx: Context): Promise<Account> {
  demand(ctx, 'read', 'ownProfile')
  const account = ctx.actor.kind === 'account' ? await findById(ctx.store.read, ctx.actor.id) : undefined
  if (!account) throw forbidden('This account is no longer there')
  return account
}
