import type { BatchView } from '#domain/api/changes/batches.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { sql } from 'kysely'
import type { Db, Dialect, Tx } from '../store/dialect.ts'
import { valuesIn, type HistoryAction } from '../store/history/history-store.ts'
import type { Tables } from '../store/tables/tables.ts'

export type Batch = BatchView & { actorId: string | null }

const toBatch = (row: Tables['batch']): Batch => ({
  id: row.id,
  kind: row.kind,
  entity: row.entity,
  title: row.title,
  by: row.actor_name,
  at: row.at,
  state: row.state,
  undoes: row.undoes,
  undoneAt: row.undone_at,
  undoneBy: row.undone_by,
  actorId: row.actor_id,
})

export const insertBatch = (tx: Tx, batch: Batch): Promise<unknown> =>
  tx
    .insertInto('batch')
    .values({
      id: batch.id,
      kind: batch.kind,
      entity: batch.entity,
      title: batch.title,
      actor_id: batch.actorId,
      actor_name: batch.by,
      at: batch.at,
      state: batch.state,
      undoes: batch.undoes,
      undone_at: null,
      undone_by: null,
      report: null,
    })
    .execute()

export const changeBatch = (tx: Tx, id: string, cells: Partial<Tables['batch']>): Promise<unknown> =>
  tx.updateTable('batch').set(cells).where('id', '=', id).execute()

export const deleteBatch = (tx: Tx, id: string): Promise<unknown> =>
  tx.deleteFrom('batch').where('id', '=', id).execute()

/** Batches that were not finished, newest first, without the undo of another open batch: undoing that batch resumes it. */
export async function openBatches(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from batch where state = 'open' and not exists (
      select 1 from batch as undone where undone.id = batch.undoes and undone.state = 'open'
    ) order by id desc`.execute(db)
  return rows.map(({ id }) => id)
}

/** The unfinished undo of an interrupted batch, with its progress. */
export async function openUndoOf(
  db: Db,
  id: string,
): Promise<{ id: string; report: string | null } | undefined> {
  const query = db.selectFrom('batch').select(['id', 'report']).where('undoes', '=', id)
  // Ids are ordered by time, so the primary key limits the rows that are read.
  return query.where('id', '>', id).where('state', '=', 'open').executeTakeFirst()
}

/** Whether a batch has more than `than` changes. */
export async function hasMoreEntries(db: Db, batchId: string, than: number): Promise<boolean> {
  const query = db.selectFrom('history').select('id').where('batch_id', '=', batchId).orderBy('id')
  return (await query.offset(than).limit(1).executeTakeFirst()) !== undefined
}

export async function findBatch(db: Db, id: string): Promise<Batch | undefined> {
  const row = await db.selectFrom('batch').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toBatch(row)
}

/** Locked, because two concurrent undos of one batch would each undo half of it. */
export async function lockBatch(tx: Tx, dialect: Dialect, id: string): Promise<Batch | undefined> {
  const query = tx.selectFrom('batch').selectAll().where('id', '=', id)
  const row = await query.modifyEnd(sql.raw(dialect.updateLock)).executeTakeFirst()
  return row && toBatch(row)
}

/** Newest first; ids are ordered by time. */
export async function listBatches(
  db: Db,
  { entity, after, limit }: { entity?: string; after?: string; limit: number },
): Promise<Batch[]> {
  let query = db.selectFrom('batch').selectAll().orderBy('id', 'desc').limit(limit)
  if (entity) query = query.where('entity', '=', entity)
  if (after) query = query.where('id', '<', after)
  return (await query.execute()).map(toBatch)
}

export interface BatchEntry {
  id: string
  entity: string
  recordId: string
  version: number
  action: HistoryAction
  before: RecordValues | null
  after: RecordValues | null
}

/** The changes of a batch, newest first, starting after the entry `before`. */
export async function entriesOfBatch(
  db: Db,
  batchId: string,
  { before, limit }: { before?: string; limit: number },
): Promise<BatchEntry[]> {
  let query = db.selectFrom('history').selectAll().where('batch_id', '=', batchId)
  if (before) query = query.where('id', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  const parse = (cell: string | null): RecordValues | null => (cell === null ? null : valuesIn(cell))
  return rows.map((row) => ({
    id: row.id,
    entity: row.entity,
    recordId: row.record_id,
    version: row.version,
    action: row.action,
    before: parse(row.before_values),
    after: parse(row.after_values),
  }))
}

/**
 * The current version of a record whose only changes since the batch are an interrupted undo of that batch and the undo of
 * that undo.
 */
export async function versionAfterInterruptedUndo(
  db: Db,
  batchId: string,
  { entity, recordId, version }: BatchEntry,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number; one: string | null; other: string | null }>`
    select history.version, undo.undoes as one, undone.undoes as other from history
    left join batch as undo on undo.id = history.batch_id left join batch as undone on undone.id = undo.undoes
    where history.entity = ${entity} and history.record_id = ${recordId} and history.version > ${version}
    order by history.version`.execute(db)
  const isOwn = rows.every(({ one, other }) => one === batchId || other === batchId)
  return isOwn ? rows.at(-1)?.version : undefined
}

/** The records of the first entry's entity that the batch changed exactly once, by this action, with the version after it. */
export function changedOnce(
  entries: readonly BatchEntry[],
  action: 'create' | 'delete' | 'update',
  isKnown: (recordId: string) => boolean = () => false,
): ReadonlyMap<string, number> {
  const own = entries.filter(({ entity, recordId }) => entity === entries[0]!.entity && !isKnown(recordId))
  const repeated = new Set(own.filter((entry) => entry.action !== action).map(({ recordId }) => recordId))
  const seen = new Set<string>()
  for (const { recordId } of own) {
    if (seen.has(recordId)) repeated.add(recordId)
    seen.add(recordId)
  }
  const once = own.filter((entry) => entry.action === action && !repeated.has(entry.recordId))
  return new Map(once.map(({ recordId, version }) => [recordId, version]))
}
