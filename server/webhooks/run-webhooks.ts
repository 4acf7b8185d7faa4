import type { Context } from '../core/context.ts'
import { system } from '#domain/access/actor.ts'
import { deliver } from './deliver.ts'
import { fillOutbox, type Reached } from './fill-outbox.ts'
import { createWebhookSender, type SendWebhook } from './send-webhook.ts'
import type { WebhookRow } from './webhook-store.ts'

/** How many targets are sent to at once: one that hangs delays no other. */
const maxTargets = 20
const interval = 1000

export interface Webhooks {
  /** Begins the work for every active webhook that has none; resolves when that work is done. */
  run: () => Promise<void>
  /** Begins no more, cuts off what is being sent, and resolves when its outcome is written. */
  stop: () => Promise<void>
}

export function createWebhooks(
  given: Context,
  send: SendWebhook = createWebhookSender({ networks: given.config.webhookNetworks }),
): Webhooks {
  const ctx: Context = { ...given, actor: system('webhooks') }
  const busy = new Map<string, Promise<void>>()
  const reached: Reached = new Map()
  const stopping = new AbortController()
  const work = async (hook: WebhookRow): Promise<void> => {
    try {
      await fillOutbox(ctx, hook, reached)
      await deliver(ctx, hook, send, stopping.signal)
    } catch (error) {
      ctx.log.warn({ err: error, webhook: hook.id }, 'a webhook could not be served; it is tried again')
    } finally {
      busy.delete(hook.id)
    }
  }
  return {
    run: async () => {
      const hooks = await ctx.store.read
        .selectFrom('webhook')
        .selectAll()
        .where('state', '=', 'active')
        .orderBy('id')
        .execute()
      const begun: Promise<void>[] = []
      for (const hook of hooks) {
        if (stopping.signal.aborted || busy.has(hook.id) || busy.size >= maxTargets) continue
        const task = work(hook)
        busy.set(hook.id, task)
        begun.push(task)
      }
      await Promise.all(begun)
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(busy.values())
    },
  }
}

/** Looks for changes once a second; returns how to stop. */
export function startWebhooks(ctx: Context): () => Promise<void> {
  const webhooks = createWebhooks(ctx)
  const timer = setInterval(() => {
    // What is slow keeps only its own target from the next round.
    webhooks.run().catch((error: unknown) => ctx.log.warn({ err: error }, 'webhooks could not be read'))
  }, interval).unref()
  return () => {
    clearInterval(timer)
    return webhooks.stop()
  }
}
