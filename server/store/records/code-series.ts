import { sql } from 'kysely'
import type { Entity } from '#domain/catalogue/entity.ts'
import { showPlain, type Value } from '#domain/catalogue/field.ts'
import { formatCode, type Series } from '#domain/catalogue/kinds/code.ts'
import { keyOfNumber, numberInKey } from '#domain/catalogue/stored/kinds.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { maxStart } from '#domain/series.ts'
import { foldText } from '#domain/text.ts'
import { dynamic, type Db, type Tx } from '../dialect.ts'

const nameOfSeries = (entity: Entity, field: string): string => `${entity.name}.${field}`

/** The format of codes, and the last number that was generated. */
export interface SeriesState extends Series {
  last: number
}

interface SeriesRow {
  last: number
  prefix: string | null
  width: number | null
}

function readState(entity: Entity, field: string, row: SeriesRow | undefined): SeriesState {
  const declared = entity.fields[field]?.series
  if (!declared) throw new Error(`${entity.name}.${field} is not a generated code`)
  return {
    prefix: row?.prefix ?? declared.prefix,
    width: Number(row?.width ?? declared.width),
    last: Number(row?.last ?? 0),
  }
}

/**
 * Generates the next code inside the saving transaction. The counter row is locked until the transaction ends, so no other gets
 * the same number, and a rolled-back save returns its number.
 */
export async function nextCode(tx: Tx, entity: Entity, field: string): Promise<string> {
  const [code] = await nextCodes(tx, entity, field, 1)
  return code!
}

/** Generates several consecutive codes. */
export async function nextCodes(tx: Tx, entity: Entity, field: string, count: number): Promise<string[]> {
  if (count === 0) return []
  const source = codeSources.get(tx)
  if (source) return source.next(entity, field, count)
  const { rows } = await sql<SeriesRow>`
    insert into code_series (series, last) values (${nameOfSeries(entity, field)}, ${count})
    on conflict (series) do update set last = code_series.last + ${count}
    returning last, prefix, width`.execute(tx)
  const state = readState(entity, field, rows[0])
  const first = state.last - count + 1
  return Array.from({ length: count }, (_, at) => formatCode(state, first + at))
}

/** Continues the series above given codes that have its format; others do not affect it. */
export async function continueAbove(
  tx: Tx,
  entity: Entity,
  field: string,
  given: readonly Value[],
): Promise<void> {
  if (given.length === 0) return
  const source = codeSources.get(tx)
  if (source) return source.continueAbove(entity, field, given)
  const { prefix, last } = await seriesState(tx, entity, field)
  const numbers = given.flatMap((code) => numberOf(prefix, showPlain(code)) ?? [])
  const highest = numbers.reduce((one, other) => Math.max(one, other), 0)
  if (highest <= last) return
  await sql`
    insert into code_series (series, last) values (${nameOfSeries(entity, field)}, ${highest})
    on conflict (series) do update
    set last = case when code_series.last < excluded.last then excluded.last else code_series.last end`.execute(
    tx,
  )
}

/** The number of a code with that prefix. A number above `maxStart` is not part of a series: it is a code of another system. */
function numberOf(prefix: string, code: string): number | undefined {
  const [key, start] = [foldText(code), foldText(prefix)]
  const digits = key.startsWith(start) ? key.slice(start.length) : ''
  return /^\d+$/.test(digits) && Number(digits) <= maxStart ? Number(digits) : undefined
}

interface CodeSource {
  next: (entity: Entity, field: string, count: number) => Promise<string[]>
  continueAbove: (entity: Entity, field: string, given: readonly Value[]) => Promise<void>
}
const codeSources = new WeakMap<Tx, CodeSource>()

/**
 * A long transaction must not hold the lock of the counter. It gets its codes from a short transaction of its own, or, if it will
 * be rolled back, from numbers far above all real ones.
 */
export function assignDistinctCodes(
  tx: Tx,
  from: 'far above' | (<T>(work: (own: Tx) => Promise<T>) => Promise<T>),
): void {
  let temporary = maxStart + 1
  codeSources.set(tx, {
    next: async (entity, field, count) => {
      if (from !== 'far above') return from((own) => nextCodes(own, entity, field, count))
      return Array.from({ length: count }, () => formatCode(readState(entity, field, undefined), ++temporary))
    },
    continueAbove: async (entity, field, given) => {
      if (from !== 'far above') await from((own) => continueAbove(own, entity, field, given))
    },
  })
}

/**
 * The counter lags behind the codes after a restored backup or rows inserted by hand: continues above the highest. The row is
 * already locked by the attempt that failed.
 */
export async function nextCodeAboveAll(tx: Tx, entity: Entity, field: string): Promise<string> {
  const state = await seriesState(tx, entity, field)
  const last = Math.max(state.last, (await highestNumber(tx, entity, state.prefix)) + 1)
  await tx
    .updateTable('code_series')
    .set({ last })
    .where('series', '=', nameOfSeries(entity, field))
    .execute()
  return formatCode(state, last)
}

export async function seriesState(db: Db, entity: Entity, field: string): Promise<SeriesState> {
  const row = await db
    .selectFrom('code_series')
    .select(['last', 'prefix', 'width'])
    .where('series', '=', nameOfSeries(entity, field))
    .executeTakeFirst()
  return readState(entity, field, row)
}

/** Locks the counter until the transaction ends, also if it does not exist yet. */
export async function lockSeries(tx: Tx, entity: Entity, field: string): Promise<void> {
  await sql`
    insert into code_series (series, last) values (${nameOfSeries(entity, field)}, 0)
    on conflict (series) do update set last = code_series.last`.execute(tx)
}

export async function saveSeries(tx: Tx, entity: Entity, field: string, state: SeriesState): Promise<void> {
  const { prefix, width, last } = state
  await tx
    .updateTable('code_series')
    .set({ prefix, width, last })
    .where('series', '=', nameOfSeries(entity, field))
    .execute()
}

/** The last generated code in the current format; number zero before the first. */
export async function lastCode(db: Db, entity: Entity, field: string): Promise<string> {
  const state = await seriesState(db, entity, field)
  return formatCode(state, Math.max(state.last, await highestNumber(db, entity, state.prefix)))
}

/** The highest number among the codes with that prefix, read from the end of the key index. */
export async function highestNumber(db: Db, entity: Entity, prefix: string): Promise<number> {
  const start = foldText(prefix)
  let upperBound = start + keyOfNumber(maxStart + 1)
  for (;;) {
    const row = await dynamic(db)
      .selectFrom(tableOf(entity))
      .select('natural_key')
      .where('natural_key', '>=', `${start}0`)
      .where('natural_key', '<', upperBound)
      .orderBy('natural_key', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row) return 0
    const rest = String(row.natural_key).slice(start.length)
    const number = numberInKey(rest)
    if (number !== undefined) return number
    // Codes of another prefix that continues with a digit, such as CR2A besides CR: all of them are skipped at once.
    upperBound = start + rest.slice(0, rest.search(/\D/) + 1)
  }
}
