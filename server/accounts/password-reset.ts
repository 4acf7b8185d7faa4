import { system } from '#domain/access/actor.ts'
import { conflict, forbidden, invalid, notFound, type Problem } from '#domain/problem.ts'
import { addressAllowance, countAttempt, forgetAllAttempts } from '../attempts.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { notAskedFor } from './account-fields.ts'
import { keep, remember } from './account-history.ts'
import { handOver, letterOfReset, type HandedOver } from './account-mail.ts'
import { emailKey, findById, lockAccount } from './account-store.ts'
import { accountOfLink, forgetLinksOf, makeLink, takeLink } from './one-time-link.ts'
import { hashPassword, noPassword, problemOfPassword } from './password.ts'
import { endSessions, forgetFeedOf } from './session-store.ts'

/**
 * Nobody but its owner should know a password, so an administrator never sets one: they make a link, hand it over in
 * person, by phone or by mail, and whoever follows it chooses.
 */

const minutesOfResetLink = 24 * 60
const purpose = 'password reset'

/** Makes the link for an account. The links made before are dead from then on: only the last one handed over counts. */
export async function makeResetLink(ctx: Context, id: string, isToBeSent: boolean): Promise<HandedOver> {
  demand(ctx, 'update', 'account')
  // Whoever got hold of a token must not make it last by a password of their own.
  if (ctx.actor.kind === 'account' && ctx.actor.id === id)
    throw forbidden('Change the own password under My account, with the current one')
  const { account, link } = await ctx.store.transaction(async (tx) => {
    const account = await lockAccount(tx, ctx.store.dialect.updateLock, id)
    if (!account) throw notFound('There is no such account. It may have been deleted meanwhile')
    if (account.passwordHash === noPassword)
      throw conflict('This account was invited and is not open yet. Make a new invitation instead')
    await forgetLinksOf(tx, id)
    remember(ctx, tx, 'update', account, account, 'reset link made')
    const minutes = minutesOfResetLink
    return { account, link: await makeLink(tx, { purpose, minutes, now: ctx.now(), accountId: id }) }
  })
  return handOver(ctx, account, link, isToBeSent ? (site) => letterOfReset(site, link) : undefined)
}

/** Sets the password the owner of the link chose, once, and ends every session. What the account may do stays as it is. */
export async function resetPassword(ctx: Context, input: unknown): Promise<{ msg: string }> {
  demand(ctx, 'create', 'passwordReset')
  const { token, password } = readReset(input)
  const id = await accountOfLink(ctx.store.read, purpose, token, ctx.now())
  const known = id === undefined ? undefined : await findById(ctx.store.read, id)
  // Only what is wrong is counted: nobody guesses a link, and strangers at the same address must not keep out who has one.
  if (!known) {
    await countAttempt(ctx, ['reset from', ctx.address], addressAllowance)
    throw deadLink(ctx)
  }
  const wrong = await problemOfPassword(password, known.email)
  if (wrong) throw invalid([{ field: 'password', message: wrong }])
  const passwordHash = await hashPassword(password as string)
  // Whoever holds the link is not logged in: the history says how the password came to change.
  const author = { ...ctx, actor: system('password reset link') }
  return ctx.store.transaction(async (tx) => {
    const account = await lockAccount(tx, ctx.store.dialect.updateLock, known.id)
    if (!account || !(await takeLink(tx, purpose, token, ctx.now()))) throw deadLink(ctx)
    await keep(author, tx, account, { ...account, passwordHash }, 'set by reset link')
    await endSessions(tx, account.id, {})
    await forgetFeedOf(tx, account.id)
    // Wrong guesses at the old password, from wherever they came, do not keep anyone from using the new one.
    await forgetAllAttempts(tx, ['login', emailKey(account.email)])
    return { msg: 'Password changed' }
  })
}

const deadLink = ({ mailer }: Context): Problem =>
  forbidden(
    `This link has been used or has expired. ${mailer ? 'Ask for a new one where you log in' : 'Ask an administrator for a new one'}`,
  )

function readReset(input: unknown): { token: string; password: unknown } {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const { token, password, ...rest } = given
  const problems = notAskedFor(rest)
  if (typeof token !== 'string' || token === '')
    problems.push({ field: 'token', message: 'The link is not whole. Open it again as it was handed over' })
  if (problems.length > 0) throw invalid(problems)
  return { token: token as string, password }
}
