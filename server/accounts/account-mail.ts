import type { LinkAnswer, MailStatus } from '#domain/api/accounts/users.ts'
import { isTexts } from '#domain/catalogue/values.ts'
import { parseJson } from '#domain/parse-json.ts'
import { isObject } from '#domain/input.ts'
import type { Context } from '../core/context.ts'
import { currentLanguageCode, inLanguage } from '../core/language.ts'
import { requireRight } from '../core/gate.ts'
import type { Mail } from '../base/mailer.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { deleteSetting, putSetting, readSetting } from '../store/settings.ts'
import type { Account } from './account-store.ts'
import type { OneTimeLink } from './one-time-link.ts'
import { t } from '#domain/messages/t.ts'

type Recipient = Pick<Account, 'id' | 'email' | 'language'>

type MailContent = Omit<Mail, 'to'>

/** The token is in the URL fragment, which browsers do not send to the server. */
const resetAddress = (site: string, { token }: OneTimeLink): string => `${site}/reset#${token}`

const paragraphs = (...texts: readonly string[]): string => `${texts.join('\n\n')}\n`

export const requestedResetMail = (site: string, link: OneTimeLink, minutes: number): MailContent => ({
  subject: t('Choose a new AgriDesk password'),
  text: paragraphs(
    t('Someone, probably you, requested a new password for your AgriDesk account.'),
    t('Choose one here. The link works once, within {minutes, plural, one {# minute} other {# minutes}}:', {
      minutes,
    }),
    resetAddress(site, link),
    t('If it was not you, do nothing: your password stays as it is.'),
  ),
})

export const resetMail = (site: string, link: OneTimeLink): MailContent => ({
  subject: t('Choose a new AgriDesk password'),
  text: paragraphs(
    `${t('An administrator created a link for you to choose a new AgriDesk password.')}\n${t('It works once, within 24 hours:')}`,
    resetAddress(site, link),
    t('Until you use it, your password stays as it is.'),
  ),
})

export const invitationMail = (site: string, link: OneTimeLink, email: string): MailContent => ({
  subject: t('Your AgriDesk account'),
  text: paragraphs(
    `${t('You are invited to AgriDesk. Choose a name and a password to set up your account.')}\n${t('The link works once, within 7 days:')}`,
    `${site}/invite#${link.token}~${encodeURIComponent(email)}`,
    t('You log in with {email} afterwards.', { email }),
  ),
})

const trouble = 'mail trouble'

type MailFailure = NonNullable<MailStatus['trouble']>

const isMailFailure = (input: unknown): input is MailFailure =>
  isObject(input) && isTexts([input['at'], input['email'], input['because']])

/** Sends a mail and records it in the audit log; the last failure is shown to administrators until a mail is sent again. */
export async function sendToAccount(
  ctx: Context,
  { id, email, language }: Recipient,
  compose: (site: string) => MailContent,
): Promise<string | undefined> {
  const { mailer } = ctx
  if (!mailer) return t('This server does not send mail')
  // In the language of the account; otherwise in that of the request.
  const { subject, text } = inLanguage(language ?? currentLanguageCode(), () => compose(mailer.site))
  const because = await mailer.send({ to: email, subject, text })
  const isSent = because === undefined
  if (!isSent) ctx.log.warn({ account: id, because }, 'a mail was not sent')
  await ctx.store.transaction(async (tx) => {
    recordEvent(tx, ctx, {
      action: isSent ? 'mail sent' : 'mail not sent',
      entity: 'account',
      record: id,
      details: { email, subject, ...(!isSent && { because }) },
    })
    const at = ctx.now()
    if (isSent) await deleteSetting(tx, trouble)
    else await putSetting(tx, trouble, JSON.stringify({ at: at.toISOString(), email, because }), at)
  })
  return because
}

/** The result for an administrator: a mailed link is seen by its recipient only; otherwise the administrator passes it on. */
export async function deliverLink(
  ctx: Context,
  account: Recipient,
  link: OneTimeLink,
  compose: ((site: string) => MailContent) | undefined,
): Promise<LinkAnswer> {
  const site = ctx.config.siteUrl ?? null
  if (!compose) return { ...link, site }
  const failure = await sendToAccount(ctx, account, compose)
  return failure === undefined
    ? { expiresAt: link.expiresAt, sentTo: account.email, site }
    : { ...link, failure, site }
}

/** Whether links can be mailed, and why the last mail failed. */
export async function mailStatus(ctx: Context): Promise<MailStatus> {
  requireRight(ctx, 'read', 'account')
  const stored = ctx.mailer && (await readSetting(ctx.store.read, trouble))
  return { isOn: Boolean(ctx.mailer), trouble: stored ? parseJson(stored, isMailFailure) : null }
}
