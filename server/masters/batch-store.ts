import type { BatchKind, BatchShown, BatchState } from '#domain/batches.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { sql } from 'kysely'
import type { Db, Dialect, Row, Tx } from '../store/dialect.ts'
import type { HistoryAction } from '../store/history-store.ts'

export type Batch = BatchShown & { actorId: string | null }

const toBatch = (row: Row): Batch => ({
  id: String(row['id']),
  kind: row['kind'] as BatchKind,
  entity: row['entity'] as string | null,
  title: String(row['title']),
  by: String(row['actor_name']),
  at: String(row['at']),
  state: row['state'] as BatchState,
  undoes: row['undoes'] as string | null,
  undoneAt: row['undone_at'] as string | null,
  undoneBy: row['undone_by'] as string | null,
  actorId: row['actor_id'] as string | null,
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

export const changeBatch = (tx: Tx, id: string, cells: Row): Promise<unknown> =>
  tx.updateTable('batch').set(cells).where('id', '=', id).execute()

export const deleteBatch = (tx: Tx, id: string): Promise<unknown> =>
  tx.deleteFrom('batch').where('id', '=', id).execute()

/** Those that were begun and not finished, the latest first; what takes one of them back goes on with it. */
export async function openBatches(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from batch where state = 'open' and not exists (
      select 1 from batch as undone where undone.id = batch.undoes and undone.state = 'open'
    ) order by id desc`.execute(db)
  return rows.map(({ id }) => id)
}

/** What takes back a batch that was cut off, while it is at it, and how far it is. */
export async function openUndoOf(
  db: Db,
  id: string,
): Promise<{ id: string; report: string | null } | undefined> {
  const query = db.selectFrom('batch').select(['id', 'report']).where('undoes', '=', id)
  // It came after the other: the primary key bounds what is looked at.
  const row = await query.where('id', '>', id).where('state', '=', 'open').executeTakeFirst()
  return row && { id: String(row['id']), report: row['report'] as string | null }
}

/** Whether a batch made more than so many changes. */
export async function hasMoreEntries(db: Db, batchId: string, than: number): Promise<boolean> {
  const query = db.selectFrom('history').select('id').where('batch_id', '=', batchId).orderBy('id')
  return (await query.offset(than).limit(1).executeTakeFirst()) !== undefined
}

export async function findBatch(db: Db, id: string): Promise<Batch | undefined> {
  const row = await db.selectFrom('batch').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toBatch(row)
}

/** Two who take back the same one would each do half of it. */
export async function lockBatch(tx: Tx, dialect: Dialect, id: string): Promise<Batch | undefined> {
  const query = tx.selectFrom('batch').selectAll().where('id', '=', id)
  const row = await query.modifyEnd(sql.raw(dialect.updateLock)).executeTakeFirst()
  return row && toBatch(row)
}

/** The latest first; ids are made in the order of time. */
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

/** What a batch changed, the last change first, from behind `before` on. */
export async function entriesOfBatch(
  db: Db,
  batchId: string,
  { before, limit }: { before?: string; limit: number },
): Promise<BatchEntry[]> {
  let query = db.selectFrom('history').selectAll().where('batch_id', '=', batchId)
  if (before) query = query.where('id', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  const parse = (cell: unknown): RecordValues | null =>
    cell === null ? null : (JSON.parse(String(cell)) as RecordValues)
  return rows.map((row) => ({
    id: String(row['id']),
    entity: String(row['entity']),
    recordId: String(row['record_id']),
    version: Number(row['version']),
    action: row['action'] as HistoryAction,
    before: parse(row['before_values']),
    after: parse(row['after_values']),
  }))
}

/**
 * The version a record has when nothing happened to it since a batch but an undo of that batch which was cut off, and
 * undone itself.
 */
export async function versionAfterCutOff(
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

/** What was made, deleted, or changed once, and nothing else in the same batch, of the kind that comes first. */
export function onlyOnce(
  entries: readonly BatchEntry[],
  action: 'create' | 'delete' | 'update',
  isKnown: (recordId: string) => boolean = () => false,
): ReadonlyMap<string, number> {
  const own = entries.filter(({ entity, recordId }) => entity === entries[0]!.entity && !isKnown(recordId))
  const otherwise = new Set(own.filter((entry) => entry.action !== action).map(({ recordId }) => recordId))
  const seen = new Set<string>()
  for (const { recordId } of own) {
    if (seen.has(recordId)) otherwise.add(recordId)
    seen.add(recordId)
  }
  const those = own.filter((entry) => entry.action === action && !otherwise.has(entry.recordId))
  return new Map(those.map(({ recordId, version }) => [recordId, version]))
}
