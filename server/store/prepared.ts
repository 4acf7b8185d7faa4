import type { CompiledQuery } from 'kysely'
import type { Db, Dialect, Row, Tx } from './dialect.ts'
import { letOthersIn } from './let-others-in.ts'

const mostKept = 2000
const kept = new WeakMap<Dialect, Map<string, CompiledQuery<Row>>>()

/** Puts a statement together once under a name; afterwards only its parameters change. Worth it on the hottest paths only. */
export async function runPrepared(
  db: Db,
  dialect: Dialect,
  name: string,
  build: () => CompiledQuery<unknown>,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const ofDialect = kept.get(dialect) ?? new Map<string, CompiledQuery<Row>>()
  kept.set(dialect, ofDialect)
  // Filters can be combined in any number of ways; whoever tries them all must not fill the memory.
  if (ofDialect.size > mostKept) ofDialect.clear()
  const query = ofDialect.get(name) ?? sameParameters(name, build() as CompiledQuery<Row>, parameters)
  ofDialect.set(name, query)
  return (await db.executeQuery<Row>({ ...query, parameters })).rows
}

/** Parameters are bound by their place alone: values that are not in the order of the text would answer another question. */
function sameParameters(
  name: string,
  query: CompiledQuery<Row>,
  parameters: readonly unknown[],
): CompiledQuery<Row> {
  const isSame =
    query.parameters.length === parameters.length &&
    query.parameters.every((value, at) => Object.is(value, parameters[at]))
  if (!isSame) throw new Error(`The parameters are not those of the statement: ${name}`)
  return query
}

/** Inserts a row whose columns are the same every time. */
export async function insertRow(tx: Tx, dialect: Dialect, table: string, row: Row): Promise<void> {
  const build = (): CompiledQuery<unknown> => tx.insertInto(table).values(row).compile()
  await runPrepared(tx, dialect, `insert ${table} ${Object.keys(row).join()}`, build, Object.values(row))
}

/** The same where a unique value may be taken: false says that it is, and the transaction can go on. */
export async function insertRowUnlessTaken(
  tx: Tx,
  dialect: Dialect,
  table: string,
  row: Row,
): Promise<boolean> {
  const build = (): CompiledQuery<unknown> =>
    tx
      .insertInto(table)
      .values(row)
      .onConflict((taken) => taken.doNothing())
      .returning('id')
      .compile()
  const name = `insert ${table} unless taken ${Object.keys(row).join()}`
  return (await runPrepared(tx, dialect, name, build, Object.values(row))).length > 0
}

const rowsAtOnce = 100

/** Inserts many rows whose columns are the same. A statement for a hundred of them is put together once. */
export async function insertRows(
  tx: Tx,
  dialect: Dialect,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  if (dialect.copyRows && rows.length >= rowsAtOnce) return dialect.copyRows(tx, table, rows)
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    if (some.length === 1) await insertRow(tx, dialect, table, some[0]!)
    else if (some.length < rowsAtOnce) await tx.insertInto(table).values(some).execute()
    else {
      const columns = Object.keys(some[0]!)
      const build = (): CompiledQuery<unknown> => tx.insertInto(table).values(some).compile()
      const cells = some.flatMap((row) => columns.map((column) => row[column] ?? null))
      await runPrepared(tx, dialect, `insert ${rowsAtOnce} ${table} ${columns.join()}`, build, cells)
    }
    if (from + rowsAtOnce < rows.length) await letOthersIn()
  }
}

const sizes = [1, 8, 64, 512]

/** The same list, its last repeated up to one of a few lengths: statements are prepared by their text. */
export function inFewSizes<T>(list: readonly T[]): T[] {
  if (list.length === 0) return []
  const size = sizes.find((each) => each >= list.length) ?? list.length
  return Array.from({ length: size }, (_, at) => list[Math.min(at, list.length - 1)]!)
}
