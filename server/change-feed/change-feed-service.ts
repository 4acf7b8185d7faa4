import { decide } from '#domain/access/allowances.ts'
import {
  notACursor,
  oldCursor,
  type ChangePage,
  type FeedChange,
  type FeedQuery,
} from '#domain/api/integration/change-feed.ts'
import { gone, invalid } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { isComparable, readPosition, type CurrentPosition } from '../store/changes/change-log.ts'
import { recordChanges, type ChangeWindow, type RecordChange } from '../store/changes/record-changes.ts'
import { formatCursor, parseCursor, type FeedCursor } from './feed-cursor.ts'
import { visibleChanges } from './visible-changes.ts'

/** A request reads at most this many changes, to find those that the reader may see. */
const maxRead = 2000

/** The changes behind a cursor. The position is read first: what is committed later belongs to the next window. */
export async function readChanges(ctx: Context, { after, entity, limit }: FeedQuery): Promise<ChangePage> {
  requireRight(ctx, 'read', 'changeFeed')
  if (entity !== undefined) requireRight(ctx, 'read', entity)
  const { read: db, dialect } = ctx.store
  const now = await readPosition(db, dialect)
  const { origin } = now
  if (after === undefined)
    return { items: [], cursor: formatCursor({ origin, since: now.position }), hasMore: false }
  const mayBeSeen = (change: RecordChange): boolean =>
    entity === undefined ? decide(ctx.actor, 'read', change.entity).allowed : change.entity === entity
  let window = windowOf(readCursor(after, now), now)
  const items: FeedChange[] = []
  for (let count = 0; count < maxRead; count += limit) {
    const changes = await recordChanges(db, dialect, window, limit)
    const seen = await visibleChanges(ctx, changes.filter(mayBeSeen))
    for (const { change, item } of seen) {
      window = { ...window, after: change }
      items.push({ ...item, cursor: formatCursor({ origin, ...window }) })
      if (items.length === limit && change !== changes.at(-1))
        return { items, cursor: formatCursor({ origin, ...window }), hasMore: true }
    }
    const last = changes.at(-1)
    if (last && changes.length === limit) window = { ...window, after: last }
    else if (window.until === now.position)
      return { items, cursor: formatCursor({ origin, since: now.position }), hasMore: false }
    else window = { since: window.until, until: now.position }
    if (items.length === limit) break
  }
  return { items, cursor: formatCursor({ origin, ...window }), hasMore: true }
}

function readCursor(text: string, now: CurrentPosition): FeedCursor {
  const cursor = parseCursor(text)
  if (!cursor) throw invalid([{ field: 'after', message: notACursor() }])
  const positions = [cursor.since, cursor.until ?? cursor.since]
  if (!positions.every((position) => isComparable({ origin: cursor.origin, position }, now)))
    throw gone(oldCursor())
  return cursor
}

const windowOf = ({ since, until, after }: FeedCursor, now: CurrentPosition): ChangeWindow => ({
  since,
  until: until ?? now.position,
  after,
})
