import { maxColumns, maxRows, maxText, tooManyColumns, tooManyRows } from './file-limits.ts'
import type { OpenedFile, Sheet } from './read-file.ts'
import { refused } from './refused.ts'
import { readXml, textOf, xmlReader, type Attributes } from './xml.ts'
import { bomb, damaged, openArchive, type Archive } from './zip.ts'

interface Workbook {
  archive: Archive
  strings: string[]
  /** For each style of a cell, whether its number is a day. */
  isDate: boolean[]
  /** Old files of another system count days from 1904. */
  epoch: number
}

const maxSheets = 50
const maxStrings = 2_000_000
const maxFormats = 100_000
const maxOwnFormats = 5000
const millisecondsADay = 86_400_000

/** Reads a workbook as far as a table needs it. Nothing in it is computed, followed or run. */
export async function openXlsx(path: string): Promise<OpenedFile> {
  const archive = await openArchive(path)
  try {
    return await openWorkbook(archive)
  } catch (error) {
    archive.close()
    throw error
  }
}

async function openWorkbook(archive: Archive): Promise<OpenedFile> {
  if (!archive.has('xl/workbook.xml')) throw notAWorkbook(archive)
  const listed = await sheetsOf(archive)
  const book: Workbook = {
    archive,
    strings: await sharedStrings(archive),
    isDate: await datesOf(archive),
    epoch: listed.isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30),
  }
  const sheets = listed.sheets.map(({ name, entry }, at) => sheetOf(book, entry, name ?? `Sheet ${at + 1}`))
  if (sheets.length === 0) throw refused('The file has no sheet with a table')
  return { encoding: 'XLSX', remarks: [], sheets, close: archive.close }
}

function notAWorkbook(archive: Archive): Error {
  if (archive.has('xl/workbook.bin'))
    return refused('This is a binary Excel file (.xlsb). Save it as .xlsx or CSV and send it again')
  if (archive.has('content.xml'))
    return refused('This is an OpenDocument file. Save it as .xlsx or CSV and send it again')
  return refused('This is an archive, not a table. Unpack it, and send the .xlsx or CSV file inside')
}

interface ListedSheet {
  name: string | undefined
  entry: string
}

async function sheetsOf(archive: Archive): Promise<{ sheets: ListedSheet[]; isFrom1904: boolean }> {
  const named: { name: string | undefined; id: string }[] = []
  let isFrom1904 = false
  await readXml(archive.textOf('xl/workbook.xml'), {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') isFrom1904 = isTrue(attributes['date1904'])
      if (tag !== 'sheet') return
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? []
      if (named.push({ name: attributes['name'], id }) > maxSheets)
        throw refused(`The file has more than ${maxSheets} sheets. Save the one that is meant on its own`)
    },
  })
  const targets = new Map<string, string>()
  if (archive.has('xl/_rels/workbook.xml.rels'))
    await readXml(archive.textOf('xl/_rels/workbook.xml.rels'), {
      open: (tag, { Id = '', Target = '' }) => {
        if (tag === 'Relationship' && targets.size < maxFormats) targets.set(Id, Target)
      },
    })
  const sheets = named
    .map(({ name, id }) => ({ name, entry: pathOf(targets.get(id) ?? '') }))
    // A chart on a sheet of its own has no cells.
    .filter(({ entry }) => archive.has(entry) && entry.includes('worksheets/'))
  // No spreadsheet writes two sheets into one entry.
  if (new Set(sheets.map(({ entry }) => entry)).size < sheets.length) throw damaged()
  return { sheets, isFrom1904 }
}

const pathOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.startsWith('./') ? target.slice(2) : target}`

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** Gathers the pieces of a text that is formatted in pieces, without the help for reading it aloud. */
function textGatherer(): {
  open: (tag: string) => void
  close: (tag: string) => void
  take: () => string
  add: (text: string) => void
} {
  let pieces = ''
  let isText = false
  let aloud = 0
  return {
    open: (tag) => {
      if (tag === 't') isText = true
      else if (tag === 'rPh') aloud++
    },
    close: (tag) => {
      if (tag === 't') isText = false
      else if (tag === 'rPh') aloud--
    },
    add: (text) => {
      if (isText && aloud === 0) pieces += text
    },
    take: () => {
      const text = textOf(pieces)
      pieces = ''
      return text
    },
  }
}

async function sharedStrings(archive: Archive): Promise<string[]> {
  const strings: string[] = []
  if (!archive.has('xl/sharedStrings.xml')) return strings
  let size = 0
  const gatherer = textGatherer()
  await readXml(archive.textOf('xl/sharedStrings.xml'), {
    open: gatherer.open,
    text: gatherer.add,
    close: (tag) => {
      gatherer.close(tag)
      if (tag !== 'si') return
      const text = gatherer.take()
      size += text.length
      if (size > maxText || strings.push(text) > maxStrings) throw bomb()
    },
  })
  return strings
}

async function datesOf(archive: Archive): Promise<boolean[]> {
  const own = new Map<number, boolean>()
  const formats: number[] = []
  if (!archive.has('xl/styles.xml')) return []
  let isOfCells = false
  await readXml(archive.textOf('xl/styles.xml'), {
    open: (tag, attributes) => {
      if (formats.length > maxFormats) throw bomb()
      if (tag === 'cellXfs') isOfCells = true
      else if (tag === 'numFmt' && own.size < maxOwnFormats)
        own.set(Number(attributes['numFmtId']), isDateFormat(attributes['formatCode'] ?? ''))
      else if (tag === 'xf' && isOfCells) formats.push(Number(attributes['numFmtId'] ?? 0))
    },
    close: (tag) => {
      if (tag === 'cellXfs') isOfCells = false
    },
  })
  return formats.map((id) => {
    const isBuiltIn =
      (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    return own.get(id) ?? isBuiltIn
  })
}

/** Excel allows 255 letters. */
const maxFormatLength = 300

function isDateFormat(format: string): boolean {
  const code = format.slice(0, maxFormatLength).replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  return /[dmyhs]/i.test(code) && !/general/i.test(code)
}

interface Counted {
  formulas: number
  hidden: number
  merged: string[]
}

function sheetOf(book: Workbook, entry: string, name: string): Sheet {
  const remarks: string[] = []
  const counted: Counted = { formulas: 0, hidden: 0, merged: [] }
  return { name, remarks, rows: rowsOf(book, entry, counted, () => remarks.push(...remarksOf(counted))) }
}

async function* rowsOf(
  book: Workbook,
  entry: string,
  counted: Counted,
  atEnd: () => void,
): AsyncGenerator<string[]> {
  const ready: string[][] = []
  const reader = rowReader(book, counted, (cells) => ready.push(cells))
  let count = 0
  for await (const piece of book.archive.textOf(entry)) {
    reader.write(piece)
    for (const cells of ready.splice(0)) {
      if (count++ > maxRows) throw tooManyRows()
      yield cells
    }
  }
  reader.end()
  atEnd()
}

function rowReader(
  book: Workbook,
  counted: Counted,
  onRow: (cells: string[]) => void,
): ReturnType<typeof xmlReader> {
  let cells: string[] | undefined
  let next = 0
  let cell: Attributes | undefined
  let raw: string | undefined
  let isValue = false
  const gatherer = textGatherer()
  const endCell = (attributes: Attributes): void => {
    const at = columnOf(attributes['r']) ?? next
    next = at + 1
    const text = valueOf(book, attributes, raw, gatherer.take())
    raw = undefined
    cell = undefined
    if (text === '' || !cells) return
    if (at >= maxColumns) throw tooManyColumns()
    while (cells.length < at) cells.push('')
    cells[at] = text
  }
  return xmlReader({
    open: (tag, attributes) => {
      if (tag === 'row') {
        cells = []
        next = 0
        if (isTrue(attributes['hidden'])) counted.hidden++
      } else if (tag === 'mergeCell') {
        if (counted.merged.length < 1000) counted.merged.push(attributes['ref'] ?? '')
      } else if (tag === 'c') cell = attributes
      else if (!cell) return
      else if (tag === 'f') counted.formulas++
      else if (tag === 'v') {
        isValue = true
        raw = ''
      } else gatherer.open(tag)
    },
    text: (text) => {
      if (isValue) raw += text
      else if (cell) gatherer.add(text)
    },
    close: (tag) => {
      if (tag === 'v') isValue = false
      else if (tag === 'c' && cell) endCell(cell)
      else if (tag === 'row') {
        if (cells && cells.length > 0) onRow(cells)
        cells = undefined
      } else if (cell) gatherer.close(tag)
    },
  })
}

/** The column of a place such as `AB12`. */
function columnOf(place: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(place ?? '') ?? []
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function valueOf(book: Workbook, attributes: Attributes, raw: string | undefined, inline: string): string {
  const type = attributes['t'] ?? 'n'
  if (type === 'inlineStr') return inline
  if (raw === undefined) return ''
  if (type === 's') return book.strings[Number(raw)] ?? ''
  if (type === 'b') return raw === '1' ? 'true' : 'false'
  if (type !== 'n') return textOf(raw)
  const number = Number(raw)
  if (!Number.isFinite(number)) return textOf(raw)
  if (book.isDate[Number(attributes['s'] ?? -1)]) return dateOf(book.epoch, number)
  // What the last digits of a computed number are is not what anybody sees.
  return String(Number(number.toPrecision(15)))
}
function dateOf(epoch: number, days: number): string {
  const moment = new Date(epoch + Math.round(days * 86_400) * 1000)
  if (Number.isNaN(moment.getTime())) return String(days)
  const iso = moment.toISOString()
  const isDay = moment.getTime() % millisecondsADay === 0
  return isDay ? iso.slice(0, 10) : days < 1 ? iso.slice(11, 16) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`
}

function remarksOf({ formulas, hidden, merged }: Counted): string[] {
  const remarks: string[] = []
  if (formulas > 0)
    remarks.push(
      `${formulas === 1 ? 'One cell holds a formula' : `${formulas} cells hold formulas`}: what was last computed in them is taken`,
    )
  if (merged.length > 0)
    remarks.push(
      `Cells are merged (${merged.slice(0, 3).join(', ')}${merged.length > 3 ? ' …' : ''}): their value counts for the first of them only`,
    )
  if (hidden > 0)
    remarks.push(`${hidden === 1 ? 'One hidden row is' : `${hidden} hidden rows are`} read like the others`)
  return remarks
}
