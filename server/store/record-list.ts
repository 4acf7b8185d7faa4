import { sql, type AliasedRawBuilder, type CompiledQuery } from 'kysely'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { maskFields } from '#domain/mask.ts'
import { conditionsOf, where, type Filter, type Matching, type Query } from './conditions.ts'
import type { Condition, Db, Dialect, Inside, Row } from './dialect.ts'
import { firstOfEach } from './first-of-each.ts'
import {
  ordersOf,
  startAfter,
  startAtFirst,
  writeCursor,
  type Directed,
  type Order,
  type Sort,
} from './list-order.ts'
import { beforeEdge } from './order-edge.ts'
import { bestAsked, countedApart } from './named-rows.ts'
import { onePlan, ownPlan } from './one-plan.ts'
import { runPrepared } from './prepared.ts'
import { shapeOf, toRecord } from './record-rows.ts'
import { forLongReads, readerFor } from './long-reads.ts'
import { costOfPage } from './read-cost.ts'
import { indexAlong } from './schema-of-catalogue.ts'
import {
  asksSearchIndex,
  isNear,
  isWhole,
  placesLast,
  recordsBy,
  rememberWay,
  waysTo,
} from './search-ways.ts'

export interface ListQuery extends Matching {
  sort: Sort
  /** What those are sorted by that are the same in that. */
  thenBy?: readonly Sort[]
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
  masked: readonly string[],
): Promise<string> {
  const { jsonOfRow } = dialect
  if (!jsonOfRow) {
    const { items, ...rest } = await listRecords(db, dialect, entity, query)
    return JSON.stringify({ items: items.map((record) => maskFields(record, masked)), ...rest })
  }
  const select = { name: `json ${masked.join()}`, columns: [jsonOfRow(entity, masked).as('record')] }
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

/** Which records, and nothing of them. */
export const onlyIds: Selection = { name: 'ids', columns: ['id as id'] }

/** A page, found by key, of whatever is selected. `recordOf` must know the id and what the order looks at. */
export async function findPage(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: ListQuery,
  select: Selection,
  recordOf: (row: Row) => StoredRecord,
): Promise<Omit<Page, 'items'> & { rows: Row[] }> {
  const orders = ordersOf(entity, query)
  const cost = await costOfPage(db, dialect, entity, query, orders)
  const from = cost === 'long' ? forLongReads(db) : db
  const conditions = await conditionsOf(from, dialect, entity, query)
  const start = query.after ? [startAfter(entity, orders, query.after)] : startAtFirst(entity, orders)
  // One more than asked for, to know whether there is a next page. It stands in the text: of a limit that it does not know
  // PostgreSQL expects the worst, and plans the same statement anew each time.
  const limit = query.limit + 1
  const isIndexAsked = asksSearchIndex(dialect, entity, query, conditions)
  const matching = isIndexAsked ? placesLast(dialect, query.within, conditions) : conditions
  const shapes = [...matching, ...start].map(({ shape }) => shape)
  const sorts = orders.map(({ order, descending }) => `${order.name} ${descending}`)
  let rows: Row[] = []
  const inside = isOrdered(entity, query.within?.inside, orders) ? query.within?.inside : undefined
  // The search index is asked once for all places, and not for each of them again.
  const parts = isIndexAsked ? undefined : query.within?.apart
  const apart = parts && (await bestAsked(db, dialect, parts))
  const asked = query.search ? JSON.stringify([entity.name, sorts, shapes, query.search, query.after]) : ''
  for (const way of waysTo(dialect, entity, { search: query.search, matching, asked })) {
    const reader = cost === 'search' && !isNear(way) ? forLongReads(db) : from
    const { matches, rows: reach } = dialect.searchLimits
    const isLaidOver = way === 'start of the order' && matches !== undefined
    const before = isLaidOver
      ? await beforeEdge(reader, dialect, entity, { inside, start }, orders, reach)
      : undefined
    const { records, ahead, behind, sortedBy } = apart
      ? firstOfEach(db, dialect, entity, apart, [...matching.slice(1), ...start], orders, limit)
      : recordsBy(way, db, dialect, entity, { matching, start, inside, before }, orders)
    const build = (): CompiledQuery<unknown> => {
      let page = (select.beside?.(records()) ?? records()).select(select.columns as string[])
      // How many match part of a name depends on the part, and with it the best way to find them.
      if (query.search) page = page.modifyFront(ownPlan)
      else if (query.filters.every(isPlain)) page = page.modifyFront(onePlan)
      for (const [at, by] of sortedBy.entries())
        page = page.orderBy(by, (orders[at] ?? orders.at(-1)!).descending ? 'desc' : 'asc')
      return page.limit(sql.lit(limit)).compile()
    }
    const wayName = apart?.map(({ shape }) => shape).join() ?? `${way} ${before?.shape}`
    const name = [select.name, entity.name, wayName, ...sorts, limit, ...shapes].join(' ')
    const parameters = [
      ...ahead.flatMap((each) => each.parameters),
      ...(select.parameters ?? []),
      ...behind.flatMap((each) => each.parameters),
    ]
    rows = await runPrepared(reader, dialect, name, build, parameters)
    if (!isWhole(way, dialect, rows, limit)) continue
    rememberWay(asked, way)
    break
  }
  const hasMore = rows.length > query.limit
  if (hasMore) rows.pop()
  const last = hasMore ? recordOf(rows.at(-1)!) : undefined
  return {
    rows,
    next: last ? writeCursor([...orders.map(({ order }) => order.valueIn(last)), last.id]) : null,
    ...(query.total && {
      total: await countAll(await readerFor(db, dialect, entity), dialect, entity, query, matching),
    }),
  }
}

/** Whether an index gives the order among those whose column has one value. */
function isOrdered(entity: Entity, inside: Inside | undefined, orders: readonly Directed[]): boolean {
  const columns = orders.map(({ order }) => order.column)
  const isOneWay = orders.every(({ descending }) => descending === orders[0]!.descending)
  const isKnown = isOneWay && columns.every((column) => column !== undefined)
  return inside !== undefined && isKnown && indexAlong(entity, [inside.column, ...columns]) === 'whole'
}

/** One plan is as good for one value as for another. */
const isPlain = (filter: Filter): boolean =>
  'isAmong' in filter || ('test' in filter && filter.test !== 'has' && filter.test !== 'begins')

async function countAll(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  { within }: ListQuery,
  matching: readonly Condition[],
): Promise<number> {
  let total = 0
  for (const part of countedApart(dialect, within, matching)) {
    const counted = where(db, entity, part).select(sql<number>`count(*)`.as('total'))
    total += Number((await counted.executeTakeFirst())?.['total'])
  }
  return total
}
