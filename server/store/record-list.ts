import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { unreadable } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import type { Db, Dialect, Row, Tables } from './dialect.ts'
import { shapeOf, toRecord } from './record-rows.ts'

export interface Filter {
  field: string
  test: 'is' | 'from' | 'to'
  /** Any of these; null means "has none". */
  values: readonly Cell[]
}

export interface ListQuery {
  search?: string
  filters: readonly Filter[]
  sort: { field: string; descending: boolean }
  limit: number
  /** Where the last page ended, as it said. */
  after?: string
  /** Counting costs a read of everything that matches, so it is done only for those who ask. */
  total: boolean
}

export interface Page {
  items: StoredRecord[]
  /** Pass it as `after` to get the next page; null on the last one. */
  next: string | null
  total?: number
}

type Query = SelectQueryBuilder<Tables, string, Row>

/** A page, found by key and not by counting: the page at row 900,000 costs what the first one costs. */
export async function listRecords(db: Db, dialect: Dialect, entity: Entity, query: ListQuery): Promise<Page> {
  const conditions = await conditionsOf(db, dialect, entity, query)
  const matching = (): Query => {
    let found = db.selectFrom(entity.table) as unknown as Query
    for (const condition of conditions) found = found.where(condition)
    return found
  }
  const order = orderOf(entity, query.sort.field)
  const direction = query.sort.descending ? 'desc' : 'asc'
  let page = matching()
    .select(shapeOf(entity).selection)
    .orderBy(order.by, direction)
    .orderBy('id', direction)
    .limit(query.limit + 1)
  if (query.after) page = page.where(startAfter(order, query.after, query.sort.descending))
  const rows = await page.execute()
  const hasMore = rows.length > query.limit
  if (hasMore) rows.pop()
  const items = rows.map((row) => toRecord(entity, row))
  const last = items.at(-1)
  return {
    items,
    next: hasMore && last ? writeCursor([order.valueIn(last), last.id]) : null,
    ...(query.total && { total: await count(matching()) }),
  }
}

async function count(query: Query): Promise<number> {
  const row = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirst()
  return Number(row?.['total'])
}

async function conditionsOf(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: ListQuery,
): Promise<Expression<SqlBool>[]> {
  const conditions: Expression<SqlBool>[] = query.filters.map((filter) =>
    conditionOf(dialect, entity, filter),
  )
  for (const word of foldText(query.search ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8)) {
    conditions.push(await dialect.searchCondition(db, entity, word))
  }
  return conditions
}

function conditionOf(dialect: Dialect, entity: Entity, filter: Filter): RawBuilder<SqlBool> {
  const column = sql.ref(columnName(filter.field))
  if (filter.test === 'from') return sql`${column} >= ${filter.values[0]}`
  if (filter.test === 'to') return sql`${column} <= ${filter.values[0]}`
  const many = entity.fields[filter.field]?.reference?.many
  const tests = filter.values.map((value) => {
    if (value === null) return sql<SqlBool>`${column} is null`
    return many
      ? dialect.listContains(columnName(filter.field), String(value))
      : sql<SqlBool>`${column} = ${value}`
  })
  return sql`(${sql.join(tests, sql` or `)})`
}

interface Order {
  by: RawBuilder<Cell>
  /** The value a record is sorted by: where the next page starts. */
  valueIn: (record: StoredRecord) => Cell
  type: 'string' | 'number'
}

/** Nulls sort first on one database and last on the other, so an empty cell is given a value to sort by. */
function orderOf(entity: Entity, field: string): Order {
  const declared = entity.fields[field]
  const type = !declared || declared.column.type === 'text' ? 'string' : 'number'
  if (declared && entity.key.length === 1 && entity.key[0] === field) {
    return { by: sql`natural_key`, valueIn: (record) => declared.toKey(record[field]!), type: 'string' }
  }
  const column = sql.ref<Cell>(columnName(field))
  const isFilled = !declared || declared.presence === 'required' || declared.presence === 'generated'
  const toCell = (record: StoredRecord): Cell => declared?.toCell(record[field]!) ?? (record[field] as Cell)
  if (isFilled) return { by: sql`${column}`, valueIn: toCell, type }
  const none = type === 'string' ? '' : -1e15
  return { by: sql`coalesce(${column}, ${sql.lit(none)})`, valueIn: (record) => toCell(record) ?? none, type }
}

function startAfter(order: Order, cursor: string, descending: boolean): RawBuilder<SqlBool> {
  const [value, id] = readCursor(cursor, order.type)
  return descending ? sql`(${order.by}, id) < (${value}, ${id})` : sql`(${order.by}, id) > (${value}, ${id})`
}

const writeCursor = (position: [Cell, string]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

function readCursor(cursor: string, type: Order['type']): [Cell, string] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position) && position.length === 2) {
      const [value, id] = position as [unknown, unknown]
      if (typeof value === type && typeof id === 'string') return [value as Cell, id]
    }
  } catch {
    // Falls through: whatever it was, it is not one of ours.
  }
  throw unreadable('The page asked for ("after") is not one this list gave out')
}
