import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { isChosen } from '#domain/webhooks/events.ts'
import { formatCursor, parseCursor, type FeedCursor } from '../change-feed/feed-cursor.ts'
import type { Context } from '../core/context.ts'
import { isComparable, readPosition, type CurrentPosition } from '../store/changes/change-log.ts'
import { recordChanges, type RecordChange } from '../store/changes/record-changes.ts'
import { newId } from '../store/new-id.ts'
import { insertRows } from '../store/query/prepared.ts'
import { mergedInto } from '../store/records/former-codes.ts'
import { bodyOf, eventsOfChange, type WebhookEvent } from './events-of-change.ts'
import { eventsOfWebhook, newDelivery, type DeliveryRow, type WebhookRow } from './webhook-store.ts'

const changesAtOnce = 200
/** A target that accepts nothing keeps at most about this many deliveries; the other changes stay in the log. */
const maxWaiting = 1000
/** A cursor is written at least this often, so that it does not become older than the log. */
const cursorLifetime = 60 * 60 * 1000

/** Up to where this process has read for a webhook, when nothing was to be sent: not worth a write. */
export type Reached = Map<string, { stored: string; cursor: FeedCursor }>

/**
 * Writes the events since the webhook's cursor into the outbox. The rows and the cursor are one transaction, which only one
 * instance can make: a change is in the outbox once, and none is lost by a crash.
 */
export async function fillOutbox(ctx: Context, hook: WebhookRow, reached: Reached): Promise<void> {
  const { read: db, dialect } = ctx.store
  const now = await readPosition(db, dialect)
  const known = reached.get(hook.id)
  const stored = known?.stored === hook.cursor ? known.cursor : parseCursor(hook.cursor)
  if (!stored || !isUsable(stored, now)) return skip(ctx, hook, now)
  let cursor = stored
  let text = hook.cursor
  for (;;) {
    const window = { since: cursor.since, until: cursor.until ?? now.position, after: cursor.after }
    const changes = await recordChanges(db, dialect, window, changesAtOnce)
    const isMore = changes.length === changesAtOnce
    cursor = isMore
      ? { origin: now.origin, ...window, after: changes.at(-1)! }
      : { origin: now.origin, since: window.until }
    const events = await chosenEvents(ctx, hook, changes)
    const isOld = ctx.now().getTime() - Date.parse(hook.cursor_at) > cursorLifetime
    if (events.length > 0 || isOld) {
      if (!(await write(ctx, hook, text, cursor, events))) return
      text = formatCursor(cursor)
    }
    reached.set(hook.id, { stored: text, cursor })
    if (isMore && events.length > 0 && (await isFull(ctx, hook))) return
    if (!isMore && window.until === now.position) return
  }
}

const isUsable = (cursor: FeedCursor, now: CurrentPosition): boolean =>
  [cursor.since, cursor.until ?? cursor.since].every((position) =>
    isComparable({ origin: cursor.origin, position }, now),
  )

async function chosenEvents(
  ctx: Context,
  hook: WebhookRow,
  changes: readonly RecordChange[],
): Promise<WebhookEvent[]> {
  const merges = new Map<string, string>()
  const deletions = changes.filter(({ action }) => action === 'delete')
  for (const [name, some] of Map.groupBy(deletions, ({ entity }) => entity)) {
    const ids = some.map(({ recordId }) => recordId)
    for (const [from, to] of await mergedInto(ctx.store.read, entityNamed(name), ids)) merges.set(from, to)
  }
  const patterns = eventsOfWebhook(hook)
  return changes
    .flatMap((change) =>
      eventsOfChange(change, change.action === 'delete' ? merges.get(change.recordId) : undefined),
    )
    .filter(({ type }) => isChosen(patterns, type))
}

/** False if another instance was faster, or the webhook is not active any more. */
async function write(
  ctx: Context,
  hook: WebhookRow,
  from: string,
  to: FeedCursor,
  events: readonly WebhookEvent[],
): Promise<boolean> {
  return ctx.store.transaction(async (tx) => {
    const now = ctx.now()
    const moved = await tx
      .updateTable('webhook')
      .set({ cursor: formatCursor(to), cursor_at: now.toISOString() })
      .where('id', '=', hook.id)
      .where('cursor', '=', from)
      .where('state', '=', 'active')
      .returning('id')
      .executeTakeFirst()
    if (!moved) return false
    const rows = events.map((event): DeliveryRow =>
      newDelivery(hook.id, { id: newId(now), event: event.type, body: bodyOf(event) }, now),
    )
    if (rows.length > 0)
      await insertRows(
        tx,
        ctx.store.dialect,
        'webhook_delivery',
        rows.map((row) => ({ ...row })),
      )
    return true
  })
}

async function isFull(ctx: Context, hook: WebhookRow): Promise<boolean> {
  const rows = await ctx.store.read
    .selectFrom('webhook_delivery')
    .select('id')
    .where('webhook_id', '=', hook.id)
    .where('state', '=', 'waiting')
    .limit(maxWaiting)
    .execute()
  return rows.length === maxWaiting
}

/** The changes since the cursor are not known any more: it goes on from now, and the list says so. */
async function skip(ctx: Context, hook: WebhookRow, now: CurrentPosition): Promise<void> {
  ctx.log.warn(
    { webhook: hook.id, name: hook.name },
    'changes before now are not sent to a webhook: they are older than the change log, or the database was restored',
  )
  const at = ctx.now().toISOString()
  await ctx.store.transaction((tx) =>
    tx
      .updateTable('webhook')
      .set({
        cursor: formatCursor({ origin: now.origin, since: now.position }),
        cursor_at: at,
        skipped_at: at,
      })
      .where('id', '=', hook.id)
      .where('cursor', '=', hook.cursor)
      .execute(),
  )
}
