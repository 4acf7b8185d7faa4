import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { daysBetween } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { cellsIn, type ExportColumn } from './export-columns.ts'
import { partsOfWorkbook, styles } from './xlsx-parts.ts'
import { zipFile, type ZipEntry } from './zip-file.ts'

export interface Workbook {
  title: string
  columns: readonly ExportColumn[]
  timeZone: string
  /** The maximum rows below the heading of a sheet; further rows go to the next sheet. Lower only in tests. */
  rowsPerSheet?: number
}

const maxRows = 1_048_575
/** An entry of a zip file without ZIP64 must stay below four gigabytes. */
const maxBytes = 3e9

/** Streams a workbook as the records arrive. */
export function xlsxFile(
  book: Workbook,
  pages: AsyncIterable<readonly StoredRecord[]>,
): AsyncGenerator<Buffer> {
  return zipFile(entriesOf(book, pages))
}

async function* entriesOf(
  book: Workbook,
  pages: AsyncIterable<readonly StoredRecord[]>,
): AsyncGenerator<ZipEntry> {
  const source = recordsIn(pages)
  const titles: string[] = []
  try {
    let next = await source.next()
    do {
      titles.push(titles.length === 0 ? book.title : `${book.title} ${titles.length + 1}`)
      const sheet = sheetOf(book, source, next)
      yield { name: `xl/worksheets/sheet${titles.length}.xml`, content: sheet.content() }
      next = sheet.after()
    } while (!next.done)
  } finally {
    await source.return(undefined)
  }
  for (const [name, text] of partsOfWorkbook(titles)) yield { name, content: [text] }
}

async function* recordsIn(pages: AsyncIterable<readonly StoredRecord[]>): AsyncGenerator<StoredRecord> {
  for await (const page of pages) yield* page
}

const rowsPerWrite = 500

/** One sheet from its first record on; `after` returns the first record that no longer fits. */
function sheetOf(
  { columns, timeZone, rowsPerSheet = maxRows }: Workbook,
  source: AsyncGenerator<StoredRecord>,
  first: IteratorResult<StoredRecord>,
): { content: () => AsyncGenerator<string>; after: () => IteratorResult<StoredRecord> } {
  let next = first
  async function* content(): AsyncGenerator<string> {
    yield sheetStart(columns)
    let bytes = 0
    let rows: string[] = []
    for (let row = 2; !next.done && row <= rowsPerSheet + 1 && bytes < maxBytes; row++) {
      rows.push(rowOf(columns, next.value, row, timeZone))
      if (rows.length === rowsPerWrite) {
        const text = rows.join('')
        bytes += text.length * 3
        yield text
        rows = []
      }
      next = await source.next()
    }
    yield `${rows.join('')}</sheetData></worksheet>`
  }
  return { content, after: () => next }
}

function sheetStart(columns: readonly ExportColumn[]): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const heading = columns.map(({ label }, at) => textCell(`${columnLetters(at)}1`, label, styles.heading))
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${heading.join('')}</row>`
}

function rowOf(
  columns: readonly ExportColumn[],
  record: StoredRecord,
  row: number,
  timeZone: string,
): string {
  const cells = cellsIn(columns, record).map((value, at) =>
    value === null ? '' : cellOf(columns[at]!, value, `${columnLetters(at)}${row}`, timeZone),
  )
  return `<row r="${row}">${cells.join('')}</row>`
}

function cellOf({ kind, show }: ExportColumn, value: Value, at: string, timeZone: string): string {
  const number = numberOf(kind, value, timeZone)
  if (number === undefined) return textCell(at, show(value), styles.text)
  return `<c r="${at}" s="${styles[kind]}"><v>${number}</v></c>`
}

function numberOf(kind: ExportColumn['kind'], value: Value, timeZone: string): number | undefined {
  if (kind === 'text') return undefined
  if (kind === 'number' || kind === 'money') return Number(value)
  if (kind === 'day') return serialOf(String(value))
  const { day, time } = wallClock(new Date(String(value)), timeZone)
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const start = serialOf(day)
  return start && start + (hours * 3600 + minutes * 60 + seconds) / 86_400
}

/** Spreadsheets count days from the end of 1899 and disagree before March 1900, so earlier dates stay text. */
function serialOf(day: string): number | undefined {
  const serial = daysBetween('1899-12-30', day)
  return serial > 60 ? serial : undefined
}

const maxCharacters = 32_767

const textCell = (at: string, text: string, style: number): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, maxCharacters))}</t></is></c>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** XML allows no control characters, and `_x0041_` would be read as an A. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[&<>]/g, (character) => entities[character]!)
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(/(?![\n\t])[\p{Cc}\ufffe\uffff]/gu, '')

function columnLetters(at: number): string {
  const last = String.fromCodePoint(65 + (at % 26))
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last
}
