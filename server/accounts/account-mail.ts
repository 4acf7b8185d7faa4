import { invalid } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import type { Mail } from '../mailer.ts'
import { noteEvent } from '../store/audit-store.ts'
import { forgetSetting, putSetting, readSetting } from '../store/settings.ts'
import type { Account } from './account-store.ts'
import type { OneTimeLink } from './one-time-link.ts'

/** The mails that carry a one-time link, in plain text, and what became of them. */

type Letter = Omit<Mail, 'to'>

/** Its word stands behind a `#`, which browsers keep to themselves. */
const resetAddress = (site: string, { token }: OneTimeLink): string => `${site}/reset#${token}`

export const letterAskedFor = (site: string, link: OneTimeLink, minutes: number): Letter => ({
  subject: 'Choose a new AgriDesk password',
  text: `Somebody, probably you, asked for a new password for your AgriDesk account.

Choose one here. The link works once, within ${minutes} minutes:

${resetAddress(site, link)}

If it was not you, do nothing: your password stays as it is.
`,
})

export const letterOfReset = (site: string, link: OneTimeLink): Letter => ({
  subject: 'Choose a new AgriDesk password',
  text: `An administrator made a link for you to choose a new AgriDesk password.
It works once, within 24 hours:

${resetAddress(site, link)}

Until you use it, your password stays as it is.
`,
})

export const letterOfInvitation = (site: string, link: OneTimeLink, email: string): Letter => ({
  subject: 'Your AgriDesk account',
  text: `You are invited to AgriDesk. Choose a name and a password to open your account.
The link works once, within 7 days:

${site}/invite#${link.token}~${encodeURIComponent(email)}

You log in with ${email} afterwards.
`,
})

const trouble = 'mail trouble'

export interface MailTrouble {
  at: string
  email: string
  because: string
}

/** What became of it stands in the audit; what went wrong last is shown to administrators until a mail goes out again. */
export async function sendToAccount(
  ctx: Context,
  { id, email }: Pick<Account, 'id' | 'email'>,
  letter: (site: string) => Letter,
): Promise<string | undefined> {
  const { mailer } = ctx
  if (!mailer) return 'AgriDesk sends no mail here'
  const { subject, text } = letter(mailer.site)
  const because = await mailer.send({ to: email, subject, text })
  const isSent = because === undefined
  if (!isSent) ctx.log.warn({ account: id, because }, 'a mail was not sent')
  await ctx.store.transaction(async (tx) => {
    noteEvent(tx, ctx, {
      action: isSent ? 'mail sent' : 'mail not sent',
      entity: 'account',
      record: id,
      details: { email, subject, ...(!isSent && { because }) },
    })
    const at = ctx.now()
    if (isSent) await forgetSetting(tx, trouble)
    else await putSetting(tx, trouble, JSON.stringify({ at: at.toISOString(), email, because }), at)
  })
  return because
}

/** A link as an administrator gets it: sent, nobody but its receiver sees it; otherwise it is theirs to hand over. */
export type HandedOver = { expiresAt: string; sentTo: string } | (OneTimeLink & { failure?: string })

export async function handOver(
  ctx: Context,
  account: Pick<Account, 'id' | 'email'>,
  link: OneTimeLink,
  letter: ((site: string) => Letter) | undefined,
): Promise<HandedOver> {
  if (!letter) return link
  const failure = await sendToAccount(ctx, account, letter)
  return failure === undefined ? { expiresAt: link.expiresAt, sentTo: account.email } : { ...link, failure }
}

export function readSend(given: unknown): boolean {
  if (given === undefined || typeof given === 'boolean') return given ?? false
  throw invalid([{ field: 'send', message: 'send should be true or false' }])
}

/** For administrators: whether links can be sent, and what went wrong with the last one. */
export async function mailStanding(ctx: Context): Promise<{ isOn: boolean; trouble: MailTrouble | null }> {
  demand(ctx, 'read', 'account')
  const kept = ctx.mailer && (await readSetting(ctx.store.read, trouble))
  return { isOn: Boolean(ctx.mailer), trouble: kept ? (JSON.parse(kept) as MailTrouble) : null }
}
