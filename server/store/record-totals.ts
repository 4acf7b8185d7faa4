import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { conditionsOf, where, type Matching } from './conditions.ts'
import type { Condition, Db, Dialect, Row } from './dialect.ts'
import { columnOf } from './field-conditions.ts'
import { readerFor } from './long-reads.ts'
import { countedApart } from './named-rows.ts'
import { testsPerRow } from './read-cost.ts'

/** What a column comes to, in cells; null where no record has a value. */
export interface ColumnTotal {
  filled: number
  /** Of numbers only. */
  sum: number
  least: Cell
  most: Cell
}

export interface Totals {
  count: number
  columns: Map<string, ColumnTotal>
}

/**
 * Counts all that match and adds up columns. Where the database runs in this process, a slice at a time: nobody is served
 * while it reads.
 */
export async function totalsOf(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  matching: Matching,
  fields: readonly { name: string; isNumber: boolean }[],
): Promise<Totals> {
  const reader = await readerFor(db, dialect, entity, testsPerRow(matching))
  const conditions = await conditionsOf(reader, dialect, entity, matching)
  const slices: (Condition | undefined)[] =
    entity.large && dialect.slices ? await dialect.slices(db, entity) : [undefined]
  const columns = fields.flatMap(({ name, isNumber }, at) => {
    const column = columnOf(entity, columnName(name))
    // As a fraction, because a sum may be more than the largest whole number there is.
    const sum: RawBuilder<unknown> = isNumber ? sql`sum(${column} + 0.0)` : sql`0`
    return [
      sql`count(${column})`.as(`filled${at}`),
      sum.as(`sum${at}`),
      sql`min(${column})`.as(`least${at}`),
      sql`max(${column})`.as(`most${at}`),
    ]
  })
  const totals: Totals = { count: 0, columns: new Map() }
  const parts = countedApart(dialect, matching.within, conditions)
  const turns = slices.flatMap((slice) => parts.map((part) => (slice ? [...part, slice] : part)))
  for (const [turn, tests] of turns.entries()) {
    if (turn > 0) await setImmediate()
    const some = where(reader, entity, tests)
    const row = await some.select([sql`count(*)`.as('matches'), ...columns]).executeTakeFirstOrThrow()
    totals.count += Number(row['matches'])
    for (const [at, { name }] of fields.entries()) {
      const before = totals.columns.get(name)
      const part = partOf(row, at)
      totals.columns.set(name, before ? together(before, part) : part)
    }
  }
  return totals
}

const partOf = (row: Row, at: number): ColumnTotal => ({
  filled: Number(row[`filled${at}`]),
  sum: Number(row[`sum${at}`] ?? 0),
  least: row[`least${at}`] ?? null,
  most: row[`most${at}`] ?? null,
})

function together(one: ColumnTotal, other: ColumnTotal): ColumnTotal {
  if (other.filled === 0) return one
  if (one.filled === 0) return other
  return {
    filled: one.filled + other.filled,
    sum: one.sum + other.sum,
    least: one.least! < other.least! ? one.least : other.least,
    most: one.most! > other.most! ? one.most : other.most,
  }
}
