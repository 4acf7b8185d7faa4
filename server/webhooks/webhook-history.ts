import { entity as declare, type StoredRecord } from '#domain/catalogue/entity.ts'
import { text } from '#domain/catalogue/kinds/text.ts'
import type { Context } from '../core/context.ts'
import type { Tx } from '../store/dialect.ts'
import { writeHistory } from '../store/history/history-store.ts'
import { eventsOfWebhook, type WebhookRow } from './webhook-store.ts'

/** The history of a webhook: never its secret. */
const webhookHistory = declare('webhook', ['Webhook', 'Webhooks'], {
  name: text('Name'),
  url: text('URL'),
  events: text('Events'),
  state: text('Status'),
})

const recordOf = (row: WebhookRow): StoredRecord => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: eventsOfWebhook(row).join(', '),
  state: row.state,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.created_at,
})

export function recordWebhookHistory(
  ctx: Context,
  tx: Tx,
  action: 'create' | 'update' | 'delete',
  before: WebhookRow | null,
  after: WebhookRow | null,
): void {
  const { id, version } = (after ?? before)!
  writeHistory(tx, webhookHistory, ctx, {
    id,
    version: after ? version : version + 1,
    action,
    before: before && recordOf(before),
    after: after && recordOf(after),
  })
}
