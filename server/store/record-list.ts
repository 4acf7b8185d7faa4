import {
  sql,
  type AliasedRawBuilder,
  type CompiledQuery,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { unreadable } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import { manyMatches, type Condition, type Db, type Dialect, type Row, type Tables } from './dialect.ts'
import { runPrepared } from './prepared.ts'
import { shapeOf, toRecord } from './record-rows.ts'

export interface Filter {
  field: string
  test: 'is' | 'from' | 'to'
  /** Any of these; null means "has none". A limit is one value, with null beside it where having none will do as well. */
  values: readonly Cell[]
}

/** Only records whose field has, or has not, a value that a field of some other record has. */
export interface Related {
  field: string
  isAmong: boolean
  others: { entity: string; field: string } & Matching
}

/** Which records, whatever their order. */
type Matching = Pick<ListQuery, 'filters' | 'search' | 'related'>

export interface ListQuery {
  search?: string
  filters: readonly Filter[]
  related?: readonly Related[]
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

type Query = SelectQueryBuilder<Tables, string, Row>

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
  const name = [select.name, entity.name, order.name, descending, ...shapes].join(' ')
  const build = (): CompiledQuery<unknown> => {
    const direction = descending ? 'desc' : 'asc'
    const records = where(db, entity, conditions)
    const page = (select.beside?.(records) ?? records).select(select.columns as string[])
    return page
      .orderBy(order.by, direction)
      .orderBy(columnOf(entity, 'id'), direction)
      .limit(query.limit)
      .compile()
  }
  // One more than asked for, to know whether there is a next page.
  const ofPage = [...conditions.flatMap((each) => each.parameters), query.limit + 1]
  const parameters = [...(select.parameters ?? []), ...ofPage]
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

/** With its table, because others may stand beside it. */
const columnOf = (entity: Entity, column: string): RawBuilder<Cell> =>
  sql.ref<Cell>(`${entity.table}.${column}`)

export function where(db: Db, entity: Entity, conditions: readonly Condition[]): Query {
  let found = db.selectFrom(entity.table) as unknown as Query
  for (const condition of conditions) found = found.where(condition.test())
  return found
}

async function count(query: Query): Promise<number> {
  const row = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirst()
  return Number(row?.['total'])
}

export async function conditionsOf(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: Matching,
): Promise<Condition[]> {
  const conditions = query.filters.map((filter) => conditionOf(dialect, entity, filter))
  for (const related of query.related ?? []) conditions.push(await conditionOn(db, dialect, entity, related))
  for (const word of foldText(query.search ?? '')
    .split(/\s+/)
    .filter(Boolean)) {
    conditions.push(await dialect.searchCondition(db, entity, word))
  }
  return conditions
}

async function conditionOn(db: Db, dialect: Dialect, entity: Entity, related: Related): Promise<Condition> {
  const { field, isAmong, others } = related
  const target = entityNamed(others.entity)
  const conditions = await conditionsOf(db, dialect, target, others)
  const theirs = sql.ref(`${target.table}.${columnName(others.field)}`)
  const own = sql.ref(`${entity.table}.${columnName(field)}`)
  const from = sql`from ${sql.table(target.table)} where`
  const tests = (): RawBuilder<SqlBool> =>
    sql.join([sql`true`, ...conditions.map((each) => each.test())], sql` and `)
  const parameters = conditions.flatMap((each) => each.parameters)
  const shapes = conditions.map(({ shape }) => shape).join()
  const shape = `${field} ${isAmong} among ${others.entity} ${others.field} (${shapes})`
  const counted = (): CompiledQuery<unknown> =>
    sql`select count(*) as matches from (select 1 ${from} ${tests()} limit ${manyMatches}) as found`.compile(
      db,
    )
  const isFew = async (): Promise<boolean> => {
    const name = `matches of ${shape}`
    const [row] = await runPrepared(db, dialect, name, counted, [...parameters, manyMatches])
    return Number(row!['matches']) < manyMatches
  }
  if (isAmong && !dialect.startsFromFewer && (await isFew())) {
    return {
      shape: `few ${shape}`,
      parameters,
      test: () => sql`${own} in (select ${theirs} ${from} ${tests()})`,
    }
  }
  const sign = sql.raw(isAmong ? 'exists' : 'not exists')
  return {
    shape,
    parameters,
    test: () => sql`${sign} (select 1 ${from} ${theirs} = ${own} and ${tests()})`,
  }
}

export function conditionOf(dialect: Dialect, entity: Entity, { field, test, values }: Filter): Condition {
  const column = columnOf(entity, columnName(field))
  const shape = `${field} ${test} ${values.map((value) => (value === null ? 'none' : 'one')).join()}`
  if (test !== 'is') {
    const sign = sql.raw(test === 'from' ? '>=' : '<=')
    const [limit] = values
    const orNone = values.includes(null) ? sql` or ${column} is null` : sql``
    return { shape, parameters: [limit!], test: () => sql`(${column} ${sign} ${limit}${orNone})` }
  }
  const matches = matcherOf(dialect, entity, field)
  return {
    shape,
    parameters: values.filter((value) => value !== null).map(matches.toParameter),
    test: () => {
      const tests = values.map((value) =>
        value === null ? sql<SqlBool>`${column} is null` : matches.test(matches.toParameter(value)),
      )
      return sql`(${sql.join(tests, sql` or `)})`
    },
  }
}

interface Matcher {
  toParameter: (value: Cell) => Cell
  test: (parameter: Cell) => RawBuilder<SqlBool>
}

/** How a filter finds a value: codes, own or referred to, as a person would compare them; all else exactly. */
function matcherOf(dialect: Dialect, entity: Entity, field: string): Matcher {
  const column = columnOf(entity, columnName(field))
  if (entity.computed[field])
    return { toParameter: (value) => value, test: (value) => sql`${column} = ${value}` }
  const declared = entity.fields[field]!
  if (entity.key.length === 1 && entity.key[0] === field) {
    return { toParameter: declared.toKey, test: (key) => sql`${columnOf(entity, 'natural_key')} = ${key}` }
  }
  const reference = declared.reference
  if (reference?.many)
    return {
      toParameter: String,
      test: (value) => dialect.listContains(`${entity.table}.${columnName(field)}`, String(value)),
    }
  const target = reference && entityNamed(reference.entity)
  if (target && target.key.length === 1 && target.key[0] === reference.field) {
    const { toKey } = target.fields[reference.field]!
    const code = sql.ref(columnName(reference.field))
    return {
      toParameter: toKey,
      test: (key) =>
        sql`${column} = (select ${code} from ${sql.table(target.table)} where natural_key = ${key})`,
    }
  }
  return { toParameter: (value) => value, test: (value) => sql`${column} = ${value}` }
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
