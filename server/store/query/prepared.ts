import type { CompiledQuery } from 'kysely'
import { dynamic, type Db, type Dialect, type Row, type Tx } from '../dialect.ts'
import { yieldWhenDue } from '../../base/yield-to-event-loop.ts'

const maxCached = 2000
const cache = new WeakMap<Dialect, Map<string, CompiledQuery<unknown>>>()

/** Compiles a statement once per name; afterwards only its parameters change. For the hottest paths only. */
export async function runPrepared<R = Row>(
  db: Db,
  dialect: Dialect,
  name: string,
  build: () => CompiledQuery<R>,
  parameters: readonly unknown[],
): Promise<R[]> {
  const statements = cache.get(dialect) ?? new Map<string, CompiledQuery<unknown>>()
  cache.set(dialect, statements)
  // Filters combine in any number of ways, so the cache is limited.
  if (statements.size > maxCached) statements.clear()
  const query = statements.get(name) ?? checkParameters(name, build(), parameters)
  statements.set(name, query)
  return (await db.executeQuery<R>({ ...query, parameters })).rows
}

/** Parameters are bound by position: if they are not in the order of the text, the statement returns wrong rows. */
function checkParameters(
  name: string,
  query: CompiledQuery<unknown>,
  parameters: readonly unknown[],
): CompiledQuery<unknown> {
  const isSame =
    query.parameters.length === parameters.length &&
    query.parameters.every((value, at) => Object.is(value, parameters[at]))
  if (!isSame) throw new Error(`The parameters are not those of the statement: ${name}`)
  return query
}

/** Inserts a row with the same columns every time. */
export async function insertRow(tx: Tx, dialect: Dialect, table: string, row: Row): Promise<void> {
  const build = (): CompiledQuery<unknown> => dynamic(tx).insertInto(table).values(row).compile()
  await runPrepared(tx, dialect, `insert ${table} ${Object.keys(row).join()}`, build, Object.values(row))
}

/** Inserts a row unless it violates a unique index; returns whether it was inserted, without aborting the transaction. */
export async function insertRowUnlessDuplicate(
  tx: Tx,
  dialect: Dialect,
  table: string,
  row: Row,
): Promise<boolean> {
  const build = (): CompiledQuery<unknown> =>
    dynamic(tx)
      .insertInto(table)
      .values(row)
      .onConflict((taken) => taken.doNothing())
      .returning('id')
      .compile()
  const name = `insert ${table} unless taken ${Object.keys(row).join()}`
  return (await runPrepared(tx, dialect, name, build, Object.values(row))).length > 0
}

const batchSize = 100

/** Inserts many rows with the same columns; the statement for a hundred rows is compiled once. */
export async function insertRows(
  tx: Tx,
  dialect: Dialect,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  if (dialect.copyRows && rows.length >= batchSize) return dialect.copyRows(tx, table, rows)
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize)
    if (batch.length === 1) await insertRow(tx, dialect, table, batch[0]!)
    else if (batch.length < batchSize) await dynamic(tx).insertInto(table).values(batch).execute()
    else {
      const columns = Object.keys(batch[0]!)
      const build = (): CompiledQuery<unknown> => dynamic(tx).insertInto(table).values(batch).compile()
      const cells: unknown[] = []
      for (const row of batch) for (const column of columns) cells.push(row[column] ?? null)
      await runPrepared(tx, dialect, `insert ${batchSize} ${table} ${columns.join()}`, build, cells)
    }
    if (from + batchSize < rows.length) await yieldWhenDue()
  }
}

const bucketSizes = [1, 8, 64, 512]

/** Pads a list to one of a few lengths by repeating its last value, so that few statements are prepared. */
export function padToBucket<T>(list: readonly T[]): T[] {
  if (list.length === 0) return []
  const size = bucketSizes.find((each) => each >= list.length) ?? list.length
  return Array.from({ length: size }, (_, at) => list[Math.min(at, list.length - 1)]!)
}
