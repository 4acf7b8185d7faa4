import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import type { Tx } from '../store/dialect.ts'
import { accountsByRole } from '../access/role-rights-store.ts'
import { insertNotification } from '../reminders/notification-store.ts'
import type { Outcome } from './send-webhook.ts'
import { recordWebhookHistory } from './webhook-history.ts'
import type { DeliveryRow, WebhookRow } from './webhook-store.ts'

const seconds = 1000
const minutes = 60 * seconds
const hours = 60 * minutes

/** The pauses between the attempts to send one message, a little more than three days together. */
const pauses = [
  5 * seconds,
  30 * seconds,
  2 * minutes,
  10 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  14 * hours,
  14 * hours,
  14 * hours,
]
/** A target that accepts nothing for this long is disabled. */
const failureTimeout = 72 * hours
/** A target that failed is left alone for this long, whatever waits for it. */
const longestHold = 5 * minutes

/** Many targets that failed at the same moment are not tried again at the same moment. */
const jitter = (): number => 1 + 0.2 * Math.random()
const after = (now: Date, pause: number): string => new Date(now.getTime() + pause * jitter()).toISOString()

/** Writes what became of an attempt; whether the target accepted it. */
export async function afterAttempt(
  ctx: Context,
  hook: WebhookRow,
  delivery: DeliveryRow,
  outcome: Outcome & { milliseconds: number },
): Promise<boolean> {
  const now = ctx.now()
  const { status } = outcome
  const isAccepted = status !== null && status >= 200 && status < 300
  const attempts = delivery.attempts + 1
  const pause = pauses[attempts - 1]
  const isGone = status === 410
  const failingSince = hook.failing_since ?? now.toISOString()
  const isFailing = now.getTime() - Date.parse(failingSince) >= failureTimeout
  await ctx.store.transaction(async (tx) => {
    await tx
      .updateTable('webhook_delivery')
      .set({
        ...outcome,
        attempts,
        tried_at: now.toISOString(),
        // Of a target that is gone it waits, in case the webhook is resumed.
        state: isAccepted ? 'delivered' : pause === undefined && !isGone ? 'failed' : 'waiting',
        next_at: isAccepted || isGone ? now.toISOString() : after(now, pause ?? 0),
      })
      .where('id', '=', delivery.id)
      .execute()
    const target = tx.updateTable('webhook').where('id', '=', hook.id)
    if (isAccepted)
      await target
        .set({ failures: 0, failing_since: null, held_until: null, delivered_at: now.toISOString() })
        .execute()
    else
      await target
        .set({
          failures: sql`failures + 1`,
          failing_since: failingSince,
          held_until: after(now, Math.min(5 * seconds * 2 ** hook.failures, longestHold)),
        })
        .execute()
    if (isGone || (!isAccepted && isFailing)) await disable(ctx, tx, hook, isGone ? 'gone' : 'failing')
  })
  if (!isAccepted)
    ctx.log.warn({ webhook: hook.id, name: hook.name, ...outcome }, 'a webhook did not accept a message')
  return isAccepted
}

/** With a notification for each administrator, unless it is not active any more. */
async function disable(
  ctx: Context,
  tx: Tx,
  hook: WebhookRow,
  because: NonNullable<WebhookRow['because']>,
): Promise<void> {
  const now = ctx.now()
  const disabled = await tx
    .updateTable('webhook')
    .set({ state: 'disabled', because, version: sql`version + 1` })
    .where('id', '=', hook.id)
    .where('state', '=', 'active')
    .returningAll()
    .executeTakeFirst()
  if (!disabled) return
  recordWebhookHistory(
    ctx,
    tx,
    'update',
    { ...disabled, state: 'active', version: disabled.version - 1 },
    disabled,
  )
  const facts = { kind: 'webhook', name: hook.name, because } as const
  const isMailed = ctx.mailer !== undefined
  for (const account of (await accountsByRole(tx)).get('ADMIN') ?? [])
    await insertNotification(
      tx,
      { account, about: `webhook:${hook.id}:${disabled.version}`, facts, isMailed, isPushed: true },
      now,
    )
}
