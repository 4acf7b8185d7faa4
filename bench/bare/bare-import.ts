import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { BenchData } from '../bench-data.ts'
import { cellsOf, insertedColumns, statements, type Cell, type Customer } from './bare-sql.ts'

/** Inserts the same rows directly into the table with its indexes, the fastest way of each database; returns the seconds. */
export async function bareImport(data: BenchData, customers: readonly Customer[]): Promise<number> {
  const rows = customers.map((each, at) => cellsOf(idOf(at), each))
  const began = performance.now()
  if (data.database === 'sqlite') intoSqlite(data.bare['BARE_FILE']!, rows)
  else await intoPostgres(data.bare['DATABASE_URL']!, rows)
  return (performance.now() - began) / 1000
}

const idOf = (at: number): string => `ffffffff-ffff-7fff-bfff-${String(at).padStart(12, '0')}`

function intoSqlite(file: string, rows: readonly Cell[][]): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536')
  const insert = database.prepare(statements((n) => `?${n}`).insert)
  database.exec('begin immediate')
  for (const row of rows) insert.run(...row)
  database.exec('commit')
  database.close()
}

/** COPY FROM STDIN, for which pg has no public API: a query that sends its rows when the server is ready for them. */
class CopyIn {
  readonly #text: string
  readonly #rows: Iterable<string>
  readonly #done: (error?: Error) => void
  constructor(text: string, rows: Iterable<string>, done: (error?: Error) => void) {
    this.#text = text
    this.#rows = rows
    this.#done = done
  }
  submit(connection: pg.Connection): void {
    ;(connection as unknown as { query: (text: string) => void }).query(this.#text)
  }
  handleCopyInResponse(connection: {
    sendCopyFromChunk: (chunk: Buffer) => void
    endCopyFrom: () => void
  }): void {
    for (const chunk of this.#rows) connection.sendCopyFromChunk(Buffer.from(chunk))
    connection.endCopyFrom()
  }
  handleError(error: Error): void {
    this.#done(error)
  }
  handleReadyForQuery(): void {
    this.#done()
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}

async function intoPostgres(url: string, rows: readonly Cell[][]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const text = `copy customer (${insertedColumns.join(', ')}) from stdin`
  await new Promise<void>((resolve, reject) => {
    const done = (error?: Error): void => (error ? reject(error) : resolve())
    client.query(new CopyIn(text, chunksOf(rows), done) as unknown as pg.Submittable)
  })
  await client.end()
}

function* chunksOf(rows: readonly Cell[][]): Generator<string> {
  const escape = (cell: Cell): string =>
    cell === null ? '\\N' : String(cell).replaceAll(/[\\\t\n\r]/g, (sign) => `\\${sign}`)
  for (let from = 0; from < rows.length; from += 500)
    yield rows
      .slice(from, from + 500)
      .map((row) => `${row.map(escape).join('\t')}\n`)
      .join('')
}
