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
  tooMany?: { what: 'records' | 'cells' | 'cells in all'; line: number }
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
export function* csvRecords(
  given: string,
  { mostRecords = Infinity, mostCells = Infinity, mostCellsInAll = Infinity }: CsvLimits = {},
): Generator<CsvRecord, CsvEnd> {
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
  let record: CsvRecord = { line, cells: [] }
  let cellsInAll = 0
  let at = 0
  while (at < text.length || record.cells.length > 0) {
    if (record.cells.length === 0 && (text[at] === '\n' || text[at] === '\r')) {
      at += text.startsWith('\r\n', at) ? 2 : 1
      record.line = ++line
      continue
    }
    if (count === mostRecords) return { tooMany: { what: 'records', line } }
    if (record.cells.length === mostCells) return { tooMany: { what: 'cells', line } }
    if (cellsInAll++ === mostCellsInAll) return { tooMany: { what: 'cells in all', line } }
    let cell = ''
    if (text[at] === '"') {
      const close = closingQuote(text, at)
      if (close < 0) return { openQuote: line }
      const quoted = text.slice(at + 1, close)
      // Several times as fast as replacing, where a text is quotes all through.
      cell = quoted.split('""').join('"')
      line += linesIn(quoted)
      at = close + 1
    }
    plainEnd.lastIndex = at
    const end = plainEnd.exec(text)?.index ?? text.length
    record.cells.push(cell + text.slice(at, end))
    at = end
    if (text[at] === separator) {
      at++
      continue
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    line++
    count++
    yield record
    record = { line, cells: [] }
  }
  return {}
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
