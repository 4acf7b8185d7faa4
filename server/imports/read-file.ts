import { csvRecords, separatorOf } from '#domain/csv.ts'
import { decodeText } from '#domain/imports/decode-text.ts'
import { problemHeading } from '#domain/imports/import-job.ts'
import { Problem } from '#domain/problem.ts'
import { listInWords } from '#domain/text.ts'

export const mostRows = 200_000
export const mostColumns = 300
const mostInCell = 10_000

/** A table as it comes out of a file, a row at a time; the first is the headings. */
export interface Sheet {
  name: string | null
  rows: Iterable<string[]> | AsyncIterable<string[]>
  /** Said once its rows are read. */
  remarks: string[]
}

export interface OpenedFile {
  encoding: string
  separator?: string
  remarks: string[]
  sheets: Iterable<Sheet>
}

export const refused = (msg: string): Problem =>
  new Problem(422, { msg, errors: [{ field: 'file', message: msg }] })

/** Looks at what a file holds, whatever its name says. */
export async function openFile(bytes: Buffer): Promise<OpenedFile> {
  if (bytes.length === 0) throw refused('The file is empty: there is nothing to import')
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    const { openXlsx } = await import('./xlsx.ts')
    return openXlsx(bytes)
  }
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw refused(
      'This is an old or a password-protected Excel file. Save it as .xlsx without a password, or as CSV, and send it again',
    )
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    throw refused('This is a PDF, not a table. Save the table as .xlsx or CSV and send that')
  return openText(bytes)
}

function openText(bytes: Buffer): OpenedFile {
  const { text, encoding, remarks } = decodeText(bytes)
  if (text.slice(0, 2000).includes('\0'))
    throw refused('This file is no table: save it as .xlsx or CSV and send it again')
  const separator = separatorOf(text)
  return { encoding, separator, remarks, sheets: [{ name: null, rows: rowsOfText(text), remarks: [] }] }
}

function* rowsOfText(text: string): Generator<string[]> {
  const reading = csvRecords(text, { mostRecords: mostRows + 1, mostCells: mostColumns })
  for (;;) {
    const { done, value } = reading.next()
    if (!done) {
      yield value.cells
      continue
    }
    if (value.openQuote !== undefined)
      throw refused(
        `A quote (") in line ${value.openQuote} is never closed, so the cells after it cannot be told apart`,
      )
    if (value.tooMany) throw value.tooMany.what === 'records' ? tooManyRows() : tooManyColumns()
    return
  }
}

export const tooManyRows = (): Problem =>
  refused(`The file has more than ${mostRows.toLocaleString('en-IN')} rows. Send it in several files`)

export const tooManyColumns = (): Problem =>
  refused(`The file has more than ${mostColumns} columns. Leave out those that are not needed`)

export interface Headings {
  headings: string[]
  remarks: string[]
  /** Where the column of problems stands that a file of failed rows brings back. */
  ignored: number
}

/** The first row: headings that come twice are numbered, so that each can be told from the others. */
export function readHeadings(cells: readonly string[]): Headings {
  const remarks: string[] = []
  const plain = cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim().slice(0, 200))
  while (plain.at(-1) === '') plain.pop()
  if (plain.length === 0) throw refused('The first row is empty: it should hold the headings of the columns')
  const counts = new Map<string, number>()
  for (const heading of plain) counts.set(heading.toLowerCase(), (counts.get(heading.toLowerCase()) ?? 0) + 1)
  const twice = [...new Set(plain.filter((heading) => heading && counts.get(heading.toLowerCase())! > 1))]
  if (twice.length > 0)
    remarks.push(
      `${listInWords(twice.map((each) => `“${each}”`))} ${twice.length === 1 ? 'comes' : 'come'} more than once among the headings: they are numbered, choose which one is meant`,
    )
  const seen = new Map<string, number>()
  const headings = plain.map((heading, at) => {
    if (heading === '') return `Column ${at + 1}`
    const key = heading.toLowerCase()
    const n = (seen.get(key) ?? 0) + 1
    seen.set(key, n)
    return counts.get(key)! > 1 ? `${heading} (${n})` : heading
  })
  const last = headings.length - 1
  return { headings, remarks, ignored: headings[last] === problemHeading ? last : -1 }
}

/** A row as wide as the headings; undefined when nothing stands in it. */
export function fitRow(cells: readonly string[], width: number): string[] | undefined {
  if (cells.every((cell) => cell.trim() === '')) return undefined
  return Array.from({ length: width }, (_, at) => {
    const cell = cells[at] ?? ''
    return cell.length > mostInCell ? cell.slice(0, mostInCell) : cell
  })
}
