export interface CsvRecord {
  /** The line it begins on, from 1. */
  line: number
  cells: string[]
}

interface CsvFile extends CsvEnd {
  records: CsvRecord[]
}

interface CsvEnd {
  /** The line of a quote that is never closed: cells after it cannot be separated. */
  openQuote?: number
  /** Which limit was exceeded, and the line reading stopped on. */
  tooMany?: { what: 'records' | 'cells' | 'cells in all' | 'letters in a record'; line: number }
}

interface CsvLimits {
  maxRecords?: number
  /** Per record. */
  maxCells?: number
  maxCellsInAll?: number
}

const declaredSeparator = /^sep=([,;\t|])(?:\r\n?|\n)/i
const separators = [',', ';', '\t', '|']

/**
 * Reads CSV as in RFC 4180 and as real files have it: with a byte order mark, LF or CR line ends, semicolons or tabs
 * between the cells, blank lines. A quote inside an unquoted cell is plain text. Reading stops at the limits: a few
 * megabytes can hold millions of records, and parsing them blocks the event loop.
 */
export function readCsv(input: string, limits: CsvLimits = {}): CsvFile {
  const records: CsvRecord[] = []
  const reading = csvRecords(input, limits)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return { records, ...value }
    records.push(value)
  }
}

/** Like `readCsv`, one record at a time. */
export function* csvRecords(input: string, limits: CsvLimits = {}): Generator<CsvRecord, CsvEnd> {
  const { scanner, text } = openScanner(input, limits)
  const { end } = yield* scanner(text, true)
  return end ?? {}
}

/** A longer record is a quote closed far below, or an attempt to fill the memory. */
const maxRecordLength = 8 * 1024 * 1024
/** How much of the text is buffered before the separator is detected. */
const headLength = 64 * 1024

/** Like `csvRecords`, from a stream of text; holds little more than one record in memory. */
export async function* csvRecordsFrom(
  pieces: AsyncIterable<string>,
  limits: CsvLimits = {},
): AsyncGenerator<CsvRecord, CsvEnd> {
  let scanner: Scanner | undefined
  let rest = ''
  let nextLength = headLength
  for await (const piece of pieces) {
    rest += piece
    // An unfinished record is parsed again from its start, but only once the buffer has doubled, so that the total
    // time stays linear in its length.
    if (rest.length < nextLength) continue
    if (!scanner) ({ scanner, text: rest } = openScanner(rest, limits))
    const { at, line, end } = yield* scanner(rest, false)
    if (end) return end
    rest = rest.slice(at)
    if (rest.length > maxRecordLength) return { tooMany: { what: 'letters in a record', line } }
    nextLength = rest.length * 2
  }
  if (!scanner) ({ scanner, text: rest } = openScanner(rest, limits))
  const { end } = yield* scanner(rest, true)
  return end ?? {}
}

/** Reads the records of a chunk; when more text follows, `at` is the start of the first incomplete record. */
type Scanner = (
  text: string,
  isWhole: boolean,
) => Generator<CsvRecord, { at: number; line: number; end?: CsvEnd }>

function openScanner(
  input: string,
  { maxRecords = Infinity, maxCells = Infinity, maxCellsInAll = Infinity }: CsvLimits,
): { scanner: Scanner; text: string } {
  let text = input.startsWith('\ufeff') ? input.slice(1) : input
  let line = 1
  // Excel reads and writes a first line such as `sep=;` that names the separator.
  const declared = declaredSeparator.exec(text)
  if (declared) {
    text = text.slice(declared[0].length)
    line++
  }
  const separator = declared?.[1] ?? separatorOf(text)
  const plainEnd = new RegExp(`[${separator}\r\n]`, 'g')
  let count = 0
  let cellsInAll = 0
  const scanner: Scanner = function* (text, isWhole) {
    let at = 0
    let record: CsvRecord = { line, cells: [] }
    let begin = at
    const more = (): { at: number; line: number } => {
      cellsInAll -= record.cells.length
      line = record.line
      return { at: begin, line }
    }
    while (at < text.length || record.cells.length > 0) {
      if (record.cells.length === 0 && (text[at] === '\n' || text[at] === '\r')) {
        if (!isWhole && at + 1 === text.length) return more()
        at += text.startsWith('\r\n', at) ? 2 : 1
        begin = at
        record.line = ++line
        continue
      }
      if (count === maxRecords) return { at, line, end: { tooMany: { what: 'records', line } } }
      if (record.cells.length === maxCells) return { at, line, end: { tooMany: { what: 'cells', line } } }
      if (cellsInAll === maxCellsInAll) return { at, line, end: { tooMany: { what: 'cells in all', line } } }
      let cell = ''
      if (text[at] === '"') {
        const close = closingQuote(text, at)
        if (!isWhole && (close < 0 || close + 1 === text.length)) return more()
        if (close < 0) return { at, line, end: { openQuote: line } }
        const quoted = text.slice(at + 1, close)
        // Several times as fast as replaceAll when the text is full of quotes.
        cell = quoted.split('""').join('"')
        line += countLines(quoted)
        at = close + 1
      }
      plainEnd.lastIndex = at
      const end = plainEnd.exec(text)?.index ?? text.length
      // Whether a line feed follows a carriage return is not known yet.
      if (!isWhole && (end === text.length || (text[end] === '\r' && end + 1 === text.length))) return more()
      record.cells.push(cell + text.slice(at, end))
      cellsInAll++
      at = end
      if (text[at] === separator) {
        at++
        continue
      }
      at += text.startsWith('\r\n', at) ? 2 : 1
      line++
      count++
      yield record
      begin = at
      record = { line, cells: [] }
    }
    return { at: text.length, line }
  }
  return { scanner, text }
}

/** A doubled quote is an escaped quote within the cell. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** Counts without splitting: the array of lines would be larger than the text. */
function countLines(text: string): number {
  let lines = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) lines++
  }
  return lines
}

/** The separator the file declares, or else the most frequent candidate in its first line outside of quotes. */
export function separatorOf(input: string): string {
  const text = input.startsWith('\ufeff') ? input.slice(1) : input
  const declared = declaredSeparator.exec(text)
  if (declared) return declared[1]!
  const [head = ''] = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.trimStart().slice(0, 10_000)) ?? []
  const plain = head.replaceAll(/"[^"]*"/g, '')
  const count = (separator: string): number => plain.split(separator).length
  return separators.toSorted((one, other) => count(other) - count(one))[0]!
}

const needsQuotes = /[",;\t|\r\n]|^\s|\s$/

/** Writes a table that `readCsv` reads back unchanged, with CRLF as Excel expects. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const cellOf = (cell: string, row: readonly string[]): string =>
    needsQuotes.test(cell) || (cell === '' && row.length === 1) ? `"${cell.replaceAll('"', '""')}"` : cell
  return rows.map((row) => `${row.map((cell) => cellOf(cell, row)).join(',')}\r\n`).join('')
}

const startsFormula = /^'*[=+\-@\t\r]/

/** Prefixes an apostrophe to a cell that a spreadsheet would evaluate as a formula (CSV injection). */
export const escapeFormula = (cell: string): string => (startsFormula.test(cell) ? `'${cell}` : cell)

/** Removes the apostrophe that `escapeFormula` adds. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell
