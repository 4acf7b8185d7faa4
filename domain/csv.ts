export interface CsvRecord {
  /** The line it begins on, counted as an editor does. */
  line: number
  cells: string[]
}

interface CsvFile extends CsvEnd {
  records: CsvRecord[]
}

interface CsvEnd {
  /** The line of a quote that nobody closed: from there on, what is a cell cannot be told. */
  openQuote?: number
  /** What there is more of than was asked for, and the line reading stopped on. */
  tooMany?: { what: 'records' | 'cells' | 'cells in all' | 'letters in a record'; line: number }
}

interface CsvLimits {
  mostRecords?: number
  /** In one record. */
  mostCells?: number
  mostCellsInAll?: number
}

const saidSeparator = /^sep=([,;\t|])(?:\r\n?|\n)/i
const separators = [',', ';', '\t', '|']

/**
 * Reads a table as RFC 4180 has it, and as it really comes: with a byte order mark, lines that end in LF or CR alone,
 * semicolons or tabs between the cells, blank lines. A quote inside a cell that does not begin with one is a quote. It
 * stops at the limits: a few megabytes can hold millions of records, and nobody else is served while they are read.
 */
export function readCsv(given: string, limits: CsvLimits = {}): CsvFile {
  const records: CsvRecord[] = []
  const reading = csvRecords(given, limits)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return { records, ...value }
    records.push(value)
  }
}

/** The same, a record at a time. */
export function* csvRecords(given: string, limits: CsvLimits = {}): Generator<CsvRecord, CsvEnd> {
  const { scanner, text } = openScanner(given, limits)
  const { end } = yield* scanner(text, true)
  return end ?? {}
}

/** A record may be this long: longer ones are a quote that was closed far below, or made to fill the memory. */
const maxRecordLength = 8 * 1024 * 1024
/** What stands between the cells is read off the beginning of the text. */
const headLength = 64 * 1024

/** The same from pieces of a text, of which little more than one record is held at a time. */
export async function* csvRecordsFrom(
  pieces: AsyncIterable<string>,
  limits: CsvLimits = {},
): AsyncGenerator<CsvRecord, CsvEnd> {
  let scanner: Scanner | undefined
  let rest = ''
  let wanted = headLength
  for await (const piece of pieces) {
    rest += piece
    // A record that did not end is read again from its beginning: only once there is twice as much, so that the
    // time stays in proportion to the length however long it is.
    if (rest.length < wanted) continue
    if (!scanner) ({ scanner, text: rest } = openScanner(rest, limits))
    const { at, line, end } = yield* scanner(rest, false)
    if (end) return end
    rest = rest.slice(at)
    if (rest.length > maxRecordLength) return { tooMany: { what: 'letters in a record', line } }
    wanted = rest.length * 2
  }
  if (!scanner) ({ scanner, text: rest } = openScanner(rest, limits))
  const { end } = yield* scanner(rest, true)
  return end ?? {}
}

/** Reads the records of a text; where more of it follows, `at` is the beginning of the first one that is not whole. */
type Scanner = (
  text: string,
  isWhole: boolean,
) => Generator<CsvRecord, { at: number; line: number; end?: CsvEnd }>

function openScanner(
  given: string,
  { mostRecords = Infinity, mostCells = Infinity, mostCellsInAll = Infinity }: CsvLimits,
): { scanner: Scanner; text: string } {
  let text = given.startsWith('\ufeff') ? given.slice(1) : given
  let line = 1
  // Excel writes and understands a first line that says what stands between the cells.
  const said = saidSeparator.exec(text)
  if (said) {
    text = text.slice(said[0].length)
    line++
  }
  const separator = said?.[1] ?? separatorOf(text)
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
      if (count === mostRecords) return { at, line, end: { tooMany: { what: 'records', line } } }
      if (record.cells.length === mostCells) return { at, line, end: { tooMany: { what: 'cells', line } } }
      if (cellsInAll === mostCellsInAll) return { at, line, end: { tooMany: { what: 'cells in all', line } } }
      let cell = ''
      if (text[at] === '"') {
        const close = closingQuote(text, at)
        if (!isWhole && (close < 0 || close + 1 === text.length)) return more()
        if (close < 0) return { at, line, end: { openQuote: line } }
        const quoted = text.slice(at + 1, close)
        // Several times as fast as replacing, where a text is quotes all through.
        cell = quoted.split('""').join('"')
        line += linesIn(quoted)
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

/** A quote that is written twice is a quote within the cell. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** Counted one by one: a list of them all would be larger than the text. */
function linesIn(text: string): number {
  let lines = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) lines++
  }
  return lines
}

/** What stands between the cells: as the file says, or what its first line has most of, outside of quotes. */
export function separatorOf(given: string): string {
  const text = given.startsWith('\ufeff') ? given.slice(1) : given
  const said = saidSeparator.exec(text)
  if (said) return said[1]!
  const [head = ''] = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.trimStart().slice(0, 10_000)) ?? []
  const plain = head.replaceAll(/"[^"]*"/g, '')
  const count = (separator: string): number => plain.split(separator).length
  return separators.toSorted((one, other) => count(other) - count(one))[0]!
}

const needsQuotes = /[",;\t|\r\n]|^\s|\s$/

/** Writes a table that `readCsv` reads as the same one, with the line ends Excel wants. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const cellOf = (cell: string, row: readonly string[]): string =>
    needsQuotes.test(cell) || (cell === '' && row.length === 1) ? `"${cell.replaceAll('"', '""')}"` : cell
  return rows.map((row) => `${row.map((cell) => cellOf(cell, row)).join(',')}\r\n`).join('')
}

const beginsFormula = /^'*[=+\-@\t\r]/

/** A spreadsheet would work out a cell that begins like a formula; behind an apostrophe it is only text. */
export const asText = (cell: string): string => (beginsFormula.test(cell) ? `'${cell}` : cell)

/** Takes the apostrophe off again. */
export const fromText = (cell: string): string =>
  cell.startsWith("'") && beginsFormula.test(cell.slice(1)) ? cell.slice(1) : cell
