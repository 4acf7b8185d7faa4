import { sql, type RawBuilder } from 'kysely'
import { foldSearch } from '#domain/alike/search-keys.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { countCharacters } from '#domain/text.ts'
import { where, type Candidates, type Filter, type Matching, type Query } from './conditions.ts'
import type { Condition, Db, Dialect, Row } from './dialect.ts'
import { columnOf } from './field-conditions.ts'
import type { Directed } from './list-order.ts'

/**
 * A page of what matches part of a word can be found in two ways: by collecting the matches and sorting them, which is
 * slow when there are many, or by going along the order until enough match, which is slow when they stand at its end.
 * PostgreSQL takes them to be spread evenly, and read a million rows for a name at the end of the alphabet. So each way
 * is tried as far as it is cheap, and only then the matches are collected, however many. SQLite counts the matches in a
 * moment, and goes one of these ways only when there are many. PostgreSQL can lay two indexes over each other, so there the
 * start of the order is not gone along: of the matches, those that stand in it are collected (`order-edge.ts`).
 */
export type Way = 'plain' | 'first rows' | 'few matches' | 'start of the order' | 'all matches'

const matches = 'matches among few'
const ways: readonly Way[] = ['first rows', 'few matches', 'start of the order', 'all matches']

/** Which way led to the page the last time somebody asked for the same. Tried first; when it fails, so are the others. */
const led = new Map<string, Way>()
const mostLed = 2000

export function waysTo(
  dialect: Dialect,
  entity: Entity,
  { search, matching, asked }: { search: string | undefined; matching: readonly Condition[]; asked: string },
): readonly Way[] {
  const isLong = foldSearch(search ?? '')
    .split(/\s+/)
    .some((word) => countCharacters(word) >= 3)
  if (!entity.large || !isLong) return ['plain']
  const areCounted = dialect.searchLimits.matches === undefined
  // Where one word has few matches, they are all there is to look at.
  if (areCounted && !isSearchOfMany(matching)) return ['plain']
  const open = areCounted ? ways.filter((way) => way !== 'few matches') : ways
  const known = led.get(asked)
  return known && open.includes(known) ? [known, ...open.filter((way) => way !== known)] : open
}

/** Whether the matches are found by the search index, rather than by a look at one record after the other. */
export function asksSearchIndex(
  dialect: Dialect,
  entity: Entity,
  query: Pick<Matching, 'search' | 'filters'>,
  matching: readonly Condition[],
): boolean {
  if (!entity.large) return false
  if (dialect.searchLimits.matches === undefined)
    return matching.some(({ shape, together }) => together || /\bmatch\b/.test(shape))
  const texts = [...foldSearch(query.search ?? '').split(/\s+/), ...query.filters.flatMap(textsIn)]
  return texts.some((text) => countCharacters(text) >= 3)
}

/**
 * SQLite would enter by the index of the places, read everything that lies in them and ask of each record whether it is among the
 * matches. Written so that no index fits it, the test of the places is asked of the matches instead.
 */
export function placesLast(
  dialect: Dialect,
  within: Condition | undefined,
  conditions: readonly Condition[],
): readonly Condition[] {
  if (!within || within.inside || !dialect.isEmbedded) return conditions
  const { shape, parameters, test } = within
  const last: Condition = { shape: `${shape} last`, parameters, test: () => sql`(${test()}) is true` }
  return conditions.map((each) => (each === within ? last : each))
}

function textsIn(filter: Filter): string[] {
  if ('isAmong' in filter) return []
  if ('test' in filter)
    return filter.test === 'has' || filter.test === 'begins' ? filter.values.map(String) : []
  const parts = 'all' in filter ? filter.all : 'any' in filter ? filter.any : filter.none
  return parts.flatMap(textsIn)
}

const isSearchOfMany = (matching: readonly Condition[]): boolean =>
  matching.some(({ together }) => together) && !matching.some(({ shape }) => shape === 'match')

export function rememberWay(asked: string, way: Way): void {
  if (way === 'plain') return
  if (led.size >= mostLed) led.clear()
  led.set(asked, way)
}

/** So few that it costs next to nothing to try them: what very many records share is found among them. */
const firstRows = 500

/** Whether what was found that way is the page; how many matched is known to nobody afterwards. */
export function isWhole(way: Way, dialect: Dialect, rows: readonly Row[], limit: number): boolean {
  const found = Number(rows[0]?.[matches] ?? 0)
  for (const row of rows) delete row[matches]
  if (way === 'few matches') return found <= dialect.searchLimits.matches!
  return !alongOrder(way) || rows.length >= limit
}

/** Looks at so few records that nobody has to wait for it. */
export const isNear = (way: Way): boolean => way !== 'start of the order' && way !== 'all matches'

const alongOrder = (way: Way): boolean => way === 'first rows' || way === 'start of the order'

interface Parts {
  matching: readonly Condition[]
  start: readonly Condition[]
  /** Where all that match lie, and an index gives the order there. */
  inside?: Condition | undefined
  /** What is true of the start of the order, where the matches in it are to be collected. */
  before?: Condition | undefined
}

/** The records to choose from that way. */
export function recordsBy(
  way: Way,
  db: Db,
  dialect: Dialect,
  entity: Entity,
  { matching, start, inside, before }: Parts,
  orders: readonly Directed[],
): Candidates {
  const { table } = entity
  const id = columnOf(entity, 'id')
  const sortedBy = [...orders.map(({ order }) => order.by), id]
  /** The same order, so that no index seems to give it: the matches are to be collected first. */
  const collected = [...orders.map(withoutIndex), id]
  const limits = dialect.searchLimits
  const among = (rows: Query): Query => db.selectFrom(rows.as(table)) as unknown as Query
  if (way === 'few matches') {
    const found = [...matching, ...start]
    const counted = sql<number>`count(*) over ()`.as(matches)
    const records = (): Query =>
      among(
        where(db, entity, found)
          .selectAll()
          .limit(sql.lit(limits.matches! + 1)),
      ).select(counted)
    return { records, ahead: found, behind: [], sortedBy }
  }
  if (before) {
    const found = [...(inside ? [inside] : []), ...matching, ...start, before]
    return { records: () => where(db, entity, found), ahead: [], behind: found, sortedBy: collected }
  }
  if (alongOrder(way)) {
    const ahead = inside ? [inside, ...start] : start
    const most = way === 'first rows' ? Math.min(firstRows, limits.rows) : limits.rows
    const records = (): Query => {
      let first = where(db, entity, ahead).selectAll()
      for (const { order, descending } of orders) first = first.orderBy(order.by, descending ? 'desc' : 'asc')
      first = first.orderBy(`${table}.id`, orders.at(-1)!.descending ? 'desc' : 'asc')
      let page = among(first.limit(sql.lit(most)))
      for (const condition of matching) page = page.where(condition.test())
      return page
    }
    return { records, ahead, behind: matching, sortedBy }
  }
  const areAll = way === 'all matches'
  const behind = [...(areAll ? matching.map((each) => each.together ?? each) : matching), ...start]
  return {
    records: () => where(db, entity, behind),
    ahead: [],
    behind,
    sortedBy: areAll ? collected : sortedBy,
  }
}

const withoutIndex = ({ order }: Directed): RawBuilder<unknown> =>
  order.type === 'string' ? sql`${order.by} || ''` : sql`${order.by} + 0`
