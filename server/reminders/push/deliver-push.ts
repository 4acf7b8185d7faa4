import { textOf, type NotificationFacts } from '#domain/reminders/notification-text.ts'
import { toError } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { inLanguage } from '../../core/language.ts'
import type { Tables } from '../../store/tables/tables.ts'
import { isTooLate, mayDisturb } from '../deliver-mail.ts'
import { factsOf } from '../notification-service.ts'
import { chosenSettings } from '../reminder-settings.ts'
import { encryptMessage, maxMessageBytes } from './encrypt-message.ts'
import { parseEndpoint } from './push-endpoint.ts'
import type { SendPush } from './send-push.ts'
import { vapidHeader, vapidKeys } from './vapid.ts'

type Subscription = Tables['push_subscription']

const perRun = 200

/** Sends what waits to the devices of each account, once: a push message that fails is not tried again. */
export async function deliverPush(ctx: Context, send: SendPush): Promise<void> {
  const rows = await ctx.store.read
    .selectFrom('notification')
    .innerJoin('account', 'account.id', 'notification.account_id')
    .select([
      'notification.id',
      'notification.account_id',
      'notification.facts',
      'notification.created_at',
      'account.language',
      'account.status',
    ])
    .where('push_state', '=', 'waiting')
    .orderBy('notification.id')
    .limit(perRun)
    .execute()
  const settings = await chosenSettings(
    ctx.store.read,
    rows.map((row) => row.account_id),
  )
  for (const row of rows) {
    const own = settings.get(row.account_id) ?? ctx.config.reminders.defaults
    const isWanted = row.status === 'active' && own.push && !isTooLate(ctx, row)
    if (isWanted && !mayDisturb(ctx, own)) continue
    const devices = isWanted ? await devicesOf(ctx, row.account_id) : []
    const isSent = devices.length > 0
    if (!(await setState(ctx, row.id, 'waiting', isSent ? 'sending' : 'skipped')) || !isSent) continue
    const message = inLanguage(row.language, () => messageOf(row.id, factsOf(row)))
    const results = await Promise.all(devices.map((device) => sendTo(ctx, send, device, message)))
    await setState(ctx, row.id, 'sending', results.includes(true) ? 'sent' : 'failed')
  }
}

const devicesOf = (ctx: Context, account: string): Promise<Subscription[]> =>
  ctx.store.read.selectFrom('push_subscription').selectAll().where('account_id', '=', account).execute()

async function setState(
  ctx: Context,
  id: string,
  from: 'waiting' | 'sending',
  to: 'sending' | 'skipped' | 'sent' | 'failed',
): Promise<boolean> {
  const changed = await ctx.store.transaction((tx) =>
    tx
      .updateTable('notification')
      .set({ push_state: to })
      .where('id', '=', id)
      .where('push_state', '=', from)
      .returning('id')
      .executeTakeFirst(),
  )
  return changed !== undefined
}

/** What the service worker shows; the text is cut to what a message may hold. */
function messageOf(id: string, facts: NotificationFacts): Buffer {
  const { title, lines } = textOf(facts)
  let body = lines.map(({ text }) => text).join('\n')
  const encode = (): Buffer => Buffer.from(JSON.stringify({ id, title, body, to: '/notifications' }))
  while (encode().length > maxMessageBytes) body = `${[...body].slice(0, -200).join('')}…`
  return encode()
}

/** Whether the push service has accepted it. A subscription that ended is removed. */
async function sendTo(ctx: Context, send: SendPush, device: Subscription, message: Buffer): Promise<boolean> {
  try {
    const endpoint = parseEndpoint(device.endpoint)
    if (!endpoint) return false
    const { mail, siteUrl } = ctx.config
    const contact = mail ? `mailto:${mail.from.address}` : (siteUrl ?? 'mailto:push@localhost')
    const status = await send({
      endpoint,
      authorization: vapidHeader(await vapidKeys(ctx), { origin: endpoint.origin, contact, now: ctx.now() }),
      body: encryptMessage(message, {
        p256dh: Buffer.from(device.p256dh, 'base64url'),
        auth: Buffer.from(device.auth, 'base64url'),
      }),
    })
    if (status === 404 || status === 410)
      await ctx.store.transaction((tx) =>
        tx.deleteFrom('push_subscription').where('id', '=', device.id).execute(),
      )
    const isAccepted = status >= 200 && status < 300
    if (!isAccepted) ctx.log.warn({ status, host: endpoint.host }, 'a push service did not accept a message')
    return isAccepted
  } catch (error) {
    ctx.log.warn({ because: toError(error).message }, 'a push message was not sent')
    return false
  }
}
