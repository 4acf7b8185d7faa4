import { sql } from 'kysely'
import type { Entity } from '#domain/catalogue/entity.ts'
import { formatCode, numberInKey, type Series } from '#domain/catalogue/kinds/code.ts'
import { foldText } from '#domain/text.ts'
import type { Db, Tx } from './dialect.ts'

const nameOfSeries = (entity: Entity, field: string): string => `${entity.name}.${field}`

/** How codes look, and the last number dealt out. */
export interface SeriesState extends Series {
  last: number
}

interface SeriesRow {
  last: number
  prefix: string | null
  width: number | null
}

function stateOf(entity: Entity, field: string, row: SeriesRow | undefined): SeriesState {
  const declared = entity.fields[field]?.series
  if (!declared) throw new Error(`${entity.name}.${field} is not a generated code`)
  return {
    prefix: row?.prefix ?? declared.prefix,
    width: Number(row?.width ?? declared.width),
    last: Number(row?.last ?? 0),
  }
}

/**
 * Takes the next code inside the saving transaction. The counter row is locked until that ends, so nobody else can get
 * the same number, and a save that fails gives its number back.
 */
export async function nextCode(tx: Tx, entity: Entity, field: string): Promise<string> {
  const [code] = await nextCodes(tx, entity, field, 1)
  return code!
}

/** So many of them, one after the other. */
export async function nextCodes(tx: Tx, entity: Entity, field: string, count: number): Promise<string[]> {
  const apart = dealers.get(tx)
  if (apart) return apart(entity, field, count)
  const { rows } = await sql<SeriesRow>`
    insert into code_series (series, last) values (${nameOfSeries(entity, field)}, ${count})
    on conflict (series) do update set last = code_series.last + ${count}
    returning last, prefix, width`.execute(tx)
  const state = stateOf(entity, field, rows[0])
  const first = state.last - count + 1
  return Array.from({ length: count }, (_, at) => formatCode(state, first + at))
}

type Dealer = (entity: Entity, field: string, count: number) => Promise<string[]>
const dealers = new WeakMap<Tx, Dealer>()

/**
 * A transaction that takes its time must not hold the counter for that long. It gets its codes elsewhere: from a short
 * one of its own, or, when it will be taken back, from numbers far above all that anybody else gets.
 */
export function dealCodesApart(
  tx: Tx,
  from: 'far above' | ((dealer: (own: Tx) => Promise<string[]>) => Promise<string[]>),
): void {
  let far = 1_000_000_000
  dealers.set(tx, async (entity, field, count) => {
    if (from !== 'far above') return from((own) => nextCodes(own, entity, field, count))
    return Array.from({ length: count }, () => formatCode(stateOf(entity, field, undefined), ++far))
  })
}

/**
 * The counter lags behind the codes after a backup was put back or rows came in by hand. It goes on above the highest;
 * the row is locked by the code that was just refused.
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
  return stateOf(entity, field, row as SeriesRow | undefined)
}

/** Keeps others from taking a number until the transaction ends, also where none was taken yet. */
export async function holdSeries(tx: Tx, entity: Entity, field: string): Promise<void> {
  await sql`
    insert into code_series (series, last) values (${nameOfSeries(entity, field)}, 0)
    on conflict (series) do update set last = code_series.last`.execute(tx)
}

export async function putSeries(tx: Tx, entity: Entity, field: string, state: SeriesState): Promise<void> {
  const { prefix, width, last } = state
  await tx
    .updateTable('code_series')
    .set({ prefix, width, last })
    .where('series', '=', nameOfSeries(entity, field))
    .execute()
}

/** The last code dealt out, as it would look today; number zero before the first. */
export async function lastCode(db: Db, entity: Entity, field: string): Promise<string> {
  const state = await seriesState(db, entity, field)
  return formatCode(state, Math.max(state.last, await highestNumber(db, entity, state.prefix)))
}

/** The highest number among the codes of that prefix: a look at the end of the index of keys. */
export async function highestNumber(db: Db, entity: Entity, prefix: string): Promise<number> {
  const start = foldText(prefix)
  let below = `${start}:` // the character behind the digits
  for (;;) {
    const row = await db
      .selectFrom(entity.table)
      .select('natural_key')
      .where('natural_key', '>=', `${start}0`)
      .where('natural_key', '<', below)
      .orderBy('natural_key', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row) return 0
    const rest = String(row['natural_key']).slice(start.length)
    const number = numberInKey(rest)
    if (number !== undefined) return number
    // Codes of another prefix that goes on with a digit, such as CR2A beside CR: all of them are passed at once.
    below = start + rest.slice(0, rest.search(/\D/) + 1)
  }
}
