import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
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
const maxMerges = 10

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
  let id: string | undefined = first
  for (let merges = 0; id !== undefined && merges <= maxMerges; merges++) {
    const row = await dynamic(db)
      .selectFrom(tableOf(entity))
      .select(['id', 'natural_key'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (row) return { id, naturalKey: String(row.natural_key) }
    const next: { record_id: string } | undefined = await db
      .selectFrom('former_code')
      .select('record_id')
      .where('entity', '=', entity.name)
      .where('former_id', '=', id)
      .where('reason', '=', 'merged')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
    id = next?.record_id
  }
  return undefined
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
