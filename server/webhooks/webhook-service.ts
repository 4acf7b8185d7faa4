import { nameOfActor } from '#domain/access/actor.ts'
import type {
  Delivery,
  DeliveryPage,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookRequest,
} from '#domain/api/integration/webhooks.ts'
import { t } from '#domain/messages/t.ts'
import { conflict, invalid, notFound } from '#domain/problem.ts'
import { testEvent } from '#domain/webhooks/events.ts'
import { formatCursor } from '../change-feed/feed-cursor.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { readPosition } from '../store/changes/change-log.ts'
import type { Tx } from '../store/dialect.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { newId } from '../store/new-id.ts'
import { bodyOf } from './events-of-change.ts'
import { newSecret } from './sign.ts'
import { problemOfTarget } from './target.ts'
import { recordWebhookHistory } from './webhook-history.ts'
import {
  allWebhooks,
  countWaiting,
  eventsOfWebhook,
  findWebhook,
  newDelivery,
  pageOfDeliveries,
  type DeliveryRow,
  type WebhookRow,
} from './webhook-store.ts'

const maxWebhooks = 50
const deliveriesPerPage = 25
/** Programs have a day to take over a new secret. */
const formerSecretLifetime = 24 * 60 * 60 * 1000

const viewOf = (row: WebhookRow, waiting = 0): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: [...eventsOfWebhook(row)],
  state: row.state,
  because: row.because,
  version: row.version,
  createdAt: row.created_at,
  createdBy: row.created_by,
  waiting,
  deliveredAt: row.delivered_at,
  failingSince: row.failing_since,
  triedAgainAt: row.state === 'active' ? row.held_until : null,
  skippedAt: row.skipped_at,
  formerSecretUntil: row.former_until,
})

const deliveryOf = (row: DeliveryRow): Delivery => ({
  id: row.id,
  event: row.event,
  at: row.created_at,
  state: row.state,
  attempts: row.attempts,
  triedAt: row.tried_at,
  nextAt: row.state === 'waiting' ? row.next_at : null,
  status: row.status,
  problem: row.problem,
  detail: row.detail,
  answer: row.answer,
  milliseconds: row.milliseconds,
  body: row.body,
})

export async function listWebhooks(ctx: Context): Promise<{ items: Webhook[] }> {
  requireRight(ctx, 'read', 'webhook')
  const rows = await allWebhooks(ctx.store.read)
  const waiting = await countWaiting(ctx.store.read)
  return { items: rows.map((row) => viewOf(row, waiting.get(row.id))) }
}

function checkTarget(ctx: Context, url: string): void {
  const problem = problemOfTarget(url, ctx.config.webhookNetworks)
  if (problem !== undefined) throw invalid([{ field: 'url', message: problem }])
}

const eventsText = (events: readonly string[]): string => JSON.stringify([...new Set(events)].toSorted())

/** It gets what is committed from now on. */
export async function createWebhook(ctx: Context, request: WebhookRequest): Promise<NewWebhook> {
  requireRight(ctx, 'create', 'webhook')
  checkTarget(ctx, request.url)
  const { origin, position } = await readPosition(ctx.store.read, ctx.store.dialect)
  const now = ctx.now().toISOString()
  const row: WebhookRow = {
    id: newId(ctx.now()),
    name: request.name,
    url: request.url,
    events: eventsText(request.events),
    state: 'active',
    because: null,
    version: 1,
    created_at: now,
    created_by: nameOfActor(ctx.actor),
    secret: newSecret(),
    former_secret: null,
    former_until: null,
    cursor: formatCursor({ origin, since: position }),
    cursor_at: now,
    skipped_at: null,
    claim: null,
    claimed_until: null,
    failures: 0,
    failing_since: null,
    held_until: null,
    delivered_at: null,
  }
  await ctx.store.transaction(async (tx) => {
    if ((await allWebhooks(tx)).length >= maxWebhooks)
      throw conflict(t('There are already {max} webhooks: delete one first', { max: maxWebhooks }))
    await tx
      .insertInto('webhook')
      .values({ ...row })
      .execute()
    recordWebhookHistory(ctx, tx, 'create', null, row)
  })
  return { ...viewOf(row), secret: row.secret }
}

const missing = (): Error => notFound(t('There is no such webhook: it was deleted'))

/** Changes what an administrator sees of it, with its history. */
async function changeRow(
  ctx: Context,
  tx: Tx,
  id: string,
  change: (row: WebhookRow) => Partial<WebhookRow>,
): Promise<WebhookRow> {
  const before = await findWebhook(tx, id)
  if (!before) throw missing()
  const changed = change(before)
  if (Object.keys(changed).length === 0) return before
  const after = await tx
    .updateTable('webhook')
    .set({ ...changed, version: before.version + 1 })
    .where('id', '=', id)
    .where('version', '=', before.version)
    .returningAll()
    .executeTakeFirst()
  if (!after) throw stale()
  recordWebhookHistory(ctx, tx, 'update', before, after)
  return after
}

const stale = (): Error =>
  conflict(t('This webhook was changed by someone else meanwhile. Nothing was overwritten'))

export async function changeWebhook(
  ctx: Context,
  id: string,
  { name, url, events, version }: WebhookChange,
): Promise<Webhook> {
  requireRight(ctx, 'update', 'webhook')
  checkTarget(ctx, url)
  const row = await ctx.store.transaction((tx) =>
    changeRow(ctx, tx, id, (before) => {
      if (before.version !== version) throw stale()
      // Another target is tried at once.
      const retry = url === before.url ? {} : { failures: 0, failing_since: null, held_until: null }
      return { name, url, events: eventsText(events), ...retry }
    }),
  )
  return viewWithCount(ctx, row)
}

const viewWithCount = async (ctx: Context, row: WebhookRow): Promise<Webhook> =>
  viewOf(row, (await countWaiting(ctx.store.read)).get(row.id))

export async function pauseWebhook(ctx: Context, id: string): Promise<Webhook> {
  requireRight(ctx, 'update', 'webhook')
  const row = await ctx.store.transaction((tx) =>
    changeRow(ctx, tx, id, ({ state }) => (state === 'active' ? { state: 'paused' } : {})),
  )
  return viewWithCount(ctx, row)
}

/** What failed is tried at once. */
export async function resumeWebhook(ctx: Context, id: string): Promise<Webhook> {
  requireRight(ctx, 'update', 'webhook')
  const fresh = { because: null, failures: 0, failing_since: null, held_until: null }
  const row = await ctx.store.transaction(async (tx) => {
    const resumed = await changeRow(ctx, tx, id, ({ state }) =>
      state === 'active' ? {} : { ...fresh, state: 'active' },
    )
    await tx
      .updateTable('webhook_delivery')
      .set({ next_at: ctx.now().toISOString() })
      .where('webhook_id', '=', id)
      .where('state', '=', 'waiting')
      .execute()
    return resumed
  })
  return viewWithCount(ctx, row)
}

export async function deleteWebhook(ctx: Context, id: string): Promise<void> {
  requireRight(ctx, 'delete', 'webhook')
  await ctx.store.transaction(async (tx) => {
    const row = await tx.deleteFrom('webhook').where('id', '=', id).returningAll().executeTakeFirst()
    if (!row) throw missing()
    await tx.deleteFrom('webhook_delivery').where('webhook_id', '=', id).execute()
    recordWebhookHistory(ctx, tx, 'delete', row, null)
  })
}

export async function rotateSecret(ctx: Context, id: string): Promise<NewWebhook> {
  requireRight(ctx, 'update', 'webhook')
  const secret = newSecret()
  const until = new Date(ctx.now().getTime() + formerSecretLifetime).toISOString()
  const row = await ctx.store.transaction(async (tx) => {
    const before = await findWebhook(tx, id)
    if (!before) throw missing()
    const after = await tx
      .updateTable('webhook')
      .set({ secret, former_secret: before.secret, former_until: until })
      .where('id', '=', id)
      .where('secret', '=', before.secret)
      .returningAll()
      .executeTakeFirst()
    if (!after) throw stale()
    const details = { name: before.name }
    recordEvent(tx, ctx, { action: 'webhook secret', entity: 'webhook', record: id, details })
    return after
  })
  return { ...(await viewWithCount(ctx, row)), secret }
}

/** Nothing is sent to one that is paused or disabled. */
async function requireActive(tx: Tx, id: string): Promise<void> {
  const row = await findWebhook(tx, id)
  if (!row) throw missing()
  if (row.state !== 'active') throw conflict(t('{name} is not active: resume it first', { name: row.name }))
}

/** What an administrator asks for is not held back by failures of before. */
const endHold = (tx: Tx, id: string): Promise<unknown> =>
  tx.updateTable('webhook').set({ held_until: null }).where('id', '=', id).execute()

export async function testWebhook(ctx: Context, id: string): Promise<Delivery> {
  requireRight(ctx, 'update', 'webhook')
  const now = ctx.now()
  const body = bodyOf({
    type: testEvent,
    timestamp: now.toISOString(),
    data: { by: nameOfActor(ctx.actor) },
  })
  const row = newDelivery(id, { id: newId(now), event: testEvent, body }, now)
  await ctx.store.transaction(async (tx) => {
    await requireActive(tx, id)
    await tx
      .insertInto('webhook_delivery')
      .values({ ...row })
      .execute()
    await endHold(tx, id)
  })
  return deliveryOf(row)
}

export async function listDeliveries(
  ctx: Context,
  id: string,
  after: string | undefined,
): Promise<DeliveryPage> {
  requireRight(ctx, 'read', 'webhook')
  const db = ctx.store.read
  if (!(await findWebhook(db, id))) throw missing()
  const rows = await pageOfDeliveries(db, id, after, deliveriesPerPage + 1)
  const items = rows.slice(0, deliveriesPerPage).map(deliveryOf)
  return { items, next: rows.length > deliveriesPerPage ? items.at(-1)!.id : null }
}

export async function resendDelivery(ctx: Context, id: string, delivery: string): Promise<Delivery> {
  requireRight(ctx, 'update', 'webhook')
  const row = await ctx.store.transaction(async (tx) => {
    await requireActive(tx, id)
    const again = await tx
      .updateTable('webhook_delivery')
      .set({ state: 'waiting', attempts: 0, next_at: ctx.now().toISOString() })
      .where('id', '=', delivery)
      .where('webhook_id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!again) throw notFound(t('There is no such delivery: it was deleted with others of its time'))
    await endHold(tx, id)
    return again
  })
  return deliveryOf(row)
}
