import { system } from '#domain/access/actor.ts'
import { conflict, invalid, Problem } from '#domain/problem.ts'
import {
  addressAllowance,
  countAttempt,
  forgetAttempts,
  mailAllowance,
  passwordAllowance,
} from '../attempts.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { noteEvent } from '../store/audit-store.ts'
import { notAskedFor, readEmail } from './account-fields.ts'
import { remember } from './account-history.ts'
import { letterAskedFor, sendToAccount } from './account-mail.ts'
import { emailKey, findByEmail, lockAccount, type Account } from './account-store.ts'
import { forgetLinksOf, makeLink, type OneTimeLink } from './one-time-link.ts'
import { noPassword } from './password.ts'

/**
 * Asking for a link by e-mail. Up to the answer nobody looks whether there is such an account, so that neither what is
 * said nor how long it takes can tell: the rest begins when the answer is out.
 */

const minutes = 30

export interface Asked {
  msg: string
  /** What is left to do after the answer. */
  email: string
}

export async function askForReset(ctx: Context, input: unknown): Promise<Asked> {
  demand(ctx, 'create', 'passwordReset')
  if (!ctx.mailer) throw conflict('AgriDesk sends no mail here. Ask an administrator for a link')
  const email = readAsking(input)
  await countAttempt(ctx, ['reset mail from', ctx.address], addressAllowance)
  await countAttempt(ctx, ['reset mail', emailKey(email)], passwordAllowance)
  await ctx.store.transaction(async (tx) =>
    noteEvent(tx, ctx, { action: 'reset asked', entity: 'account', details: { email } }),
  )
  return { msg: 'If an account has this address, a link is on its way.', email }
}

function readAsking(input: unknown): string {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const { email, ...rest } = given
  const reading = readEmail(email)
  const problems = notAskedFor(rest)
  if ('problem' in reading) problems.push({ field: 'email', message: reading.problem })
  if (problems.length > 0 || 'problem' in reading) throw invalid(problems)
  return String(reading.value)
}

/** Sends the link, if there is somebody to send it to. Whoever waits for approval, is disabled or was only invited gets none. */
export async function sendResetLink(ctx: Context, email: string): Promise<void> {
  const found = await findByEmail(ctx.store.read, email)
  if (!found || !isOpen(found)) return
  const toThem = ['reset mail to', found.id]
  if (!(await isInTime(ctx, toThem))) return
  // Whoever asked is not known: the history says how the link came to be.
  const author = { ...ctx, actor: system('password reset asked for') }
  const link = await ctx.store.transaction(async (tx): Promise<OneTimeLink | undefined> => {
    const account = await lockAccount(tx, ctx.store.dialect.updateLock, found.id)
    if (!account || !isOpen(account)) return undefined
    await forgetLinksOf(tx, account.id)
    remember(author, tx, 'update', account, account, 'reset link asked for')
    return makeLink(tx, { purpose: 'password reset', minutes, now: ctx.now(), accountId: account.id })
  })
  if (!link) return
  const failure = await sendToAccount(author, found, (site) => letterAskedFor(site, link, minutes))
  // What did not arrive may be asked for again at once.
  if (failure !== undefined) await ctx.store.transaction((tx) => forgetAttempts(tx, toThem))
}

const isOpen = ({ status, passwordHash }: Account): boolean =>
  status === 'active' && passwordHash !== noPassword

async function isInTime(ctx: Context, key: readonly string[]): Promise<boolean> {
  try {
    await countAttempt(ctx, key, mailAllowance)
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return false
    throw error
  }
}
