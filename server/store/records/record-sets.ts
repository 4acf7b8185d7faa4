import { sql, type Expression, type SqlBool } from 'kysely'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { conflict } from '#domain/problem.ts'
import { dynamic, type Db, type Dialect, type Row, type Tx } from '../dialect.ts'
import type { RecordCache, PreparedChange } from './known-records.ts'
import { yieldWhenDue } from '../../base/yield-to-event-loop.ts'
import { cellsAsText, changedCells, shapeOf, toRecord } from './record-rows.ts'
import { t } from '#domain/messages/t.ts'

export interface RecordChange {
  current: StoredRecord
  values: Readonly<RecordValues>
  prepared?: PreparedChange | undefined
}

/** Rows or values in one statement. */
const batchSize = 250
const readBatchSize = 5000
/** Steps between two checks whether to yield to the event loop. */
export const checkInterval = 50

export function inParts<T>(all: readonly T[], size = batchSize): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}

/** Locks the records that match a condition, always in the same order to avoid deadlocks. */
export async function lockWhere(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  test: Expression<SqlBool>,
  maxRecords: number,
  known?: RecordCache,
): Promise<StoredRecord[]> {
  if (known) return findCached(tx, entity, test, maxRecords, known)
  const found: StoredRecord[] = []
  let after = ''
  for (;;) {
    const limit = Math.min(maxRecords - found.length, readBatchSize)
    const rows = await dynamic(tx)
      .selectFrom(tableOf(entity))
      .select(shapeOf(entity).selection)
      .where(test)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .modifyEnd(sql.raw(dialect.updateLock))
      .execute()
    for (const row of rows) found.push(toRecord(entity, row))
    if (rows.length < limit || found.length === maxRecords) return found
    after = found.at(-1)!.id
    await yieldWhenDue()
  }
}

/**
 * The same with a single writer, which needs no locks: only records that are not cached are read, and a search that was made
 * before is repeated only for the records that were changed since.
 */
async function findCached(
  tx: Tx,
  entity: Entity,
  test: Expression<SqlBool>,
  maxRecords: number,
  known: RecordCache,
): Promise<StoredRecord[]> {
  const query = dynamic(tx).selectFrom(tableOf(entity)).select('id').where(test)
  const { sql: text, parameters } = query.compile()
  const search = JSON.stringify([text, parameters])
  const read = async (matching: typeof query): Promise<StoredRecord[]> => {
    const ids = (await matching.execute()).map(({ id }) => String(id)).toSorted()
    await readMissing(tx, entity, ids, known)
    return ids.map((id) => known.get(entity, id)!)
  }
  const searched = known.searched(entity, search)
  if (!searched || searched.changedIds.length > batchSize) {
    const found = await read(query.limit(maxRecords))
    known.addSearch(search, found)
    return found
  }
  const { found, changedIds } = searched
  if (changedIds.length > 0) found.push(...(await read(query.where('id', 'in', changedIds))))
  return found.slice(0, maxRecords)
}

async function readMissing(
  tx: Tx,
  entity: Entity,
  ids: readonly string[],
  known: RecordCache,
): Promise<void> {
  const missing = ids.filter((id) => !known.get(entity, id))
  for (const part of inParts(missing)) {
    await yieldWhenDue()
    for (const record of await findByColumn(tx, entity, 'id', part)) known.add(entity, record)
  }
}

export async function lockById(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  ids: readonly string[],
  known?: RecordCache,
): Promise<Map<string, StoredRecord>> {
  const found = new Map<string, StoredRecord>()
  if (known) {
    await readMissing(tx, entity, ids, known)
    for (const id of ids) {
      const record = known.get(entity, id)
      if (record) found.set(id, record)
    }
    return found
  }
  for (const part of inParts(ids.toSorted())) {
    const test = sql<SqlBool>`id in (${sql.join(part)})`
    for (const record of await lockWhere(tx, dialect, entity, test, part.length)) found.set(record.id, record)
    await yieldWhenDue()
  }
  return found
}

/** Records with one of these values in a column. */
export async function findByColumn(
  db: Db,
  entity: Entity,
  column: string,
  values: readonly string[],
): Promise<StoredRecord[]> {
  const found: StoredRecord[] = []
  for (const part of inParts(values)) {
    const query = dynamic(db)
      .selectFrom(tableOf(entity))
      .select(shapeOf(entity).selection)
      .where(column, 'in', part)
    found.push(...(await query.execute()).map((row) => toRecord(entity, row)))
  }
  return found
}

interface WrittenRow {
  change: RecordChange
  cells: Row
  cellsAsText: string
}

/** Updates changed columns, grouped by the same set of columns; throws if one of the rows was changed in the meantime. */
export async function updateRows(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  changes: readonly RecordChange[],
  now: string,
): Promise<void> {
  const written: WrittenRow[] = []
  for (const [at, change] of changes.entries()) {
    if (at % checkInterval === 0) await yieldWhenDue()
    const { current, values, prepared } = change
    const cells = prepared?.cells ?? changedCells(entity, current.id, current, values)
    written.push({ change, cells, cellsAsText: prepared?.cellsAsText ?? cellsAsText(cells) })
  }
  for (const group of Map.groupBy(written, ({ cells }) => Object.keys(cells).join()).values()) {
    const byCells = dialect.isEmbedded ? [...Map.groupBy(group, (row) => row.cellsAsText).values()] : []
    if (byCells.length > 0 && byCells.length <= group.length / minRowsPerGroup)
      for (const same of byCells) await updateSameCells(tx, entity, same, now)
    else
      for (const part of inParts(group)) {
        await updatePart(tx, dialect, entity, part, now)
        await yieldWhenDue()
      }
  }
}

/** Average number of rows with the same new cells from which they are grouped by these cells. */
const minRowsPerGroup = 10
const groupBatchSize = 500

/** Updates rows that get the same cells; the cells are sent once, not per row. */
async function updateSameCells(
  tx: Tx,
  entity: Entity,
  group: readonly WrittenRow[],
  now: string,
): Promise<void> {
  const table = sql.table(tableOf(entity))
  const set = Object.entries(group[0]!.cells).map(([column, cell]) => sql`${sql.ref(column)} = ${cell}`)
  const assignments = [...set, sql`version = ${table}.version + 1`, sql`updated_at = ${now}`]
  for (const part of inParts(group, groupBatchSize)) {
    const versions = Object.fromEntries(part.map(({ change: { current } }) => [current.id, current.version]))
    const { numAffectedRows } = await sql`
      update ${table} set ${sql.join(assignments)} from json_each(${JSON.stringify(versions)}) as read
      where ${table}.id = read.key and ${table}.version = read.value`.execute(tx)
    checkAllUpdated(entity, part, numAffectedRows)
    await yieldWhenDue()
  }
}

async function updatePart(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  part: readonly WrittenRow[],
  now: string,
): Promise<void> {
  const columns = Object.keys(part[0]!.cells)
  const integer = sql.raw(dialect.columnType('integer'))
  const typeOf = new Map(
    Object.values(entity.fields).map((field, at) => [
      shapeOf(entity).columns[at]!,
      dialect.columnType(field.column.type),
    ]),
  )
  const rows = part.map(({ change: { current }, cells }) => {
    const values = [current.id, current.version, ...columns.map((column) => cells[column])]
    return sql`(${sql.join(values)})`
  })
  const named = [sql.ref('id'), sql.ref('version'), ...columns.map((column) => sql.ref(column))]
  const set = columns.map((column) => {
    const type = typeOf.get(column)
    const value = sql.ref(`changed.${column}`)
    return type === undefined || type.startsWith('text')
      ? sql`${sql.ref(column)} = ${value}`
      : sql`${sql.ref(column)} = cast(${value} as ${sql.raw(type)})`
  })
  const table = sql.table(tableOf(entity))
  const assignments = [...set, sql`version = ${table}.version + 1`, sql`updated_at = ${now}`]
  // With the ids as well: with the join alone, PostgreSQL would read the whole table.
  const ids = sql.join(part.map(({ change }) => change.current.id))
  const { numAffectedRows } = await sql`
    with changed (${sql.join(named)}) as (values ${sql.join(rows)})
    update ${table} set ${sql.join(assignments)} from changed
    where ${table}.id in (${ids}) and ${table}.id = changed.id
      and ${table}.version = cast(changed.version as ${integer})`.execute(tx)
  checkAllUpdated(entity, part, numAffectedRows)
}

function checkAllUpdated(entity: Entity, part: readonly WrittenRow[], affected: bigint | undefined): void {
  if (Number(affected) === part.length) return
  const { current } = part[0]!.change
  throw conflict(
    t(
      '{others, plural, =0 {{record}} =1 {{record} or the other one} other {{record} or one of # others}} was changed by someone else meanwhile. Nothing was overwritten',
      { record: nameRecord(entity, current), others: part.length - 1 },
    ),
  )
}
