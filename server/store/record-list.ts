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
  const order = orderOf(entity, query)
  const direction = query.sort.descending ? 'desc' : 'asc'
  const start = query.after ? [startAfter(order, query)] : []
  let page = matching()
    .select(shapeOf(entity).selection)
    .select(order.as('sort_value'))
    .orderBy(order, direction)
    .orderBy('id', direction)
    .limit(query.limit + 1)
  for (const condition of start) page = page.where(condition)
  const rows = await page.execute()
  const total = query.total
    ? Number(
        (
          await matching()
            .select(sql<number>`count(*)`.as('total'))
            .executeTakeFirst()
        )?.['total'],
      )
    : undefined
  const last = rows.length > query.limit ? rows[query.limit - 1] : undefined
  const items = rows.slice(0, query.limit).map((row) => {
    const { sort_value: _, ...cells } = row
    return toRecord(entity, cells)
  })
  return {
    items,
    next: last ? writeCursor([last['sort_value'] ?? null, last['id'] as string]) : null,
    ...(total !== undefined && { total }),
  }
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

/** Nulls sort first on one database and last on the other, so an empty cell is given a value to sort by. */
function orderOf(entity: Entity, query: ListQuery): RawBuilder<Cell> {
  const { field } = query.sort
  if (entity.key.length === 1 && entity.key[0] === field) return sql`natural_key`
  const column = sql.ref<Cell>(columnName(field))
  const declared = entity.fields[field]
  if (!declared || declared.presence === 'required' || declared.presence === 'generated')
    return sql`${column}`
  return declared.column.type === 'text' ? sql`coalesce(${column}, '')` : sql`coalesce(${column}, -1e15)`
}

function startAfter(order: RawBuilder<Cell>, query: ListQuery): RawBuilder<SqlBool> {
  const [value, id] = readCursor(query.after!)
  return query.sort.descending
    ? sql`(${order}, id) < (${value}, ${id})`
    : sql`(${order}, id) > (${value}, ${id})`
}

const writeCursor = (position: [Cell, string]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

function readCursor(cursor: string): [Cell, string] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position) && position.length === 2 && typeof position[1] === 'string') {
      const [value, id] = position as [unknown, string]
      if (typeof value === 'string' || typeof value === 'number') return [value, id]
    }
  } catch {
    // Falls through: whatever it was, it is not one of ours.
  }
  throw unreadable('The page asked for ("after") is not one this list gave out')
}
