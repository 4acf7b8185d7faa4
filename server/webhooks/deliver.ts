import { randomUUID } from 'node:crypto'
import type { Context } from '../core/context.ts'
import { afterAttempt } from './after-attempt.ts'
import type { SendWebhook } from './send-webhook.ts'
import { signedHeaders } from './sign.ts'
import { nextDue, type DeliveryRow, type WebhookRow } from './webhook-store.ts'

/** Longer than an attempt may take: after a crash another instance goes on when it has passed. */
const claimLength = 15_000
/** Then other targets get their turn. */
const deliveriesAtOnce = 100

/**
 * Sends what is due to one target, one after the other. The webhook is claimed first, so that one instance sends to it at a time. What was sent by
 * an instance that died before it could write the outcome is sent again.
 */
export async function deliver(
  ctx: Context,
  hook: WebhookRow,
  send: SendWebhook,
  stopping: AbortSignal,
): Promise<void> {
  if (hook.held_until !== null && hook.held_until > ctx.now().toISOString()) return
  if (!(await nextDue(ctx.store.read, hook.id, ctx.now()))) return
  const claim = randomUUID()
  try {
    for (let count = 0; count < deliveriesAtOnce && !stopping.aborted; count++) {
      const claimed = await claimWebhook(ctx, hook.id, claim)
      const delivery = claimed && (await nextDue(ctx.store.read, hook.id, ctx.now()))
      if (!delivery || !(await attempt(ctx, claimed, delivery, send, stopping))) return
    }
  } finally {
    await release(ctx, hook.id, claim)
  }
}

/** Takes or renews the claim, and reads the webhook as it is now; undefined if another instance has it, or it is not active. */
async function claimWebhook(ctx: Context, id: string, claim: string): Promise<WebhookRow | undefined> {
  const now = ctx.now().toISOString()
  return ctx.store.transaction((tx) =>
    tx
      .updateTable('webhook')
      .set({ claim, claimed_until: new Date(ctx.now().getTime() + claimLength).toISOString() })
      .where('id', '=', id)
      .where('state', '=', 'active')
      .where((is) => is.or([is('claim', 'is', null), is('claim', '=', claim), is('claimed_until', '<', now)]))
      .where((is) => is.or([is('held_until', 'is', null), is('held_until', '<=', now)]))
      .returningAll()
      .executeTakeFirst(),
  )
}

const release = (ctx: Context, id: string, claim: string): Promise<unknown> =>
  ctx.store.transaction((tx) =>
    tx
      .updateTable('webhook')
      .set({ claim: null, claimed_until: null })
      .where('id', '=', id)
      .where('claim', '=', claim)
      .execute(),
  )

/** Whether the target accepted it. */
async function attempt(
  ctx: Context,
  hook: WebhookRow,
  delivery: DeliveryRow,
  send: SendWebhook,
  stopping: AbortSignal,
): Promise<boolean> {
  const now = ctx.now()
  const isFormerValid = hook.former_until !== null && hook.former_until > now.toISOString()
  const secrets = [hook.secret, ...(isFormerValid && hook.former_secret !== null ? [hook.former_secret] : [])]
  const begun = performance.now()
  const headers = signedHeaders(delivery.id, delivery.body, now, secrets)
  const outcome = await send({ url: hook.url, headers, body: delivery.body }, stopping)
  // The server stops: whether the target got it is not known, so it is sent again.
  if (outcome.status === null && stopping.aborted) return false
  return afterAttempt(ctx, hook, delivery, {
    ...outcome,
    milliseconds: Math.round(performance.now() - begun),
  })
}
