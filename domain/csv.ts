export interface CsvRecord {
  /** The line it begins on, counted as an editor does. */
  line: number
  cells: string[]
}

interface CsvFile {
  records: CsvRecord[]
  /** The line of a quote that nobody closed: from there on, what is a cell cannot be told. */
  openQuote?: number
}

const separators = [',', ';', '\t']

/**
 * Reads a table as RFC 4180 has it, and as it really comes: with a byte order mark, lines that end in LF or CR alone,
 * semicolons or tabs between the cells, blank lines. A quote inside a cell that does not begin with one is a quote.
 */
export function readCsv(given: string): CsvFile {
  let text = given.startsWith('\ufeff') ? given.slice(1) : given
  let line = 1
  // Excel writes and understands a first line that says what stands between the cells.
  const said = /^sep=([,;\t])(?:\r\n?|\n)/i.exec(text)
  if (said) {
    text = text.slice(said[0].length)
    line++
  }
  const separator = said?.[1] ?? separatorOf(text)
  const plainEnd = new RegExp(`[${separator}\r\n]`, 'g')
  const records: CsvRecord[] = []
  let record: CsvRecord = { line, cells: [] }
  let at = 0
  let wasQuoted = false
  while (at < text.length || record.cells.length > 0) {
    let cell = ''
    if (text[at] === '"') {
      wasQuoted = true
      const start = line
      at++
      for (;;) {
        const end = text.indexOf('"', at)
        if (end < 0) return { records, openQuote: start }
        const part = text.slice(at, end)
        cell += part
        line += linesIn(part)
        at = end + 1
        if (text[at] !== '"') break
        cell += '"'
        at++
      }
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
    const isBlank = record.cells.length === 1 && record.cells[0] === '' && !wasQuoted
    if (!isBlank) records.push(record)
    record = { line, cells: [] }
    wasQuoted = false
  }
  return { records }
}

const linesIn = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0

/** What the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const [head = ''] = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.trimStart().slice(0, 10_000)) ?? []
  const plain = head.replaceAll(/"[^"]*"/g, '')
  const count = (separator: string): number => plain.split(separator).length
  return separators.toSorted((one, other) => count(other) - count(one))[0]!
}

const needsQuotes = /[",;\t\r\n]|^\s|\s$/

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
