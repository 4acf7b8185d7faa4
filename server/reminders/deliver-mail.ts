import { sql } from 'kysely'
import type { ReminderChoices } from '#domain/api/reminders/notifications.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { isQuiet } from '#domain/reminders/quiet-hours.ts'
import { textOf, type NotificationFacts } from '#domain/reminders/notification-text.ts'
import { t } from '#domain/messages/t.ts'
import { sendToAccount } from '../accounts/account-mail.ts'
import type { Context } from '../core/context.ts'
import { factsOf } from './notification-service.ts'
import type { NotificationRow } from './notification-store.ts'
import { chosenSettings } from './reminder-settings.ts'

/** Milliseconds between the attempts to send a mail. */
const pauses = [60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]
const perRun = 200

/** Whether a message may be sent now: the person is not in quiet hours. */
export const mayDisturb = (ctx: Context, settings: ReminderChoices): boolean => {
  const time = wallClock(ctx.now(), ctx.config.timeZone).time.slice(0, 5)
  return !isQuiet(time, { from: settings.quietFrom, to: settings.quietTo })
}

/** Whether it is too late for a message: reminders of the morning are not sent in the afternoon. */
export function isTooLate(ctx: Context, row: Pick<NotificationRow, 'created_at' | 'facts'>): boolean {
  // Not a reminder of the morning.
  if (factsOf(row).kind === 'webhook') return false
  const { timeZone, reminders } = ctx.config
  const { day, time } = wallClock(ctx.now(), timeZone)
  return wallClock(new Date(row.created_at), timeZone).day < day || time.slice(0, 5) >= reminders.until
}

/** Sends what waits. A mail is claimed before it is sent: after a crash in between it is not sent again. */
export async function deliverMail(ctx: Context): Promise<void> {
  if (!ctx.mailer) return
  const rows = await ctx.store.read
    .selectFrom('notification')
    .innerJoin('account', 'account.id', 'notification.account_id')
    .select([
      'notification.id',
      'notification.account_id',
      'notification.facts',
      'notification.created_at',
      'notification.mail_tries',
      'account.email',
      'account.language',
      'account.status',
    ])
    .where('mail_state', '=', 'waiting')
    .where('mail_after', '<=', ctx.now().toISOString())
    .orderBy('mail_after')
    .limit(perRun)
    .execute()
  const settings = await chosenSettings(
    ctx.store.read,
    rows.map((row) => row.account_id),
  )
  for (const row of rows) {
    const own = settings.get(row.account_id) ?? ctx.config.reminders.defaults
    const isWanted = row.status === 'active' && own.email && !isTooLate(ctx, row)
    if (isWanted && !mayDisturb(ctx, own)) continue
    if (!(await claimMail(ctx, row, isWanted ? 'sending' : 'skipped')) || !isWanted) continue
    const because = await sendToAccount(
      ctx,
      { id: row.account_id, email: row.email, language: row.language },
      (site) => mailOf(factsOf(row), site),
    )
    await afterAttempt(ctx, row.id, because === undefined ? undefined : row.mail_tries)
  }
}

async function claimMail(
  ctx: Context,
  { id, mail_tries: tries }: { id: string; mail_tries: number },
  state: 'sending' | 'skipped',
): Promise<boolean> {
  const claimed = await ctx.store.transaction((tx) =>
    tx
      .updateTable('notification')
      .set({ mail_state: state, mail_tries: sql`mail_tries + 1` })
      .where('id', '=', id)
      .where('mail_state', '=', 'waiting')
      .where('mail_tries', '=', tries)
      .returning('id')
      .executeTakeFirst(),
  )
  return claimed !== undefined
}

/** `failed`: the attempts before it; undefined when it was sent. */
async function afterAttempt(ctx: Context, id: string, failed: number | undefined): Promise<void> {
  const pause = failed === undefined ? undefined : pauses[failed]
  await ctx.store.transaction((tx) =>
    tx
      .updateTable('notification')
      .set({
        mail_state: failed === undefined ? 'sent' : pause === undefined ? 'failed' : 'waiting',
        mail_after: new Date(ctx.now().getTime() + (pause ?? 0)).toISOString(),
      })
      .where('id', '=', id)
      .execute(),
  )
}

/** Plain text: names of customers are never read as HTML. */
export function mailOf(facts: NotificationFacts, site: string): { subject: string; text: string } {
  const { title, lines } = textOf(facts)
  const list = lines.map(({ text, to }) => (to === null ? `- ${text}` : `- ${text}\n  ${site}${to}`))
  return {
    subject: title,
    text: `${[
      title,
      list.join('\n'),
      t('All notifications: {address}', { address: `${site}/notifications` }),
      t('Switch these e-mails off, or choose quiet hours: {address}', { address: `${site}/account` }),
    ].join('\n\n')}\n`,
  }
}
