import { sql } from 'kysely'
import type { Entity } from '#domain/catalogue/entity.ts'
import { formatCode, type Series } from '#domain/catalogue/kinds/code.ts'
import { numberInKey } from '#domain/catalogue/stored/kinds.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
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
  const source = codeSources.get(tx)
  if (source) return source(entity, field, count)
  const { rows } = await sql<SeriesRow>`
    insert into code_series (series, last) values (${nameOfSeries(entity, field)}, ${count})
    on conflict (series) do update set last = code_series.last + ${count}
    returning last, prefix, width`.execute(tx)
  const state = readState(entity, field, rows[0])
  const first = state.last - count + 1
  return Array.from({ length: count }, (_, at) => formatCode(state, first + at))
}

type CodeSource = (entity: Entity, field: string, count: number) => Promise<string[]>
const codeSources = new WeakMap<Tx, CodeSource>()

/**
 * A long transaction must not hold the lock of the counter. It gets its codes from a short transaction of its own, or, if it will
 * be rolled back, from numbers far above all real ones.
 */
export function assignDistinctCodes(
  tx: Tx,
  from: 'far above' | ((generate: (own: Tx) => Promise<string[]>) => Promise<string[]>),
): void {
  let temporary = 1_000_000_000
  codeSources.set(tx, async (entity, field, count) => {
    if (from !== 'far above') return from((own) => nextCodes(own, entity, field, count))
    return Array.from({ length: count }, () => formatCode(readState(entity, field, undefined), ++temporary))
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
  let upperBound = `${start}:` // the character after the digits
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
