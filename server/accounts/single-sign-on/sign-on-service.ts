import { randomBytes } from 'node:crypto'
import type { LoggedIn } from '#domain/api/accounts/account.ts'
import { accountMessages } from '#domain/contract/account-messages.ts'
import { notFound, Problem } from '#domain/problem.ts'
import type { SingleSignOnSettings } from '../../base/config.ts'
import type { Context } from '../../core/context.ts'
import { requireRight } from '../../core/gate.ts'
import { addressAllowance, countAttempt, refundAttempt } from '../../core/rate-limit.ts'
import { recordEvent } from '../../store/history/audit-store.ts'
import { lockAccount } from '../account-store.ts'
import { ownView } from '../account-view.ts'
import { accountOfLink, consumeLink, createLink } from '../one-time-link.ts'
import { accessAfterSignOn } from '../sign-in/session-store.ts'
import { startSession, type Device } from '../sign-in/start-session.ts'
import { isFailureName, problemOfFailure, SignOnFailure, type FailureName } from './failure.ts'
import { insertRequest, takeRequest } from './identity-store.ts'
import { accountOfPerson } from './person-account.ts'
import type { Provider } from './provider.ts'
import { t } from '#domain/messages/t.ts'

/**
 * Logging in at a provider of OpenID Connect. The browser leaves with a secret state, comes back to the callback, and the login page then
 * requests the session. What the callback hands to the page, a one-time token or the name of a failure, is in a cookie that scripts cannot
 * read, so no address contains a secret of this server.
 */

const purpose = 'single sign-on'
const handoverMinutes = 2

/** The browser, known by its cookie. */
export interface Departure {
  url: string
  browser: string
}

/** Where the login page continues, and the value of the cookie for it. */
export interface Arrival {
  returnPath: string
  handover: string
  /** For the log-out at the provider. */
  idToken?: string
}

export function settingsOf(ctx: Pick<Context, 'config'>): SingleSignOnSettings {
  const { singleSignOn } = ctx.config
  if (!singleSignOn) throw notFound(t('Single sign-on is not set up on this server'))
  return singleSignOn
}

const attemptsOf = (ctx: Context): string[] => ['single sign-on from', ctx.address]

export async function startSignOn(
  ctx: Context,
  provider: Provider,
  { browser: known, returnPath }: { browser: string | undefined; returnPath: string },
): Promise<Departure> {
  requireRight(ctx, 'create', 'session')
  await countAttempt(ctx, attemptsOf(ctx), addressAllowance)
  const { url, ...sent } = await provider.start()
  // One value for all tabs of a browser, so that a second tab does not spoil the log-in of the first.
  const browser = known ?? randomBytes(32).toString('base64url')
  await ctx.store.transaction((tx) => insertRequest(tx, { ...sent, browser, returnPath }, ctx.now()))
  return { url, browser }
}

/** Checks the answer of the provider. A refusal is handed to the login page as well, because a browser shows what is returned here. */
export async function finishSignOn(
  ctx: Context,
  provider: Provider,
  { browser, search }: { browser: string | undefined; search: string },
): Promise<Arrival> {
  requireRight(ctx, 'create', 'session')
  const state = new URLSearchParams(search).get('state')
  const request =
    state !== null && browser !== undefined
      ? await ctx.store.transaction((tx) => takeRequest(tx, { state, browser }, ctx.now()))
      : undefined
  if (state === null || !request) return { returnPath: '/', handover: 'state' }
  const returnPath = request.return_path
  try {
    const sent = { state, nonce: request.nonce, codeVerifier: request.code_verifier }
    const person = await provider.finish(search, sent)
    const account = await accountOfPerson(ctx, person)
    const { token } = await ctx.store.transaction((tx) =>
      createLink(tx, { purpose, minutes: handoverMinutes, now: ctx.now(), accountId: account.id }),
    )
    return { returnPath, handover: token, idToken: person.idToken }
  } catch (error) {
    const failure = failureOf(ctx, error)
    await ctx.store.transaction(async (tx) =>
      recordEvent(tx, ctx, {
        action: 'login failed',
        entity: 'account',
        details: { 'single sign-on': failure },
      }),
    )
    return { returnPath, handover: failure }
  }
}

/** The name of a failure, for the login page: a browser shows what the server returns here. A refused request is thrown. */
export function failureOf(ctx: Context, error: unknown): FailureName {
  if (error instanceof Problem && error.status === 429) return 'often'
  if (error instanceof Problem && error.status < 500) throw error
  if (!(error instanceof SignOnFailure)) {
    ctx.log.error({ err: error }, 'a single sign-on failed')
    return 'server'
  }
  ctx.log.warn({ err: error.cause ?? error, failure: error.failure }, 'a single sign-on failed')
  return error.failure
}

/** The page where the browser logs out at the provider. The session here has ended already, so a failure is only logged. */
export async function endSignOn(
  ctx: Context,
  provider: Provider,
  idToken: string,
): Promise<{ url: string | null }> {
  requireRight(ctx, 'create', 'session')
  const url = await provider.logOutPage(idToken).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the log-out page of the provider is not known')
    return null
  })
  return { url }
}

/** Starts the session that the callback prepared, or explains why it did not. */
export async function openSignOnSession(
  ctx: Context,
  handover: string | undefined,
  device: Device,
): Promise<LoggedIn> {
  requireRight(ctx, 'create', 'session')
  const { label } = settingsOf(ctx)
  if (handover !== undefined && isFailureName(handover)) throw problemOfFailure(handover, label)
  const id =
    handover === undefined ? undefined : await accountOfLink(ctx.store.read, purpose, handover, ctx.now())
  if (handover === undefined || id === undefined) throw problemOfFailure('state', label)
  return ctx.store.transaction(async (tx) => {
    const account = await lockAccount(tx, ctx.store.dialect.updateLock, id)
    if (!account || !(await consumeLink(tx, purpose, handover, ctx.now())))
      throw problemOfFailure('state', label)
    if (account.status === 'disabled') throw problemOfFailure('disabled', label)
    await refundAttempt(tx, attemptsOf(ctx))
    const by = { id: account.id, name: account.username }
    const details = { 'single sign-on': label }
    recordEvent(tx, ctx, { action: 'login', by, entity: 'account', record: account.id, details })
    const token = await startSession(ctx, tx, account, device, label)
    const own = await ownView(tx, account)
    return {
      token,
      msg: t(accountMessages.loggedIn),
      account: { ...own, access: accessAfterSignOn(own.access) },
    }
  })
}
