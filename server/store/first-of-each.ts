import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Candidates, Query } from './conditions.ts'
import type { Condition, Db, Dialect } from './dialect.ts'
import { columnOf } from './field-conditions.ts'
import type { Directed } from './list-order.ts'
import { tableOfPart } from './named-rows.ts'

/**
 * The first of a list of what lies in one of several places are among the first of each, and those are read along an index.
 * Asked for all at once, a database sorts everything that lies in them, or goes along the whole list looking for them.
 */
export function firstOfEach(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  apart: readonly Condition[],
  conditions: readonly Condition[],
  orders: readonly Directed[],
  limit: number,
): Candidates {
  const id = columnOf(entity, 'id')
  const direction = ({ descending }: Directed): RawBuilder<unknown> => sql.raw(descending ? 'desc' : 'asc')
  const sorted = (columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
    sql.join(columns.map((column, at) => sql`${column} ${direction(orders[at] ?? orders.at(-1)!)}`))
  const together = (
    ofPlace: (from: RawBuilder<unknown>, tests: RawBuilder<unknown>) => RawBuilder<unknown>,
  ): RawBuilder<unknown> =>
    sql.join(
      apart.map((place) =>
        ofPlace(
          tableOfPart(dialect, entity.table, place),
          sql.join(
            [place, ...conditions].map((each) => each.test()),
            sql` and `,
          ),
        ),
      ),
      sql` union all `,
    )
  const table = sql.table(entity.table)
  const parameters = apart.flatMap((place) => [place, ...conditions])
  const columns = [...orders.map(({ order }) => order.by), id]
  if (!dialect.mergesSorted) {
    // Told how many are wanted of each, it takes the next from whichever has it, and reads no more of them than that.
    const rows = together(
      (from, tests) => sql`select * from (select * from ${from} where ${tests}
        order by ${sorted(columns)} limit ${sql.lit(limit)}) as of_place`,
    )
    const records = (): Query => db.selectFrom(sql`(${rows})`.as(entity.table)) as unknown as Query
    return { records, ahead: parameters, behind: [], sortedBy: columns }
  }
  // It does so by itself, but passes whole rows on from hand to hand: so only where they stand.
  const names = columns.map((_, at) => sql.ref(`seen.by_${at}`))
  const values = columns.map((column, at) => sql`${column} as ${sql.ref(`by_${at}`)}`)
  const rows = together(
    (from, tests) => sql`select ${table}.rowid as at_row, ${sql.join(values)} from ${from} where ${tests}`,
  )
  const seen = sql`(${rows} order by ${sorted(columns.map((_, at) => sql.ref(`by_${at}`)))} limit ${sql.lit(limit)})`
  const records = (): Query =>
    db
      .selectFrom(seen.as('seen'))
      .crossJoin(entity.table)
      .where(sql<boolean>`${table}.rowid = seen.at_row`) as unknown as Query
  return { records, ahead: parameters, behind: [], sortedBy: names }
}
