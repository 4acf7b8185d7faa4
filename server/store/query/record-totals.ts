import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { numberAt } from '#domain/catalogue/values.ts'
import { conditionsOf, where, type Matching } from './conditions.ts'
import type { Condition, Db, Dialect, Row } from '../dialect.ts'
import { columnOf } from './field-conditions.ts'
import { readerFor } from '../long-reads.ts'
import { partsCountedByIndex, testsPerRow } from './read-cost.ts'

/** The totals of a column; null if no record has a value. */
export interface ColumnTotal {
  filled: number
  /** Only for numbers. */
  sum: number
  least: Cell
  most: Cell
}

export interface Totals {
  count: number
  columns: Map<string, ColumnTotal>
}

/**
 * Counts all matches and aggregates columns. Where the database runs in this process, one slice at a time, because a read blocks
 * the event loop; a count that indexes answer, one part of the scope at a time.
 */
export async function totalsOf(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: Matching,
  fields: readonly { name: string; isNumber: boolean }[],
): Promise<Totals> {
  const reader = await readerFor(db, dialect, entity, testsPerRow(query))
  const parts = fields.length === 0 ? partsCountedByIndex(entity, query) : undefined
  const { scope: _inParts, ...unscoped } = query
  const conditions = await conditionsOf(reader, dialect, entity, parts ? unscoped : query)
  const slices: readonly (Condition | undefined)[] =
    parts ?? (entity.large && dialect.slices ? await dialect.slices(db, entity) : [undefined])
  const columns = fields.flatMap(({ name, isNumber }, at) => {
    const column = columnOf(entity, columnName(name))
    // As floating point, because a sum may exceed the largest integer.
    const sum: RawBuilder<unknown> = isNumber ? sql`sum(${column} + 0.0)` : sql`0`
    return [
      sql`count(${column})`.as(`filled${at}`),
      sum.as(`sum${at}`),
      sql`min(${column})`.as(`least${at}`),
      sql`max(${column})`.as(`most${at}`),
    ]
  })
  const totals: Totals = { count: 0, columns: new Map() }
  for (const [turn, slice] of slices.entries()) {
    if (turn > 0) await setImmediate()
    const matching = where(reader, entity, slice ? [...conditions, slice] : conditions)
    const row = await matching
      .select([sql<number>`count(*)`.as('matches'), ...columns])
      .executeTakeFirstOrThrow()
    totals.count += row.matches
    for (const [at, { name }] of fields.entries()) {
      const before = totals.columns.get(name)
      const part = readTotal(row, at)
      totals.columns.set(name, before ? mergeTotals(before, part) : part)
    }
  }
  return totals
}

const readTotal = (row: Row, at: number): ColumnTotal => ({
  filled: numberAt(row, `filled${at}`),
  sum: numberAt(row, `sum${at}`),
  least: row[`least${at}`] ?? null,
  most: row[`most${at}`] ?? null,
})

function mergeTotals(one: ColumnTotal, other: ColumnTotal): ColumnTotal {
  if (other.filled === 0) return one
  if (one.filled === 0) return other
  return {
    filled: one.filled + other.filled,
    sum: one.sum + other.sum,
    least: one.least! < other.least! ? one.least : other.least,
    most: one.most! > other.most! ? one.most : other.most,
  }
}
