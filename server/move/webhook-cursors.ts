import { sql, type SqlBool } from 'kysely'
import { formatCursor, parseCursor, type FeedCursor } from '../change-feed/feed-cursor.ts'
import { isComparable, readPosition } from '../store/changes/change-log.ts'
import { changeLog } from '../store/changes/change-log-rows.ts'
import type { Dialect, Tx } from '../store/dialect.ts'
import type { Side } from './side.ts'

/** A webhook, and the changes that it has not read yet, by their ids in the history. */
export interface UnreadChanges {
  webhook: string
  changes: readonly string[]
}

/** In the order in which each has at least the changes of the one before; those whose cursor is no longer valid are left out. */
export async function unreadByWebhooks({ db, dialect }: Side): Promise<UnreadChanges[]> {
  const now = await readPosition(db, dialect)
  const unread: UnreadChanges[] = []
  for (const { id, cursor: text } of await db.selectFrom('webhook').select(['id', 'cursor']).execute()) {
    const cursor = parseCursor(text)
    if (!cursor || !isComparable({ origin: cursor.origin, position: cursor.since }, now)) continue
    const { rows } = await sql<{ key: string }>`
      select key from ${sql.table(changeLog)} where subject = 'record' and ${isUnread(dialect, cursor)}`.execute(
      db,
    )
    unread.push({ webhook: id, changes: rows.map(({ key }) => key) })
  }
  return unread.toSorted((one, other) => one.changes.length - other.changes.length)
}

function isUnread(dialect: Dialect, { since, until, after }: FeedCursor) {
  const { changeLog: log } = dialect
  if (until === undefined || !after) return log.since(since)
  return sql<SqlBool>`${log.since(since)} and not (${log.until(until)} and (tx, key) <= (${after.tx}, ${after.id}))`
}

/**
 * Numbers of transactions cannot be taken to another database. The changes that webhooks have not read are logged anew, with a number for
 * each group of webhooks that have read equally much, so that each goes on with exactly its own.
 */
export async function logUnread(
  tx: Tx,
  dialect: Dialect,
  unread: readonly UnreadChanges[],
  now: Date,
): Promise<void> {
  const logged = new Set<string>()
  // On PostgreSQL numbers of transactions that are over, on SQLite any.
  const first = dialect.isEmbedded ? unread.length + 1 : firstOf((await readPosition(tx, dialect)).position)
  const starts = new Map<string, number>()
  for (const [at, { webhook, changes }] of unread.entries()) {
    const number = first - 1 - at
    const rows = changes
      .filter((key) => !logged.has(key))
      .map((key) => ({ tx: number, subject: 'record' as const, key }))
    for (let from = 0; from < rows.length; from += 1000)
      await tx
        .insertInto(changeLog)
        .values(rows.slice(from, from + 1000))
        .execute()
    for (const key of changes) logged.add(key)
    if (changes.length > 0) starts.set(webhook, number)
  }
  const { origin, position } = await readPosition(tx, dialect)
  for (const { webhook } of unread) {
    const start = starts.get(webhook)
    const since = start === undefined ? position : dialect.isEmbedded ? String(start) : `${start}:${start}:`
    const cursor = { cursor: formatCursor({ origin, since }), cursor_at: now.toISOString() }
    await tx.updateTable('webhook').set(cursor).where('id', '=', webhook).execute()
  }
}

const firstOf = (position: string): number => Number(position.split(':')[0])
