import { system } from '#domain/access/actor.ts'
import type { ResetRequest } from '#domain/api/accounts/sign-in.ts'
import { conflict, Problem } from '#domain/problem.ts'
import {
  addressAllowance,
  countAttempt,
  clearAttempts,
  mailAllowance,
  passwordAllowance,
} from '../../core/rate-limit.ts'
import type { Context } from '../../core/context.ts'
import { requireRight } from '../../core/gate.ts'
import { recordEvent } from '../../store/history/audit-store.ts'
import { recordAccountHistory } from '../account-history.ts'
import { requestedResetMail, sendToAccount } from '../account-mail.ts'
import { emailKey, findByEmail, lockAccount, type Account } from '../account-store.ts'
import { deleteLinksOf, createLink, type OneTimeLink } from '../one-time-link.ts'
import { noPassword } from './password.ts'
import { t } from '#domain/messages/t.ts'

/**
 * Requests a reset link by e-mail. The account is looked up only after the response is sent, so that neither the
 * response nor its duration reveals whether the account exists.
 */

const linkMinutes = 30

export async function requestReset(ctx: Context, { email }: ResetRequest): Promise<{ msg: string }> {
  requireRight(ctx, 'create', 'passwordReset')
  if (!ctx.mailer) throw conflict(t('This server does not send mail. Ask an administrator for a link'))
  await countAttempt(ctx, ['reset mail from', ctx.address], addressAllowance)
  await countAttempt(ctx, ['reset mail', emailKey(email)], passwordAllowance)
  await ctx.store.transaction(async (tx) =>
    recordEvent(tx, ctx, { action: 'reset asked', entity: 'account', details: { email } }),
  )
  return { msg: t('If an account has this address, a link is on its way.') }
}

/** Sends the link if an active account has the address; pending, disabled and invited accounts get none. */
export async function sendResetLink(ctx: Context, email: string): Promise<void> {
  const found = await findByEmail(ctx.store.read, email)
  if (!found || !isActive(found)) return
  const recipientKey = ['reset mail to', found.id]
  if (!(await isWithinLimit(ctx, recipientKey))) return
  // The caller is unknown, so the history names the reset request as the author.
  const author = { ...ctx, actor: system('password reset asked for') }
  const link = await ctx.store.transaction(async (tx): Promise<OneTimeLink | undefined> => {
    const account = await lockAccount(tx, ctx.store.dialect.updateLock, found.id)
    if (!account || !isActive(account)) return undefined
    await deleteLinksOf(tx, account.id)
    recordAccountHistory(author, tx, 'update', account, account, 'reset link asked for')
    return createLink(tx, {
      purpose: 'password reset',
      minutes: linkMinutes,
      now: ctx.now(),
      accountId: account.id,
    })
  })
  if (!link) return
  const failure = await sendToAccount(author, found, (site) => requestedResetMail(site, link, linkMinutes))
  // A mail that failed can be requested again at once.
  if (failure !== undefined) await ctx.store.transaction((tx) => clearAttempts(tx, recipientKey))
}

const isActive = ({ status, passwordHash }: Account): boolean =>
  status === 'active' && passwordHash !== noPassword

async function isWithinLimit(ctx: Context, key: readonly string[]): Promise<boolean> {
  try {
    await countAttempt(ctx, key, mailAllowance)
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return false
    throw error
  }
}
