import { sql, type AliasedRawBuilder, type CompiledQuery } from 'kysely'
import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { maxQuickTotal } from '#domain/lists/names.ts'
import { maskFields } from '#domain/mask.ts'
import { isStoredRecord } from '#domain/catalogue/values.ts'
import { parseJson } from '#domain/parse-json.ts'
import { conditionsOf, where, type Filter, type Matching, type Query } from './conditions.ts'
import { dynamic, type Condition, type Db, type Dialect, type Partition, type Row } from '../dialect.ts'
import { mergeByScope } from './merge-by-scope.ts'
import {
  ordersOf,
  startAfter,
  startAtFirst,
  writeCursor,
  type DirectedOrder,
  type Order,
  type Sort,
} from './list-order.ts'
import { orderPrefix } from './order-prefix.ts'
import { genericPlan, customPlan } from '../postgres/plan-mode.ts'
import { runPrepared } from './prepared.ts'
import { shapeOf, toRecord } from '../records/record-rows.ts'
import { forLongReads, readerFor } from '../long-reads.ts'
import { estimatePageCost, type ReadCost } from './read-cost.ts'
import { indexForOrder } from '../schema/schema-of-catalogue.ts'
import {
  usesSearchIndex,
  isCheap,
  isComplete,
  scopeLast,
  candidatesFor,
  rememberStrategy,
  strategiesFor,
} from './search-strategies.ts'

export interface ListQuery extends Matching {
  sort: Sort
  /** Further sort fields for ties. */
  thenBy?: readonly Sort[]
  /** An order that is not that of a field, instead of `sort`. */
  order?: Order
  limit: number
  /** The cursor that the previous page returned. */
  after?: string
  /** Counting reads all matches, so it is done only on request; a quick count ends at a maximum, and is left out where it is not quick. */
  total: boolean | 'quick'
}

export interface Page<R extends StoredRecord = StoredRecord> {
  items: R[]
  /** Pass it as `after` to get the next page; null on the last one. */
  next: string | null
  total?: number
  /** There are more than `total`. */
  totalIsMinimum?: true
}

/** Keyset pagination: the page at row 900,000 costs what the first one costs. */
export async function listRecords(db: Db, dialect: Dialect, entity: Entity, query: ListQuery): Promise<Page> {
  const select = { name: 'records', columns: shapeOf(entity).selection }
  const { rows, ...rest } = await findPage(db, dialect, entity, query, select, (row) =>
    toRecord(entity, { ...row }),
  )
  return { items: rows.map((row) => toRecord(entity, row)), ...rest }
}

/**
 * The same page as JSON text. Where the database writes JSON faster than rows can be converted to objects and serialised, it
 * does so.
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
  const read = (row: { record: string }): StoredRecord => parseJson(row.record, isStoredRecord)
  const { rows, ...rest } = await findPage(db, dialect, entity, query, select, read)
  const items = rows.map((row) => row.record).join(',')
  return `{"items":[${items}],${JSON.stringify(rest).slice(1)}`
}

/** The columns that are read; the name distinguishes selections with different SQL. */
export interface Selection<R extends Row = Row> {
  name: string
  /** Never set: it tells the type of a row. */
  row?: R
  columns: readonly (string | AliasedRawBuilder<unknown, string>)[]
  /** Joins further data with at most one row per record, because pages are counted in rows. */
  join?: (records: Query) => Query
  /** The parameters of those joins, in the order of the text. */
  parameters?: readonly Cell[]
}

/** Selects only the ids. */
export const onlyIds: Selection<{ id: string }> = { name: 'ids', columns: ['id as id'] }

/** A page of the selection by keyset pagination; `recordOf` must return the id and the sort values. */
export async function findPage<R extends Row = Row>(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: ListQuery,
  select: Selection<R>,
  recordOf: (row: R) => Readonly<RecordValues> & { id: string },
): Promise<Omit<Page, 'items'> & { rows: R[] }> {
  const orders = ordersOf(entity, query)
  const cost = await estimatePageCost(db, dialect, entity, query, orders)
  const from = cost === 'long' ? forLongReads(db) : db
  const conditions = await conditionsOf(from, dialect, entity, query)
  const start = query.after ? [startAfter(entity, orders, query.after)] : startAtFirst(entity, orders)
  // One more than requested, to know whether there is a next page. It is a literal: for a parameter as limit PostgreSQL assumes
  // the worst case and uses a custom plan each time.
  const limit = query.limit + 1
  const isIndexUsed = usesSearchIndex(dialect, entity, query, conditions)
  const matching = isIndexUsed ? scopeLast(dialect, query.scope, conditions) : conditions
  const cacheKeys = [...matching, ...start].map(({ cacheKey }) => cacheKey)
  const sorts = orders.map(({ order, descending }) => `${order.name} ${descending}`)
  let rows: R[] = []
  const partition = isOrdered(entity, query.scope?.partition, orders) ? query.scope?.partition : undefined
  // The search index is used once for all places, not for each of them.
  const disjointParts = isIndexUsed ? undefined : query.scope?.disjointParts
  const searchKey = query.search
    ? JSON.stringify([entity.name, sorts, cacheKeys, query.search, query.after])
    : ''
  const isOrderIndexed = isStartIndexed(entity, partition, orders)
  const search = { search: query.search, matching, searchKey, isOrderIndexed }
  for (const strategy of strategiesFor(dialect, entity, search)) {
    const reader = cost === 'search' && !isCheap(strategy) ? forLongReads(db) : from
    const before =
      strategy === 'start of the order'
        ? await orderPrefix(
            reader,
            dialect,
            entity,
            { partition, start },
            orders,
            dialect.searchLimits.start!,
          )
        : undefined
    // Without a bound, the start would be the whole order.
    if (strategy === 'start of the order' && !before) continue
    const { records, beforeJoins, afterJoins, sortedBy } = disjointParts
      ? mergeByScope(db, dialect, entity, disjointParts, [...matching.slice(1), ...start], orders, limit)
      : candidatesFor(strategy, db, dialect, entity, { matching, start, partition, before }, orders)
    const build = (): CompiledQuery<R> => {
      let page = (select.join?.(records()) ?? records()).select(select.columns)
      // The number of matches depends on the search text, and with it the best plan.
      if (query.search) page = page.modifyFront(customPlan)
      else if (query.filters.every(isPlain)) page = page.modifyFront(genericPlan)
      for (const [at, by] of sortedBy.entries())
        page = page.orderBy(by, (orders[at] ?? orders.at(-1)!).descending ? 'desc' : 'asc')
      return page.limit(sql.lit(limit)).$castTo<R>().compile()
    }
    const strategyName =
      disjointParts?.map(({ cacheKey }) => cacheKey).join() ?? `${strategy} ${before?.cacheKey}`
    const name = [select.name, entity.name, strategyName, ...sorts, limit, ...cacheKeys].join(' ')
    const parameters = [
      ...beforeJoins.flatMap((each) => each.parameters),
      ...(select.parameters ?? []),
      ...afterJoins.flatMap((each) => each.parameters),
    ]
    rows = await runPrepared(reader, dialect, name, build, parameters)
    if (!isComplete(strategy, dialect, rows, limit)) continue
    rememberStrategy(searchKey, strategy)
    break
  }
  const hasMore = rows.length > query.limit
  if (hasMore) rows.pop()
  const last = hasMore ? recordOf(rows.at(-1)!) : undefined
  return {
    rows,
    next: last ? writeCursor([...orders.map(({ order }) => order.valueIn(last)), last.id]) : null,
    ...(query.total === true && {
      total: await countAll(await readerFor(db, dialect, entity), entity, matching),
    }),
    ...(query.total === 'quick' &&
      (await quickTotal(from, entity, matching, { cost, rows: !hasMore && !query.after && rows.length }))),
  }
}

/** Whether an index returns the order within the partition. */
function isOrdered(
  entity: Entity,
  partition: Partition | undefined,
  orders: readonly DirectedOrder[],
): boolean {
  const columns = orders.map(({ order }) => order.column)
  const isUniform = orders.every(({ descending }) => descending === orders[0]!.descending)
  const isKnown = isUniform && columns.every((column) => column !== undefined)
  return (
    partition !== undefined && isKnown && indexForOrder(entity, [partition.column, ...columns]) === 'whole'
  )
}

/** Whether an index returns the first column of the order, within the partition if there is one. */
function isStartIndexed(
  entity: Entity,
  partition: Partition | undefined,
  orders: readonly DirectedOrder[],
): boolean {
  const [{ order }] = orders as [DirectedOrder]
  const column = order.column ?? order.indexColumn
  if (column === undefined) return false
  return indexForOrder(entity, partition ? [partition.column, column] : [column]) !== undefined
}

/** Whether a generic plan is good for all values. */
const isPlain = (filter: Filter): boolean =>
  'isAmong' in filter || ('test' in filter && filter.test !== 'has' && filter.test !== 'begins')

type Total = Pick<Page, 'total' | 'totalIsMinimum'>

/** Counts up to a maximum; a list of one page needs no counting, and one that no index bounds has no quick total. */
async function quickTotal(
  db: Db,
  entity: Entity,
  matching: readonly Condition[],
  { cost, rows }: { cost: ReadCost; rows: number | false },
): Promise<Total> {
  if (rows !== false) return { total: rows }
  if (cost !== 'index') return {}
  const found = where(db, entity, matching)
    .select(sql.lit(1).as('one'))
    .limit(sql.lit(maxQuickTotal + 1))
  const counted = dynamic(db)
    .selectFrom(found.as('found'))
    .select(sql<number>`count(*)`.as('total'))
  const { total } = await counted.executeTakeFirstOrThrow()
  return total > maxQuickTotal ? { total: maxQuickTotal, totalIsMinimum: true } : { total }
}

async function countAll(db: Db, entity: Entity, matching: readonly Condition[]): Promise<number> {
  const counted = where(db, entity, matching).select(sql<number>`count(*)`.as('total'))
  return (await counted.executeTakeFirstOrThrow()).total
}
