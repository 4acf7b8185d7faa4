import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '#domain/catalogue/entity.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { selectFrom, type Candidates, type Query } from './conditions.ts'
import type { Condition, Db, Dialect, DisjointPart, Row } from '../dialect.ts'
import { columnOf } from './field-conditions.ts'
import type { DirectedOrder } from './list-order.ts'
import { indexesFor } from '../schema/schema-of-catalogue.ts'

/**
 * The first records of a union of parts are among the first records of each part, which an index scan returns. In a single
 * statement over all parts, the database would sort all their records, or scan the whole ordered index for them.
 */
export function mergeByScope(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  disjointParts: readonly DisjointPart[],
  conditions: readonly Condition[],
  orders: readonly DirectedOrder[],
  limit: number,
): Candidates {
  const id = columnOf(entity, 'id')
  const direction = ({ descending }: DirectedOrder): RawBuilder<unknown> =>
    sql.raw(descending ? 'desc' : 'asc')
  const orderBy = (columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
    sql.join(columns.map((column, at) => sql`${column} ${direction(orders[at] ?? orders.at(-1)!)}`))
  const unionOfParts = (
    selectPart: (from: RawBuilder<unknown>, tests: RawBuilder<unknown>) => RawBuilder<unknown>,
  ): RawBuilder<unknown> =>
    sql.join(
      disjointParts.map((part) =>
        selectPart(
          tableOfPart(dialect, entity, part, orders),
          sql.join(
            [part, ...conditions].map((each) => each.test()),
            sql` and `,
          ),
        ),
      ),
      sql` union all `,
    )
  const table = sql.table(tableOf(entity))
  const parameters = disjointParts.flatMap((part) => [part, ...conditions])
  const columns = [...orders.map(({ order }) => order.by), id]
  if (!dialect.mergesLazily) {
    // With a limit on each part, PostgreSQL merges them lazily and reads no more than needed.
    const rows = unionOfParts(
      (from, tests) => sql`select * from (select * from ${from} where ${tests}
        order by ${orderBy(columns)} limit ${sql.lit(limit)}) as of_place`,
    )
    const records = (): Query => selectFrom(db, sql<Row>`(${rows})`.as(tableOf(entity)))
    return { records, beforeJoins: parameters, afterJoins: [], sortedBy: columns }
  }
  // SQLite merges lazily by itself but copies whole rows, so only row ids and sort values are merged.
  const names = columns.map((_, at) => sql.ref(`seen.by_${at}`))
  const values = columns.map((column, at) => sql`${column} as ${sql.ref(`by_${at}`)}`)
  const rows = unionOfParts(
    (from, tests) => sql`select ${table}.rowid as at_row, ${sql.join(values)} from ${from} where ${tests}`,
  )
  const merged = sql<Row>`(${rows} order by ${orderBy(columns.map((_, at) => sql.ref(`by_${at}`)))} limit ${sql.lit(limit)})`
  const records = (): Query =>
    selectFrom(db, merged.as('seen'))
      .crossJoin(tableOf(entity))
      .where(sql<boolean>`${table}.rowid = seen.at_row`)
  return { records, beforeJoins: parameters, afterJoins: [], sortedBy: names }
}

/**
 * SQLite's statistics sample at most a few hundred rows per value, so a zone looks no larger than the customers of one employee:
 * the index that starts with the column of the part and continues in the sort order is forced.
 */
function tableOfPart(
  dialect: Dialect,
  entity: Entity,
  { column }: DisjointPart,
  [first]: readonly DirectedOrder[],
): RawBuilder<unknown> {
  const table = sql.table(tableOf(entity))
  if (column === undefined || !dialect.isEmbedded) return table
  const indexColumn = first!.order.column ?? first!.order.indexColumn
  const index = indexesFor(entity).find(({ columns }) => columns[0] === column && columns[1] === indexColumn)
  return index ? sql`${table} indexed by ${sql.ref(index.name)}` : table
}
