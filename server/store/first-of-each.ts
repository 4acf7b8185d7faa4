import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '#domain/catalogue/entity.ts'
import { where, type Query } from './conditions.ts'
import type { Condition, Db } from './dialect.ts'
import { columnOf } from './field-conditions.ts'
import type { Directed } from './list-order.ts'

/**
 * The first of a list of what lies in one of several places are among the first of each, and those are read along an index.
 * Asked for all at once, a database sorts everything that lies in them, or goes along the whole list looking for them.
 */
export function firstOfEach(
  db: Db,
  entity: Entity,
  apart: readonly Condition[],
  conditions: readonly Condition[],
  orders: readonly Directed[],
  limit: number,
): { records: () => Query; ahead: readonly Condition[]; behind: readonly Condition[] } {
  const id = columnOf(entity, 'id')
  const direction = ({ descending }: Directed): RawBuilder<unknown> => sql.raw(descending ? 'desc' : 'asc')
  const sorted = (by: (at: number) => RawBuilder<unknown>, last: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql.join([
      ...orders.map((each, at) => sql`${by(at)} ${direction(each)}`),
      sql`${last} ${direction(orders.at(-1)!)}`,
    ])
  const named = (at: number): RawBuilder<unknown> => sql.ref(`by_${at}`)
  const first = (place: Condition): RawBuilder<unknown> => {
    const values = orders.map(({ order }, at) => sql`${order.by} as ${named(at)}`)
    const tests = sql.join(
      [place, ...conditions].map((each) => each.test()),
      sql` and `,
    )
    return sql`select * from (select ${sql.join([sql`${id} as seen_id`, ...values])} from ${sql.table(entity.table)}
      where ${tests} order by ${sorted((at) => orders[at]!.order.by, id)} limit ${sql.lit(limit)}) as of_place`
  }
  return {
    records: () =>
      where(db, entity, []).where(
        sql<boolean>`${id} in (select seen_id from (${sql.join(apart.map(first), sql` union all `)}) as seen
          order by ${sorted(named, sql.ref('seen_id'))} limit ${sql.lit(limit)})`,
      ),
    ahead: [],
    behind: apart.flatMap((place) => [place, ...conditions]),
  }
}
