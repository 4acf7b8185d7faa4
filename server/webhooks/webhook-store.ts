import { isTexts } from '#domain/catalogue/values.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { Db, Tx } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'

export type WebhookRow = Tables['webhook']
export type DeliveryRow = Tables['webhook_delivery']

export const eventsOfWebhook = ({ events }: Pick<WebhookRow, 'events'>): readonly string[] =>
  parseJson(events, isTexts)

export const allWebhooks = (db: Db): Promise<WebhookRow[]> =>
  db.selectFrom('webhook').selectAll().orderBy('id').execute()

export const findWebhook = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()

export async function countWaiting(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .select((each) => ['webhook_id', each.fn.countAll<number | string>().as('count')])
    .where('state', '=', 'waiting')
    .groupBy('webhook_id')
    .execute()
  return new Map(rows.map((row) => [row.webhook_id, Number(row.count)]))
}

export const newDelivery = (
  webhook: string,
  { id, event, body }: Pick<DeliveryRow, 'id' | 'event' | 'body'>,
  now: Date,
): DeliveryRow => ({
  id,
  webhook_id: webhook,
  event,
  body,
  created_at: now.toISOString(),
  state: 'waiting',
  attempts: 0,
  next_at: now.toISOString(),
  tried_at: null,
  status: null,
  problem: null,
  detail: null,
  answer: null,
  milliseconds: null,
})

export const pageOfDeliveries = (
  db: Db,
  webhook: string,
  after: string | undefined,
  limit: number,
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhook)
    .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The one that has waited longest among those that are due. */
export const nextDue = (db: Db, webhook: string, now: Date): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhook)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now.toISOString())
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Called once an hour. What waits is kept. */
export async function deleteOldDeliveries(tx: Tx, now: Date, keptDays: number): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000).toISOString()
  await tx
    .deleteFrom('webhook_delivery')
    .where('created_at', '<', before)
    .where('state', '<>', 'waiting')
    .execute()
}
