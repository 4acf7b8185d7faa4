import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey, joinParts, splitKey } from '#domain/catalogue/keys.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { dynamic, type Db, type Tx } from '../dialect.ts'
import { padToBucket } from '../query/prepared.ts'
import { uniqueColumn } from '../schema/schema-of-catalogue.ts'
import type { Tables } from '../tables/tables.ts'
import { inParts } from './record-sets.ts'

/** Whether the key has a code of the record's own, by which other systems and people know it. */
const hasCode = ({ key, fields, statesFacts }: Entity): boolean =>
  !statesFacts && key.some((name) => !fields[name]!.reference)

/** A code by which records are found: the key, or another unique field, such as the employee code of a user. */
interface CodeColumn {
  names: readonly string[]
  column: string
  /** How the rows of its former codes are marked. */
  entity: string
}

const codeColumnsOf = (entity: Entity): CodeColumn[] => [
  { names: entity.key, column: naturalKey, entity: entity.name },
  ...entity.unique.map((names) => ({
    names,
    column: uniqueColumn(names),
    entity: `${entity.name}.${uniqueColumn(names)}`,
  })),
]

const naturalKey = 'natural_key'

/** A record that loses its key: to another one, or to the record that it is merged into. */
export interface FormerCode {
  entity: Entity
  former: StoredRecord
  /** The record that has another code now, or that it was merged into. */
  recordId: string
  after: Readonly<RecordValues>
  reason: Tables['former_code']['reason']
}

/** Stores the codes that records had, so that they still lead to the records. */
export async function rememberFormerCodes(tx: Tx, at: Date, codes: readonly FormerCode[]): Promise<void> {
  const rows = codes.flatMap((code) =>
    codesLost(code).map((lost) => ({
      ...lost,
      former_id: code.former.id,
      record_id: code.recordId,
      reason: code.reason,
      at: at.toISOString(),
    })),
  )
  await writeRows(tx, rows)
  await followParents(tx, codes)
}

async function writeRows(tx: Tx, rows: readonly Tables['former_code'][]): Promise<void> {
  for (const some of inParts(distinct(rows), rowsPerInsert))
    await tx
      .insertInto('former_code')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['entity', 'former_key']).doUpdateSet(({ ref }) => ({
          former_id: ref('excluded.former_id'),
          record_id: ref('excluded.record_id'),
          reason: ref('excluded.reason'),
          at: ref('excluded.at'),
        })),
      )
      .execute()
}

const rowsPerInsert = 100

/** A statement cannot write the same row twice. */
const distinct = (rows: readonly Tables['former_code'][]): Tables['former_code'][] => [
  ...new Map(rows.map((row) => [`${row.entity} ${row.former_key}`, row])).values(),
]

/**
 * A merge is also stored for records without a code: their documents are found by it. A renamed record is found by its former code in
 * the parents it has now, because the codes of the parents are looked up before.
 */
const codesLost = ({
  entity,
  former,
  after,
  reason,
}: FormerCode): Pick<Tables['former_code'], 'entity' | 'former_key'>[] =>
  codeColumnsOf(entity).flatMap(({ names, entity: name }) => {
    if (reason === 'merged') return [{ entity: name, former_key: joinKey(entity, names, former) }]
    if (!hasCode(entity)) return []
    const own = names.filter((each) => !entity.fields[each]!.reference)
    const values = { ...after, ...Object.fromEntries(own.map((each) => [each, former[each]!])) }
    const key = joinKey(entity, names, values)
    return key === joinKey(entity, names, after) ? [] : [{ entity: name, former_key: key }]
  })

/** Former codes inside a company or branch that is renamed, merged or replaced by another one are also found in the new one. */
async function followParents(tx: Tx, codes: readonly FormerCode[]): Promise<void> {
  const moved = codes.filter(
    ({ entity, former, after }) =>
      hasCode(entity) && joinParents(entity, former) !== joinParents(entity, after),
  )
  for (const [entity, own] of Map.groupBy(moved, (each) => each.entity)) {
    const byId = new Map(own.map((each) => [each.former.id, each.after]))
    for (const ids of inParts([...byId.keys()], idsPerQuery)) {
      const known = await tx
        .selectFrom('former_code')
        .select(['entity', 'former_key', 'former_id', 'record_id', 'reason', 'at'])
        .where('entity', '=', entity.name)
        .where('record_id', 'in', padToBucket(ids))
        .execute()
      const copies = known.map((row) => {
        const after = byId.get(row.record_id)!
        const parts = splitKey(row.former_key)
        const values = entity.key.map((name, place) =>
          entity.fields[name]!.reference ? joinKey(entity, [name], after) : parts[place]!,
        )
        return { ...row, former_key: joinParts(values) }
      })
      for (const some of inParts(distinct(copies), rowsPerInsert))
        await tx
          .insertInto('former_code')
          .values(some)
          .onConflict((conflict) => conflict.columns(['entity', 'former_key']).doNothing())
          .execute()
    }
  }
}

const idsPerQuery = 500

const joinParents = (entity: Entity, values: Readonly<RecordValues>): string =>
  joinKey(
    entity,
    entity.key.filter((name) => entity.fields[name]!.reference),
    values,
  )

/** The record has these codes again. A merge that is undone stays known, to be made again. */
export async function forgetFormerCodes(tx: Tx, entity: Entity, record: StoredRecord): Promise<void> {
  for (const { names, entity: name } of codeColumnsOf(entity)) {
    await moveMerges(tx, record.id, name, undone(name))
    await tx
      .deleteFrom('former_code')
      .where('entity', '=', name)
      .where('former_key', '=', joinKey(entity, names, record))
      .execute()
  }
}

/** A merge that was undone is made again; returns the id of the record that is kept. */
export async function remakeMerge(tx: Tx, entity: Entity, id: string): Promise<string | undefined> {
  let kept: string | undefined
  for (const { entity: name } of codeColumnsOf(entity)) kept = await moveMerges(tx, id, undone(name), name)
  return kept
}

const undone = (name: string): string => `undone.${name}`

async function moveMerges(tx: Tx, id: string, from: string, to: string): Promise<string | undefined> {
  const rows = await tx
    .deleteFrom('former_code')
    .where('entity', '=', from)
    .where('former_id', '=', id)
    .where('reason', '=', 'merged')
    .returning(['former_key', 'former_id', 'record_id', 'reason', 'at'])
    .execute()
  await writeRows(
    tx,
    rows.map((row) => ({ entity: to, ...row })),
  )
  return rows[0]?.record_id
}

export interface CurrentRecord {
  id: string
  /** The folded code of now, in the column in which the former one was looked up. */
  key: string
}

/** A record may be merged into one that is merged again; more in a row than this are a mistake in the data. */
export const maxMerges = 10

/** The records that had these folded codes before, and that are in the same parents now. */
export async function findByFormerKeys(
  db: Db,
  entity: Entity,
  keys: readonly string[],
  column = naturalKey,
): Promise<Map<string, CurrentRecord>> {
  const found = new Map<string, CurrentRecord>()
  const code = codeColumnsOf(entity).find((each) => each.column === column)
  if (keys.length === 0 || !hasCode(entity) || !code) return found
  const rows = await db
    .selectFrom('former_code')
    .select(['former_key', 'record_id'])
    .where('entity', '=', code.entity)
    .where('former_key', 'in', padToBucket([...keys]))
    .execute()
  const isParent = code.names.map((name) => entity.fields[name]!.reference !== undefined)
  for (const { former_key: key, record_id: id } of rows) {
    const current = await findAfterMerges(db, entity, id, column)
    if (!current) continue
    const now = splitKey(current.key)
    if (splitKey(key).every((part, place) => !isParent[place] || part === now[place])) found.set(key, current)
  }
  return found
}

/** The id of the record that had the code before; ids do not change. */
export async function findByFormer(
  db: Db,
  entity: Entity,
  { column, value }: { column: string; value: string },
): Promise<string | undefined> {
  return column === naturalKey ? (await findByFormerKeys(db, entity, [value])).get(value)?.id : undefined
}

/** The record with this id, or the one that it was merged into. */
export async function findAfterMerges(
  db: Db,
  entity: Entity,
  first: string,
  column = naturalKey,
): Promise<CurrentRecord | undefined> {
  const { record } = await followMerges(db, entity, first, async (id) => {
    const query = dynamic(db).selectFrom(tableOf(entity)).select(column).where('id', '=', id)
    const row = await query.executeTakeFirst()
    return row && { id, key: textAt(row, column) }
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
