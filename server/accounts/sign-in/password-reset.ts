import { system } from '#domain/access/actor.ts'
import type { PasswordReset } from '#domain/api/accounts/sign-in.ts'
import type { LinkAnswer } from '#domain/api/accounts/users.ts'
import { conflict, forbidden, notFound, type Problem } from '#domain/problem.ts'
import { addressAllowance, countAttempt, clearAllAttempts } from '../../core/rate-limit.ts'
import type { Context } from '../../core/context.ts'
import { requireRight } from '../../core/gate.ts'
import { saveWithHistory, recordAccountHistory } from '../account-history.ts'
import { deliverLink, resetMail } from '../account-mail.ts'
import { emailKey, findById, lockAccount } from '../account-store.ts'
import { accountOfLink, deleteLinksOf, createLink, consumeLink } from '../one-time-link.ts'
import { checkChosenPassword, hashPassword, noPassword } from './password.ts'
import { endSessions, deleteFeedOf } from './session-store.ts'
import { endDeviceKeys } from '../tokens/device-key-store.ts'
import { t } from '#domain/messages/t.ts'

/**
 * Only the owner should know a password, so administrators do not set one: they create a link, and its recipient chooses
 * the password.
 */

const resetLinkMinutes = 24 * 60
const purpose = 'password reset'

/** Creates a reset link for an account and revokes its previous links. */
export async function createResetLink(ctx: Context, id: string, isMailed: boolean): Promise<LinkAnswer> {
  requireRight(ctx, 'update', 'account')
  // A stolen token must not be turned into a new password.
  if (ctx.actor.kind === 'account' && ctx.actor.id === id)
    throw forbidden(t('Change your own password under My account, with the current one'))
  const { account, link } = await ctx.store.transaction(async (tx) => {
    const account = await lockAccount(tx, ctx.store.dialect.updateLock, id)
    if (!account) throw notFound(t('There is no such account. It may have been deleted meanwhile'))
    if (account.passwordHash === noPassword)
      throw conflict(t('This account was invited and is not set up yet. Send a new invitation instead'))
    await deleteLinksOf(tx, id)
    recordAccountHistory(ctx, tx, 'update', account, account, 'reset link made')
    const minutes = resetLinkMinutes
    return { account, link: await createLink(tx, { purpose, minutes, now: ctx.now(), accountId: id }) }
  })
  return deliverLink(ctx, account, link, isMailed ? (site) => resetMail(site, link) : undefined)
}

/** Sets the chosen password once and ends every session. The rights of the account stay the same. */
export async function resetPassword(
  ctx: Context,
  { token, password }: PasswordReset,
): Promise<{ msg: string }> {
  requireRight(ctx, 'create', 'passwordReset')
  const id = await accountOfLink(ctx.store.read, purpose, token, ctx.now())
  const known = id === undefined ? undefined : await findById(ctx.store.read, id)
  // Only wrong tokens are counted: a link cannot be guessed, and other users at the same address must not block a valid
  // one.
  if (!known) {
    await countAttempt(ctx, ['reset from', ctx.address], addressAllowance)
    throw invalidLink(ctx)
  }
  await checkChosenPassword(password, known.email)
  const passwordHash = await hashPassword(password)
  // The caller is not logged in, so the history names the reset link as the author.
  const author = { ...ctx, actor: system('password reset link') }
  return ctx.store.transaction(async (tx) => {
    const account = await lockAccount(tx, ctx.store.dialect.updateLock, known.id)
    if (!account || !(await consumeLink(tx, purpose, token, ctx.now()))) throw invalidLink(ctx)
    await saveWithHistory(author, tx, account, { ...account, passwordHash }, 'set by reset link')
    await endSessions(tx, account.id, {})
    await deleteFeedOf(tx, account.id)
    await endDeviceKeys(tx, account.id)
    // Wrong attempts at the old password do not delay a login with the new one.
    await clearAllAttempts(tx, ['login', emailKey(account.email)])
    return { msg: t('Password changed') }
  })
}

const invalidLink = ({ mailer }: Context): Problem =>
  forbidden(
    mailer
      ? t('This link has been used or has expired. Request a new one on the login page')
      : t('This link has been used or has expired. Ask an administrator for a new one'),
  )
