import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { dynamic, type Db, type Tx } from '../dialect.ts'
import { padToBucket } from '../query/prepared.ts'
import type { Tables } from '../tables/tables.ts'

/** Whether the key is a code of the record's own, by which other systems and people know it. */
export const hasCode = ({ key, fields }: Entity): boolean => key.length === 1 && !fields[key[0]!]!.reference

export interface FormerCode {
  entity: Entity
  /** The record as it was under that code. */
  former: StoredRecord
  /** The record that has another code now, or that it was merged into. */
  recordId: string
  reason: Tables['former_code']['reason']
}

/** Stores the code that a record had, so that it still leads to the record. */
export async function rememberFormerCode(
  tx: Tx,
  at: Date,
  { entity, former, recordId, reason }: FormerCode,
): Promise<void> {
  const found = { former_id: former.id, record_id: recordId, reason, at: at.toISOString() }
  await tx
    .insertInto('former_code')
    .values({ entity: entity.name, former_key: joinKey(entity, entity.key, former), ...found })
    .onConflict((conflict) => conflict.columns(['entity', 'former_key']).doUpdateSet(found))
    .execute()
}

/** The record has this code again. */
export async function forgetFormerCode(
  tx: Tx,
  entity: Entity,
  record: Parameters<typeof joinKey>[2],
): Promise<void> {
  await tx
    .deleteFrom('former_code')
    .where('entity', '=', entity.name)
    .where('former_key', '=', joinKey(entity, entity.key, record))
    .execute()
}

export interface CurrentRecord {
  id: string
  naturalKey: string
}

/** A record may be merged into one that is merged again; more in a row than this are a mistake in the data. */
export const maxMerges = 10

/** The records that had these folded codes before. */
export async function findByFormerKeys(
  db: Db,
  entity: Entity,
  keys: readonly string[],
): Promise<Map<string, CurrentRecord>> {
  const found = new Map<string, CurrentRecord>()
  if (keys.length === 0 || !hasCode(entity)) return found
  const rows = await db
    .selectFrom('former_code')
    .select(['former_key', 'record_id'])
    .where('entity', '=', entity.name)
    .where('former_key', 'in', padToBucket([...keys]))
    .execute()
  for (const { former_key: key, record_id: id } of rows) {
    const current = await findAfterMerges(db, entity, id)
    if (current) found.set(key, current)
  }
  return found
}

/** The id of the record that had the code before; ids do not change. */
export async function findByFormer(
  db: Db,
  entity: Entity,
  { column, value }: { column: string; value: string },
): Promise<string | undefined> {
  return column === 'natural_key' ? (await findByFormerKeys(db, entity, [value])).get(value)?.id : undefined
}

/** The record with this id, or the one that it was merged into. */
export async function findAfterMerges(
  db: Db,
  entity: Entity,
  first: string,
): Promise<CurrentRecord | undefined> {
  const { record } = await followMerges(db, entity, first, async (id) => {
    const query = dynamic(db).selectFrom(tableOf(entity)).select('natural_key').where('id', '=', id)
    const row = await query.executeTakeFirst()
    return row && { id, naturalKey: textAt(row, 'natural_key') }
  })
  return record
}

export interface AfterMerges<T> {
  /** Undefined if it was deleted. */
  record: T | undefined
  isMerged: boolean
}

/** What `find` returns for the record, or for the one that it was merged into. */
export async function followMerges<T>(
  db: Db,
  entity: Entity,
  first: string,
  find: (id: string) => Promise<T | undefined>,
): Promise<AfterMerges<T>> {
  let id: string | undefined = first
  for (let merges = 0; id !== undefined && merges <= maxMerges; merges++) {
    const record = await find(id)
    if (record !== undefined) return { record, isMerged: merges > 0 }
    id = await mergedIntoId(db, entity, id)
  }
  return { record: undefined, isMerged: false }
}

/**
 * The record that a deleted one was merged into. Only the last deletion counts, because a merged record may have been restored
 * and deleted later.
 */
async function mergedIntoId(db: Db, entity: Entity, id: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('history')
    .select(['action', 'batch_id'])
    .where('entity', '=', entity.name)
    .where('record_id', '=', id)
    .orderBy('version', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last?.action !== 'delete' || last.batch_id === null) return undefined
  const merge = await mergeOf(db, last.batch_id)
  if (merge === undefined) return undefined
  const former = await db
    .selectFrom('former_code')
    .select('record_id')
    .where('entity', '=', entity.name)
    .where('former_id', '=', id)
    .where('reason', '=', 'merged')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return former?.record_id ?? keptIn(db, entity, merge)
}

/** The merge that a batch is, or makes again by undoing its undo. */
async function mergeOf(db: Db, batchId: string): Promise<string | undefined> {
  let id: string | null = batchId
  while (id !== null) {
    const batch: Pick<Tables['batch'], 'kind' | 'undoes'> | undefined = await db
      .selectFrom('batch')
      .select(['kind', 'undoes'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (batch?.kind === 'merge') return id
    id = batch?.undoes ?? null
  }
  return undefined
}

/** A merge that was made again, or whose former code was used again and merged, is known from its batch: it writes the record that is kept. */
async function keptIn(db: Db, entity: Entity, merge: string): Promise<string | undefined> {
  const kept = await db
    .selectFrom('history')
    .select('record_id')
    .where('batch_id', '=', merge)
    .where('entity', '=', entity.name)
    .where('action', '=', 'update')
    .limit(2)
    .execute()
  return kept.length === 1 ? kept[0]!.record_id : undefined
}

/** The ids of the records that these were merged into; a merge that was undone is not among them. */
export async function mergedInto(
  db: Db,
  entity: Entity,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0 || !hasCode(entity)) return new Map()
  const rows = await db
    .selectFrom('former_code')
    .select(['former_id', 'record_id'])
    .where('entity', '=', entity.name)
    .where('former_id', 'in', padToBucket([...ids]))
    .where('reason', '=', 'merged')
    .execute()
  return new Map(rows.map((row) => [row.former_id, row.record_id]))
}
