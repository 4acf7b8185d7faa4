import { sql, type AliasedRawBuilder, type CompiledQuery, type RawBuilder } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { unreadable } from '#domain/problem.ts'
import { columnOf, conditionsOf, where, type Matching, type Query } from './conditions.ts'
import type { Condition, Db, Dialect, Row } from './dialect.ts'
import { onePlan } from './one-plan.ts'
import { runPrepared } from './prepared.ts'
import { shapeOf, toRecord } from './record-rows.ts'

export interface ListQuery extends Matching {
  sort: { field: string; descending: boolean }
  /** An order that is not that of a field, in its place. */
  order?: Order
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

/** A page, found by key and not by counting: the page at row 900,000 costs what the first one costs. */
export async function listRecords(db: Db, dialect: Dialect, entity: Entity, query: ListQuery): Promise<Page> {
  const select = { name: 'records', columns: shapeOf(entity).selection }
  const { rows, ...rest } = await findPage(db, dialect, entity, query, select, (row) =>
    toRecord(entity, { ...row }),
  )
  return { items: rows.map((row) => toRecord(entity, row)), ...rest }
}

/**
 * The same page as the JSON that goes out. Where the database writes JSON faster than rows can be made into objects and
 * objects into text, it does.
 */
export async function listAsJson(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: ListQuery,
): Promise<string> {
  const { jsonOfRow } = dialect
  if (!jsonOfRow) return JSON.stringify(await listRecords(db, dialect, entity, query))
  const select = { name: 'json', columns: [jsonOfRow(entity).as('record')] }
  const read = (row: Row): StoredRecord => JSON.parse(String(row['record'])) as StoredRecord
  const { rows, ...rest } = await findPage(db, dialect, entity, query, select, read)
  const items = rows.map((row) => row['record']).join(',')
  return `{"items":[${items}],${JSON.stringify(rest).slice(1)}`
}

/** What is read of each record; the name tells apart what differs in SQL. */
export interface Selection {
  name: string
  columns: readonly (string | AliasedRawBuilder<unknown, string>)[]
  /** Joins what is read beside each record, at most one row of it: a page is counted in rows. */
  beside?: (records: Query) => Query
  /** The values in those joins, in the order of the text. */
  parameters?: readonly Cell[]
}

/** A page, found by key, of whatever is selected. `recordOf` must know the id and what the order looks at. */
export async function findPage(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: ListQuery,
  select: Selection,
  recordOf: (row: Row) => StoredRecord,
): Promise<Omit<Page, 'items'> & { rows: Row[] }> {
  const { field, descending } = query.sort
  const matching = await conditionsOf(db, dialect, entity, query)
  const order = query.order ?? orderOf(entity, field)
  const start = query.after ? [startAfter(entity, order, query.after, descending)] : []
  const conditions = [...matching, ...start]
  const shapes = conditions.map(({ shape }) => shape)
  // One more than asked for, to know whether there is a next page. It stands in the text: of a limit that it does not know
  // PostgreSQL expects the worst, and plans the same statement anew each time.
  const limit = query.limit + 1
  const name = [select.name, entity.name, order.name, descending, limit, ...shapes].join(' ')
  const build = (): CompiledQuery<unknown> => {
    const direction = descending ? 'desc' : 'asc'
    const records = where(db, entity, conditions)
    const page = (select.beside?.(records) ?? records).select(select.columns as string[])
    // How many match part of a name depends on the part, and with it the best way to find them.
    const planned = query.search ? page : page.modifyFront(onePlan)
    return planned
      .orderBy(order.by, direction)
      .orderBy(columnOf(entity, 'id'), direction)
      .limit(sql.lit(limit))
      .compile()
  }
  const parameters = [...(select.parameters ?? []), ...conditions.flatMap((each) => each.parameters)]
  const rows = await runPrepared(db, dialect, name, build, parameters)
  const hasMore = rows.length > query.limit
  if (hasMore) rows.pop()
  const last = hasMore ? recordOf(rows.at(-1)!) : undefined
  return {
    rows,
    next: last ? writeCursor([order.valueIn(last), last.id]) : null,
    ...(query.total && { total: await count(where(db, entity, matching)) }),
  }
}

async function count(query: Query): Promise<number> {
  const row = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirst()
  return Number(row?.['total'])
}

export interface Order {
  /** The same for every order that is the same in SQL. */
  name: string
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
    const valueIn = (record: StoredRecord): Cell => declared.toKey(record[field]!)
    return { name: field, by: columnOf(entity, 'natural_key'), valueIn, type: 'string' }
  }
  const column = columnOf(entity, columnName(field))
  const isFilled = !declared || declared.presence === 'required' || declared.presence === 'generated'
  const toCell = (record: StoredRecord): Cell => declared?.toCell(record[field]!) ?? (record[field] as Cell)
  if (isFilled) return { name: field, by: sql`${column}`, valueIn: toCell, type }
  const none = type === 'string' ? '' : -1e15
  const by = sql<Cell>`coalesce(${column}, ${sql.lit(none)})`
  return { name: field, by, valueIn: (record) => toCell(record) ?? none, type }
}

function startAfter(entity: Entity, order: Order, cursor: string, descending: boolean): Condition {
  const parameters = readCursor(cursor, order.type)
  const [value, id] = parameters
  const sign = sql.raw(descending ? '<' : '>')
  return {
    shape: 'after',
    parameters,
    test: () => sql`(${order.by}, ${columnOf(entity, 'id')}) ${sign} (${value}, ${id})`,
  }
}

/** Where a page ended, as text. */
export const writeCursor = (position: [Cell, string]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

const isText = (value: unknown): boolean =>
  typeof value === 'string' && !/\p{Cc}/u.test(value.replaceAll('\u001f', ''))

function readCursor(cursor: string, type: Order['type']): [Cell, string] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position) && position.length === 2) {
      const [value, id] = position as [unknown, unknown]
      const isValue = type === 'string' ? isText(value) : Number.isSafeInteger(value)
      if (isValue && isText(id)) return [value as Cell, id as string]
    }
  } catch {
    // Falls through: whatever it was, it is not one of ours.
  }
  throw unreadable('The page asked for ("after") is not one this list gave out')
}
