import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import type { Db, Dialect } from '../dialect.ts'
import { valuesIn, type HistoryAction } from '../history/history-store.ts'
import type { Tables } from '../tables/tables.ts'

/** A change of a record, as the history has it. */
export interface RecordChange {
  tx: number
  /** Of the history row. */
  id: string
  entity: string
  recordId: string
  version: number
  action: HistoryAction
  at: string
  by: string
  before: RecordValues | null
  after: RecordValues | null
}

/** What a reader at the position `since` did not see and one at `until` did, behind a change among them. */
export interface ChangeWindow {
  since: string
  until: string
  after?: Pick<RecordChange, 'tx' | 'id'> | undefined
}

/**
 * The changes of a window by transaction. Of one record, the change of a transaction that waited for another may come first: the
 * versions have the order.
 */
export async function recordChanges(
  db: Db,
  { changeLog }: Pick<Dialect, 'changeLog'>,
  { since, until, after }: ChangeWindow,
  limit: number,
): Promise<RecordChange[]> {
  const inWindow = sql<SqlBool>`${changeLog.since(since)} and ${changeLog.until(until)}`
  if (!after) return read(db, inWindow, limit)
  // In two statements, because each is a range of the primary key.
  const ofSame = sql<SqlBool>`${inWindow} and tx = ${after.tx} and key > ${after.id}`
  const same = await read(db, ofSame, limit)
  if (same.length === limit) return same
  const later = await read(db, sql<SqlBool>`${inWindow} and tx > ${after.tx}`, limit - same.length)
  return [...same, ...later]
}

type Row = Tables['history'] & { tx: number | string }

async function read(db: Db, condition: RawBuilder<SqlBool>, limit: number): Promise<RecordChange[]> {
  const { rows } = await sql<Row>`
    select change.tx, history.* from
      (select tx, key from change_log where subject = 'record' and ${condition} order by tx, key limit ${sql.lit(limit)}) as change
      join history on history.id = change.key
    order by change.tx, change.key`.execute(db)
  const parse = (cell: string | null): RecordValues | null => (cell === null ? null : valuesIn(cell))
  return rows.map((row) => ({
    tx: Number(row.tx),
    id: row.id,
    entity: row.entity,
    recordId: row.record_id,
    version: row.version,
    action: row.action,
    at: row.at,
    by: row.actor_name,
    before: parse(row.before_values),
    after: parse(row.after_values),
  }))
}
