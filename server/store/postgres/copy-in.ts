import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Cell } from '#domain/catalogue/field.ts'
import { quote } from '../schema/ddl.ts'
import type { Row, Tx } from '../dialect.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'

const batchSize = 1000

/**
 * Loads many rows with COPY, without parsing or planning each, in one statement. All rows have the columns of the first.
 */
export async function copyRows(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!)
  const text = `copy ${quote(table)} (${columns.map(quote).join(', ')}) from stdin`
  for (let from = 0; from < rows.length; from += batchSize) {
    if (from > 0) await yieldToEventLoop()
    const batch = rows.slice(from, from + batchSize)
    const lines = batch
      .map((row) => `${columns.map((column) => toCopyText(row[column] ?? null)).join('\t')}\n`)
      .join('')
    await tx.executeQuery(CompiledQuery.raw(text, [lines]))
  }
}

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function toCopyText(cell: Cell): string | number {
  if (cell === null) return '\\N'
  if (typeof cell === 'number') return cell
  return special.test(cell) ? cell.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character]!) : cell
}

interface CopyConnection {
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

/** pg implements the COPY protocol but has no API for it: sends the rows when the server asks for them. */
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
