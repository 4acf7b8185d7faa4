import { sql, type RawBuilder } from 'kysely'
import { foldSearch } from '#domain/alike/search-keys.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { countCharacters } from '#domain/text.ts'
import { where, type Query } from './conditions.ts'
import type { Condition, Db, Dialect, Row } from './dialect.ts'
import type { Directed } from './list-order.ts'

/**
 * A page of what matches part of a word can be found in two ways: by collecting the matches and sorting them, which is
 * slow when there are many, or by going along the order until enough match, which is slow when they stand at its end.
 * PostgreSQL takes them to be spread evenly, and read a million rows for a name at the end of the alphabet. So each way
 * is tried as far as it is cheap, and only then the matches are collected, however many.
 */
export type Way = 'plain' | 'few matches' | 'start of the order' | 'all matches'

const matches = 'matches among few'

export function waysTo(dialect: Dialect, entity: Entity, search: string | undefined): readonly Way[] {
  const isLong = foldSearch(search ?? '')
    .split(/\s+/)
    .some((word) => countCharacters(word) >= 3)
  if (!dialect.searchLimits || !entity.large || !isLong) return ['plain']
  return ['few matches', 'start of the order', 'all matches']
}

/** Whether what was found that way is the page; how many matched is known to nobody afterwards. */
export function isWhole(way: Way, dialect: Dialect, rows: readonly Row[], limit: number): boolean {
  const found = Number(rows[0]?.[matches] ?? 0)
  for (const row of rows) delete row[matches]
  if (way === 'few matches') return found <= dialect.searchLimits!.matches
  return way !== 'start of the order' || rows.length >= limit
}

interface Parts {
  matching: readonly Condition[]
  start: readonly Condition[]
}

/** The records to choose from that way, and the values of its text ahead of the joins and behind them. */
export function recordsBy(
  way: Way,
  db: Db,
  dialect: Dialect,
  entity: Entity,
  { matching, start }: Parts,
  orders: readonly Directed[],
): { records: () => Query; ahead: readonly Condition[]; behind: readonly Condition[] } {
  const { table } = entity
  const limits = dialect.searchLimits
  const among = (rows: Query): Query => db.selectFrom(rows.as(table)) as unknown as Query
  if (way === 'few matches') {
    const found = [...matching, ...start]
    const counted = sql<number>`count(*) over ()`.as(matches)
    const records = (): Query =>
      among(
        where(db, entity, found)
          .selectAll()
          .limit(sql.lit(limits!.matches + 1)),
      ).select(counted)
    return { records, ahead: found, behind: [] }
  }
  if (way === 'start of the order') {
    const records = (): Query => {
      let first = where(db, entity, start).selectAll()
      for (const { order, descending } of orders) first = first.orderBy(order.by, descending ? 'desc' : 'asc')
      first = first.orderBy(`${table}.id`, orders.at(-1)!.descending ? 'desc' : 'asc')
      let page = among(first.limit(sql.lit(limits!.rows)))
      for (const condition of matching) page = page.where(condition.test())
      return page
    }
    return { records, ahead: start, behind: matching }
  }
  const behind = [...matching, ...start]
  return { records: () => where(db, entity, behind), ahead: [], behind }
}

/** The same order, so that no index seems to give it: the matches are to be collected first. */
export const withoutIndex = ({ order }: Directed): RawBuilder<unknown> =>
  order.type === 'string' ? sql`${order.by} || ''` : sql`${order.by} + 0`
