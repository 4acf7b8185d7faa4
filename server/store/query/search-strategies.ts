import { sql, type RawBuilder } from 'kysely'
import { foldSearch } from '#domain/duplicates/search-keys.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { countCharacters } from '#domain/text.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { numberAt } from '#domain/catalogue/values.ts'
import { selectFrom, where, type Candidates, type Filter, type Matching, type Query } from './conditions.ts'
import type { Condition, Db, Dialect, Row } from '../dialect.ts'
import { columnOf } from './field-conditions.ts'
import type { DirectedOrder } from './list-order.ts'

/**
 * A page of search results can be found in two ways: collecting the matches and sorting them, which is slow if there are many, or
 * reading the order from its start until enough rows match, which is slow if the matches are at its end. PostgreSQL assumes an
 * even distribution, and read a million rows for a name at the end of the alphabet. So each is tried as far as it is cheap, in this
 * order, and only then all matches are collected:
 *
 * - `first rows`: scans the first rows of the order, if an index returns it
 * - `few matches`: collects the matches, up to a limit; SQLite counts them instead, and needs no strategy if there are few
 * - `start of the order`: collects the matches before a bound of the order (`order-prefix.ts`), where two indexes can be
 *   combined: with a BitmapAnd, on PostgreSQL
 * - `all matches`: collects them
 *
 * Decision 044 lists what each is worth.
 */
export type SearchStrategy = 'plain' | 'first rows' | 'few matches' | 'start of the order' | 'all matches'

const matches = 'matches among few'

/** The strategy that found the page the last time for the same query; tried first, then the others. */
const lastGood = new Map<string, SearchStrategy>()
const maxRemembered = 2000

export function strategiesFor(
  dialect: Dialect,
  entity: Entity,
  {
    search,
    matching,
    searchKey,
    isOrderIndexed,
  }: {
    search: string | undefined
    matching: readonly Condition[]
    searchKey: string
    /** Whether an index returns the order; else its first rows are found only by sorting all. */
    isOrderIndexed: boolean
  },
): readonly SearchStrategy[] {
  const isLong = foldSearch(search ?? '')
    .split(/\s+/)
    .some((word) => countCharacters(word) >= 3)
  if (!entity.large || !isLong) return ['plain']
  const limits = dialect.searchLimits
  // If one word has few matches, only these have to be read.
  if (limits.matches === undefined && !isSearchOfMany(matching)) return ['plain']
  const open: SearchStrategy[] = []
  if (isOrderIndexed) open.push('first rows')
  if (limits.matches !== undefined) open.push('few matches')
  if (limits.start !== undefined) open.push('start of the order')
  open.push('all matches')
  const known = lastGood.get(searchKey)
  return known && open.includes(known) ? [known, ...open.filter((strategy) => strategy !== known)] : open
}

/** Whether the search index finds the matches, instead of testing one record after the other. */
export function usesSearchIndex(
  dialect: Dialect,
  entity: Entity,
  query: Pick<Matching, 'search' | 'filters'>,
  matching: readonly Condition[],
): boolean {
  if (!entity.large) return false
  if (dialect.searchLimits.matches === undefined)
    return matching.some(({ cacheKey, indexForm }) => indexForm || /\bmatch\b/.test(cacheKey))
  const texts = [...foldSearch(query.search ?? '').split(/\s+/), ...query.filters.flatMap(textsIn)]
  return texts.some((text) => countCharacters(text) >= 3)
}

/**
 * SQLite would use the index of the places, read all their records and look up each in the matches. Written so that no index
 * applies, the condition on places is tested on the matches instead.
 */
export function scopeLast(
  dialect: Dialect,
  scope: Condition | undefined,
  conditions: readonly Condition[],
): readonly Condition[] {
  if (!scope || scope.partition || !dialect.isEmbedded) return conditions
  const { cacheKey, parameters, test } = scope
  const last: Condition = { cacheKey: `${cacheKey} last`, parameters, test: () => sql`(${test()}) is true` }
  return conditions.map((each) => (each === scope ? last : each))
}

function textsIn(filter: Filter): string[] {
  if ('isAmong' in filter) return []
  if ('test' in filter)
    return filter.test === 'has' || filter.test === 'begins' ? filter.values.map(String) : []
  const parts = 'all' in filter ? filter.all : 'any' in filter ? filter.any : filter.none
  return parts.flatMap(textsIn)
}

const isSearchOfMany = (matching: readonly Condition[]): boolean =>
  matching.some(({ indexForm }) => indexForm) && !matching.some(({ cacheKey }) => cacheKey === 'match')

export function rememberStrategy(searchKey: string, strategy: SearchStrategy): void {
  if (strategy === 'plain') return
  if (lastGood.size >= maxRemembered) lastGood.clear()
  lastGood.set(searchKey, strategy)
}

/** Whether the rows are the complete page; removes the column with the number of matches. */
export function isComplete(
  strategy: SearchStrategy,
  dialect: Dialect,
  rows: readonly Row[],
  limit: number,
): boolean {
  const found = numberAt(rows[0] ?? {}, matches)
  for (const row of rows) delete row[matches]
  if (strategy === 'few matches') return found <= dialect.searchLimits.matches!
  return strategy === 'all matches' || strategy === 'plain' || rows.length >= limit
}

/** Whether the strategy reads so few records that it does not block others. */
export const isCheap = (strategy: SearchStrategy): boolean =>
  strategy !== 'start of the order' && strategy !== 'all matches'

interface SearchParts {
  matching: readonly Condition[]
  start: readonly Condition[]
  /** A partition that contains all matches, if an index returns the order within it. */
  partition?: Condition | undefined
  /** The bound of the start of the order. */
  before?: Condition | undefined
}

/** The records that this strategy chooses from. */
export function candidatesFor(
  strategy: SearchStrategy,
  db: Db,
  dialect: Dialect,
  entity: Entity,
  { matching, start, partition, before }: SearchParts,
  orders: readonly DirectedOrder[],
): Candidates {
  const table = tableOf(entity)
  const id = columnOf(entity, 'id')
  const sortedBy = [...orders.map(({ order }) => order.by), id]
  /** The same order, written so that no index applies: the matches are collected first. */
  const collected = [...orders.map(withoutIndex), id]
  const limits = dialect.searchLimits
  const among = (rows: Query): Query => selectFrom(db, rows.as(table))
  if (strategy === 'few matches') {
    const found = [...matching, ...start]
    const counted = sql<number>`count(*) over ()`.as(matches)
    const records = (): Query =>
      among(
        where(db, entity, found)
          .selectAll()
          .limit(sql.lit(limits.matches! + 1)),
      ).select(counted)
    return { records, beforeJoins: found, afterJoins: [], sortedBy }
  }
  if (before) {
    const found = [...(partition ? [partition] : []), ...matching, ...start, before]
    return {
      records: () => where(db, entity, found),
      beforeJoins: [],
      afterJoins: found,
      sortedBy: collected,
    }
  }
  if (strategy === 'first rows') {
    const beforeJoins = partition ? [partition, ...start] : start
    const records = (): Query => {
      let first = where(db, entity, beforeJoins).selectAll()
      for (const { order, descending } of orders) first = first.orderBy(order.by, descending ? 'desc' : 'asc')
      first = first.orderBy(`${table}.id`, orders.at(-1)!.descending ? 'desc' : 'asc')
      let page = among(first.limit(sql.lit(limits.firstRows)))
      for (const condition of matching) page = page.where(condition.test())
      return page
    }
    return { records, beforeJoins, afterJoins: matching, sortedBy }
  }
  const isAll = strategy === 'all matches'
  const afterJoins = [...(isAll ? matching.map((each) => each.indexForm ?? each) : matching), ...start]
  return {
    records: () => where(db, entity, afterJoins),
    beforeJoins: [],
    afterJoins,
    sortedBy: isAll ? collected : sortedBy,
  }
}

const withoutIndex = ({ order }: DirectedOrder): RawBuilder<unknown> =>
  order.type === 'string' ? sql`${order.by} || ''` : sql`${order.by} + 0`
