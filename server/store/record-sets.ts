import { sql, type Expression, type SqlBool } from 'kysely'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { conflict } from '#domain/problem.ts'
import type { Db, Dialect, Row, Tx } from './dialect.ts'
import { letOthersIn } from './let-others-in.ts'
import { changedCells, shapeOf, toRecord } from './record-rows.ts'

export interface RecordChange {
  current: StoredRecord
  values: Readonly<RecordValues>
}

/** So many rows or values are named in one statement. */
const atOnce = 250
const readAtOnce = 5000

export function inParts<T>(all: readonly T[], size = atOnce): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}

/** The records a condition holds for, kept from being changed by others; always in the same order, so that two wait in turn. */
export async function lockWhere(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  test: Expression<SqlBool>,
  most: number,
): Promise<StoredRecord[]> {
  const found: StoredRecord[] = []
  let after = ''
  for (;;) {
    const limit = Math.min(most - found.length, readAtOnce)
    const rows = await tx
      .selectFrom(entity.table)
      .select(shapeOf(entity).selection)
      .where(test)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .modifyEnd(sql.raw(dialect.updateLock))
      .execute()
    for (const row of rows) found.push(toRecord(entity, row))
    if (rows.length < limit || found.length === most) return found
    after = found.at(-1)!.id
    await letOthersIn()
  }
}

export async function lockById(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  ids: readonly string[],
): Promise<Map<string, StoredRecord>> {
  const found = new Map<string, StoredRecord>()
  for (const part of inParts(ids.toSorted())) {
    const test = sql<SqlBool>`id in (${sql.join(part)})`
    for (const record of await lockWhere(tx, dialect, entity, test, part.length)) found.set(record.id, record)
    await letOthersIn()
  }
  return found
}

/** Those that have one of these values in a column. */
export async function findByColumn(
  db: Db,
  entity: Entity,
  column: string,
  values: readonly string[],
): Promise<StoredRecord[]> {
  const found: StoredRecord[] = []
  for (const part of inParts(values)) {
    const query = db.selectFrom(entity.table).select(shapeOf(entity).selection).where(column, 'in', part)
    found.push(...(await query.execute()).map((row) => toRecord(entity, row)))
  }
  return found
}

/** Writes what differs, the rows whose same columns change together; one that was changed meanwhile stops all of it. */
export async function updateRows(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  changes: readonly RecordChange[],
  now: string,
): Promise<void> {
  const groups = new Map<string, { change: RecordChange; cells: Row }[]>()
  for (const [at, change] of changes.entries()) {
    if (at % atOnce === atOnce - 1) await letOthersIn()
    const cells = changedCells(entity, change.current.id, change.current, change.values)
    const columns = Object.keys(cells).join()
    const group = groups.get(columns)
    if (group) group.push({ change, cells })
    else groups.set(columns, [{ change, cells }])
  }
  for (const group of groups.values()) {
    for (const part of inParts(group)) {
      await updatePart(tx, dialect, entity, part, now)
      await letOthersIn()
    }
  }
}

async function updatePart(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  part: readonly { change: RecordChange; cells: Row }[],
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
  const table = sql.table(entity.table)
  const assignments = [...set, sql`version = ${table}.version + 1`, sql`updated_at = ${now}`]
  // By the ids themselves: joined to values alone, PostgreSQL would read the whole table.
  const ids = sql.join(part.map(({ change }) => change.current.id))
  const { numAffectedRows } = await sql`
    with changed (${sql.join(named)}) as (values ${sql.join(rows)})
    update ${table} set ${sql.join(assignments)} from changed
    where ${table}.id in (${ids}) and ${table}.id = changed.id
      and ${table}.version = cast(changed.version as ${integer})`.execute(tx)
  if (Number(numAffectedRows) === part.length) return
  const { current } = part[0]!.change
  const others =
    part.length > 1 ? ` or ${part.length === 2 ? 'the other one' : `one of ${part.length - 1} others`}` : ''
  throw conflict(
    `${nameRecord(entity, current)}${others} was changed by someone else meanwhile. Nothing was overwritten`,
  )
}
