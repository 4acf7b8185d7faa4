import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { csvRecordsFrom, separatorOf } from '#domain/csv.ts'
import { labelOf, remarksOnEncoding, wideEncodingOf, type Encoding } from '#domain/imports/decode-text.ts'
import { problemHeading } from '#domain/imports/import-job.ts'
import { formatList } from '#domain/text.ts'
import { maxColumns, maxRows, tooManyColumns, tooManyRows } from './file-limits.ts'
import { fileProblem } from './file-problem.ts'
import type { OpenedFile } from './sheet.ts'
import { t } from '#domain/messages/t.ts'

const maxInCell = 10_000

const headLength = 256 * 1024

/** Detects the format by content, not by file name. */
export async function openFile(path: string): Promise<OpenedFile> {
  const head = await headOf(path)
  if (head.length === 0) throw fileProblem(t('The file is empty: there is nothing to import'))
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    const { openXlsx } = await import('./xlsx.ts')
    return openXlsx(path)
  }
  if (head.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw fileProblem(
      t(
        'This is an old or a password-protected Excel file. Save it as .xlsx without a password, or as CSV, and upload it again',
      ),
    )
  if (head.subarray(0, 5).toString('latin1') === '%PDF-')
    throw fileProblem(t('This is a PDF, not a table. Save the table as .xlsx or CSV and upload that'))
  return openText(path, head)
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function openText(path: string, head: Buffer): Promise<OpenedFile> {
  const encoding: Encoding = wideEncodingOf(head) ?? ((await isUtf8(path)) ? 'UTF-8' : 'Windows-1252')
  const sample = new TextDecoder(labelOf[encoding]).decode(head)
  if (sample.slice(0, 2000).includes('\0'))
    throw fileProblem(t('This file is not a table: save it as .xlsx or CSV and upload it again'))
  return {
    encoding,
    separator: separatorOf(sample),
    remarks: remarksOnEncoding(encoding, sample),
    sheets: [{ name: null, rows: rowsOfText(path, encoding), remarks: [] }],
    close: () => {},
  }
}

async function isUtf8(path: string): Promise<boolean> {
  try {
    for await (const _ of decodedChunks(path, 'UTF-8', true));
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

async function* decodedChunks(path: string, encoding: Encoding, fatal = false): AsyncGenerator<string> {
  const decoder = new TextDecoder(labelOf[encoding], { fatal })
  for await (const chunk of createReadStream(path, { highWaterMark: headLength }) as AsyncIterable<Buffer>)
    yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* rowsOfText(path: string, encoding: Encoding): AsyncGenerator<string[]> {
  const limits = { maxRecords: maxRows + 1, maxCells: maxColumns }
  const reading = csvRecordsFrom(decodedChunks(path, encoding), limits)
  for (;;) {
    const { done, value } = await reading.next()
    if (!done) {
      yield value.cells
      continue
    }
    const { openQuote, tooMany } = value
    if (openQuote !== undefined)
      throw fileProblem(
        t('A quote (") in line {line} is never closed, so the cells after it cannot be separated', {
          line: openQuote,
        }),
      )
    if (tooMany?.what === 'letters in a record')
      throw fileProblem(
        t('The row that begins in line {line} does not end: look for a quote (") there', {
          line: tooMany.line,
        }),
      )
    if (tooMany) throw tooMany.what === 'records' ? tooManyRows() : tooManyColumns()
    return
  }
}

export interface Headings {
  headings: string[]
  remarks: string[]
  /** The index of the problem column in a file of wrong rows, which is not imported; -1 without one. */
  ignored: number
}

/** Reads the first row; repeated headings are numbered to keep them distinct. */
export function readHeadings(cells: readonly string[]): Headings {
  const remarks: string[] = []
  const plain = cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim().slice(0, 200))
  while (plain.at(-1) === '') plain.pop()
  if (plain.length === 0)
    throw fileProblem(t('The first row is empty: it should hold the headings of the columns'))
  const counts = new Map<string, number>()
  for (const heading of plain) counts.set(heading.toLowerCase(), (counts.get(heading.toLowerCase()) ?? 0) + 1)
  const repeated = [...new Set(plain.filter((heading) => heading && counts.get(heading.toLowerCase())! > 1))]
  if (repeated.length > 0)
    remarks.push(
      t(
        '{count, plural, one {{headings} comes} other {{headings} come}} more than once among the headings: they are numbered, choose the one to import',
        { count: repeated.length, headings: formatList(repeated.map((each) => `“${each}”`)) },
      ),
    )
  const seen = new Map<string, number>()
  const headings = plain.map((heading, at) => {
    if (heading === '') return t('Column {number}', { number: at + 1 })
    const key = heading.toLowerCase()
    const n = (seen.get(key) ?? 0) + 1
    seen.set(key, n)
    return counts.get(key)! > 1 ? `${heading} (${n})` : heading
  })
  const last = headings.length - 1
  return { headings, remarks, ignored: headings[last] === problemHeading ? last : -1 }
}

/** Fits a row to the width of the headings; undefined when it is empty. */
export function fitRow(cells: readonly string[], width: number): string[] | undefined {
  if (cells.every((cell) => cell.trim() === '')) return undefined
  return Array.from({ length: width }, (_, at) => {
    const cell = cells[at] ?? ''
    return cell.length > maxInCell ? cell.slice(0, maxInCell) : cell
  })
}
