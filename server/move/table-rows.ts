import { hash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { isObject } from '#domain/input.ts'
import { quote } from '../store/schema/ddl.ts'
import type { Row, Tx } from '../store/dialect.ts'
import type { Table, TableColumn } from '../store/schema/table.ts'
import { leftSettings } from './moved-tables.ts'
import type { Side } from './side.ts'

export type Value = string | number | Uint8Array | null
export type Values = Record<string, Value>
/** The primary key of a row: where to go on. */
export type Position = readonly (string | number)[]

const rowsAtOnce = 2000
/** Of tables with photos or documents, this many bytes are read at once. */
const bytesAtOnce = 16 * 1024 * 1024

export const columnsOf = (table: Table): TableColumn[] => table.columns.filter(({ computed }) => !computed)
const bytesColumn = (table: Table): TableColumn | undefined =>
  table.columns.find(({ type }) => type === 'bytes')

/** The rows of a table behind a position, in the order of the primary key, which is the same on both databases. */
export async function* readRows(side: Side, table: Table, from?: Position): AsyncGenerator<Values[]> {
  for (let after = from; ;) {
    const limit = await batchSize(side, table, after)
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columnsOf(table).map(({ name }) => sql.ref(name)))} ${behind(table, after)}
      limit ${sql.lit(limit)}`.execute(side.db)
    if (rows.length === 0) return
    const batch = rows.map((row) => toValues(table, row))
    yield batch
    after = positionOf(table, batch.at(-1)!)
  }
}

export const positionOf = (table: Table, row: Values): Position =>
  table.primaryKey.map((column) => {
    const value = row[column]
    return typeof value === 'number' ? value : String(value)
  })

export async function countRows({ db }: Side, table: Table): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table.name)} where ${ownRows(table)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

const ownRows = (table: Table): RawBuilder<unknown> =>
  table.name === 'setting' ? sql`name not in (${sql.join(leftSettings)})` : sql`1 = 1`

function behind(table: Table, after: Position | undefined): RawBuilder<unknown> {
  const key = sql.raw(table.primaryKey.map(quote).join(', '))
  const start = after === undefined ? sql`` : sql` and (${key}) > (${sql.join(after)})`
  return sql`from ${sql.table(table.name)} where ${ownRows(table)}${start} order by ${key}`
}

async function batchSize(side: Side, table: Table, after: Position | undefined): Promise<number> {
  const content = bytesColumn(table)
  if (!content) return rowsAtOnce
  const { rows } = await sql<{ size: number }>`
    select length(${sql.ref(content.name)}) as size ${behind(table, after)} limit 200`.execute(side.db)
  let bytes = 0
  const tooMany = rows.findIndex(({ size }) => (bytes += Number(size)) > bytesAtOnce)
  return tooMany === -1 ? Math.max(1, rows.length) : Math.max(1, tooMany)
}

function toValues(table: Table, row: unknown): Values {
  const cells = isObject(row) ? row : {}
  return Object.fromEntries(columnsOf(table).map(({ name, type }) => [name, toValue(type, cells[name])]))
}

function toValue(type: TableColumn['type'], cell: unknown): Value {
  if (cell === null || cell === undefined) return null
  if (type === 'bytes') return cell instanceof Uint8Array ? cell : Buffer.from(String(cell))
  return type === 'text' ? String(cell) : Number(cell)
}

/** PostgreSQL takes at most 65,535 parameters, SQLite 32,766. */
const maxParameters = 30_000

export async function writeRows(
  tx: Tx,
  { dialect }: Side,
  table: Table,
  rows: readonly Values[],
): Promise<void> {
  const columns = columnsOf(table).map(({ name }) => name)
  const plain = rows.flatMap((row) => (isPlain(row) ? [row] : []))
  if (dialect.copyRows && plain.length === rows.length) return dialect.copyRows(tx, table.name, plain)
  const most = Math.min(50, Math.floor(maxParameters / columns.length))
  for (let at = 0; at < rows.length; at += most) {
    const tuples = rows
      .slice(at, at + most)
      .map((row) => sql`(${sql.join(columns.map((name) => sql.val(row[name])))})`)
    await sql`insert into ${sql.table(table.name)} (${sql.join(columns.map((name) => sql.ref(name)))})
      values ${sql.join(tuples)}`.execute(tx)
  }
}

const isPlain = (row: Values): row is Row =>
  Object.values(row).every((value) => !(value instanceof Uint8Array))

export interface Digest {
  rows: number
  /** The sum of the hashes of all rows: the same in any order. */
  hash: string
}

const modulus = 2n ** 128n

/** The number of rows of a table and a hash of their content, the same on both databases. */
export async function digestOf(side: Side, table: Table, onRows: (count: number) => void): Promise<Digest> {
  let sum = 0n
  let count = 0
  for await (const rows of readRows(side, table)) {
    for (const row of rows) sum = (sum + hashOf(Object.values(row))) % modulus
    count += rows.length
    onRows(rows.length)
  }
  return { rows: count, hash: sum.toString(16) }
}

function hashOf(values: readonly Value[]): bigint {
  // The kind and the length are part of it, so that no two different rows have the same text.
  const texts = values.map((value) => {
    if (value === null) return '-'
    if (value instanceof Uint8Array) return `b${hash('sha256', value)}`
    return typeof value === 'number' ? `n${value};` : `t${value.length}:${value}`
  })
  return BigInt(`0x${hash('sha256', texts.join('')).slice(0, 32)}`)
}
