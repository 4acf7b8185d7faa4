import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Cell } from '#domain/catalogue/field.ts'
import { quote } from './ddl.ts'
import type { Row, Tx } from './dialect.ts'
import { letOthersIn } from './let-others-in.ts'

const rowsAtOnce = 1000

/**
 * Many rows by PostgreSQL's own way to load a table: nothing to parse or to plan, and one statement whatever their
 * number. All have the columns of the first.
 */
export async function copyRows(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!)
  const text = `copy ${quote(table)} (${columns.map(quote).join(', ')}) from stdin`
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (from > 0) await letOthersIn()
    const some = rows.slice(from, from + rowsAtOnce)
    const lines = some
      .map((row) => `${columns.map((column) => copied(row[column] ?? null)).join('\t')}\n`)
      .join('')
    await tx.executeQuery(CompiledQuery.raw(text, [lines]))
  }
}

const special = /[\\\t\n\r]/
const signs: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copied(cell: Cell): string | number {
  if (cell === null) return '\\N'
  if (typeof cell === 'number') return cell
  return special.test(cell) ? cell.replaceAll(/[\\\t\n\r]/g, (sign) => signs[sign]!) : cell
}

interface CopyConnection {
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

/** A statement that sends its rows when the server asks for them: pg speaks COPY, but has no word for it. */
class CopyIn extends pg.Query {
  readonly #lines: string
  constructor(text: string, lines: string, callback: (error: Error | undefined) => void) {
    super(text, callback)
    this.#lines = lines
  }
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(Buffer.from(this.#lines))
    connection.endCopyFrom()
  }
}

export const isCopy = (text: string): boolean => text.startsWith('copy ') && text.endsWith(' from stdin')

export const runCopy = (client: pg.PoolClient, text: string, lines: string): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(text, lines, (error) => (error ? reject(error) : resolve())))
  })
