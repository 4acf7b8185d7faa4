import { maxColumns, maxRows, maxText, tooManyColumns, tooManyRows } from './file-limits.ts'
import type { OpenedFile, Sheet } from './sheet.ts'
import { fileProblem } from './file-problem.ts'
import { readXml, textOf, xmlReader, type Attributes } from './xml.ts'
import { bomb, damaged, openArchive, type Archive } from './zip.ts'
import { t } from '#domain/messages/t.ts'

interface Workbook {
  archive: Archive
  strings: string[]
  /** For each cell style, whether its number is a date. */
  isDate: boolean[]
  /** Old Excel files for Macintosh count days from 1904. */
  epoch: number
}

const maxSheets = 50
const maxStrings = 2_000_000
const maxFormats = 100_000
const maxCustomFormats = 5000
const dayMs = 86_400_000

/** Reads the tables of a workbook. Formulas, links and macros are not evaluated. */
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
  if (!archive.has('xl/workbook.xml')) throw notWorkbook(archive)
  const listed = await sheetsOf(archive)
  const book: Workbook = {
    archive,
    strings: await sharedStrings(archive),
    isDate: await datesOf(archive),
    epoch: listed.isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30),
  }
  const sheets = listed.sheets.map(({ name, entry }, at) =>
    sheetOf(book, entry, name ?? t('Sheet {number}', { number: at + 1 })),
  )
  if (sheets.length === 0) throw fileProblem(t('The file has no sheet with a table'))
  return { encoding: 'XLSX', remarks: [], sheets, close: archive.close }
}

function notWorkbook(archive: Archive): Error {
  if (archive.has('xl/workbook.bin'))
    return fileProblem(t('This is a binary Excel file (.xlsb). Save it as .xlsx or CSV and upload it again'))
  if (archive.has('content.xml'))
    return fileProblem(t('This is an OpenDocument file. Save it as .xlsx or CSV and upload it again'))
  return fileProblem(t('This is an archive, not a table. Unpack it and upload the .xlsx or CSV file inside'))
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
        throw fileProblem(
          t('The file has more than {max} sheets. Save the sheet to import as a file of its own', {
            max: maxSheets,
          }),
        )
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
    // A chart sheet has no cells.
    .filter(({ entry }) => archive.has(entry) && entry.includes('worksheets/'))
  // No spreadsheet program writes two sheets into one entry.
  if (new Set(sheets.map(({ entry }) => entry)).size < sheets.length) throw damaged()
  return { sheets, isFrom1904 }
}

const pathOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.startsWith('../') ? target.slice(2) : target}`

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** Joins the runs of a formatted text, without phonetic hints. */
function textCollector(): {
  open: (tag: string) => void
  close: (tag: string) => void
  flush: () => string
  add: (text: string) => void
} {
  let pieces = ''
  let isText = false
  let phoneticDepth = 0
  return {
    open: (tag) => {
      if (tag === 't') isText = true
      else if (tag === 'rPh') phoneticDepth++
    },
    close: (tag) => {
      if (tag === 't') isText = false
      else if (tag === 'rPh') phoneticDepth--
    },
    add: (text) => {
      if (isText && phoneticDepth === 0) pieces += text
    },
    flush: () => {
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
  const collector = textCollector()
  await readXml(archive.textOf('xl/sharedStrings.xml'), {
    open: collector.open,
    text: collector.add,
    close: (tag) => {
      collector.close(tag)
      if (tag !== 'si') return
      const text = collector.flush()
      size += text.length
      if (size > maxText || strings.push(text) > maxStrings) throw bomb()
    },
  })
  return strings
}

async function datesOf(archive: Archive): Promise<boolean[]> {
  const custom = new Map<number, boolean>()
  const formats: number[] = []
  if (!archive.has('xl/styles.xml')) return []
  let isInCellXfs = false
  await readXml(archive.textOf('xl/styles.xml'), {
    open: (tag, attributes) => {
      if (formats.length > maxFormats) throw bomb()
      if (tag === 'cellXfs') isInCellXfs = true
      else if (tag === 'numFmt' && custom.size < maxCustomFormats)
        custom.set(numberIn(attributes, 'numFmtId', Number.NaN), isDateFormat(attributes['formatCode'] ?? ''))
      else if (tag === 'xf' && isInCellXfs) formats.push(numberIn(attributes, 'numFmtId'))
    },
    close: (tag) => {
      if (tag === 'cellXfs') isInCellXfs = false
    },
  })
  return formats.map((id) => {
    const isBuiltIn =
      (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    return custom.get(id) ?? isBuiltIn
  })
}

/** Excel allows 255 characters. */
const maxFormatLength = 300

function isDateFormat(format: string): boolean {
  const code = format.slice(0, maxFormatLength).replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  return /[dmyhs]/i.test(code) && !/general/i.test(code)
}

interface SheetCounts {
  formulas: number
  hidden: number
  merged: string[]
}

function sheetOf(book: Workbook, entry: string, name: string): Sheet {
  const remarks: string[] = []
  const counts: SheetCounts = { formulas: 0, hidden: 0, merged: [] }
  return { name, remarks, rows: rowsOf(book, entry, counts, () => remarks.push(...remarksOf(counts))) }
}

async function* rowsOf(
  book: Workbook,
  entry: string,
  counts: SheetCounts,
  atEnd: () => void,
): AsyncGenerator<string[]> {
  const ready: string[][] = []
  const reader = rowReader(book, counts, (cells) => ready.push(cells))
  let count = 0
  for await (const chunk of book.archive.textOf(entry)) {
    reader.write(chunk)
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
  counts: SheetCounts,
  onRow: (cells: string[]) => void,
): ReturnType<typeof xmlReader> {
  let cells: string[] | undefined
  let next = 0
  let cell: Attributes | undefined
  let raw: string | undefined
  let isValue = false
  const collector = textCollector()
  const endCell = (attributes: Attributes): void => {
    const at = columnOf(attributes['r']) ?? next
    next = at + 1
    const text = valueOf(book, attributes, raw, collector.flush())
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
        if (isTrue(attributes['hidden'])) counts.hidden++
      } else if (tag === 'mergeCell') {
        if (counts.merged.length < 1000) counts.merged.push(attributes['ref'] ?? '')
      } else if (tag === 'c') cell = attributes
      else if (!cell) return
      else if (tag === 'f') counts.formulas++
      else if (tag === 'v') {
        isValue = true
        raw = ''
      } else collector.open(tag)
    },
    text: (text) => {
      if (isValue) raw += text
      else if (cell) collector.add(text)
    },
    close: (tag) => {
      if (tag === 'v') isValue = false
      else if (tag === 'c' && cell) endCell(cell)
      else if (tag === 'row') {
        if (cells && cells.length > 0) onRow(cells)
        cells = undefined
      } else if (cell) collector.close(tag)
    },
  })
}

/** The column index of a cell reference such as `AB12`. */
function columnOf(place: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(place ?? '') ?? []
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Not a number if the file is wrong, which matches no format. */
function numberIn(attributes: Attributes, name: string, none = 0): number {
  const text = attributes[name]
  return text === undefined ? none : Number(text)
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
  if (book.isDate[numberIn(attributes, 's', -1)]) return dateOf(book.epoch, number)
  // Excel shows 15 significant digits.
  return String(Number(number.toPrecision(15)))
}
function dateOf(epoch: number, days: number): string {
  const moment = new Date(epoch + Math.round(days * 86_400) * 1000)
  if (Number.isNaN(moment.getTime())) return String(days)
  const iso = moment.toISOString()
  const isDay = moment.getTime() % dayMs === 0
  return isDay ? iso.slice(0, 10) : days < 1 ? iso.slice(11, 16) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`
}

function remarksOf({ formulas, hidden, merged }: SheetCounts): string[] {
  const remarks: string[] = []
  if (formulas > 0)
    remarks.push(
      t(
        '{count, plural, =1 {One cell holds a formula} other {# cells hold formulas}}: their last computed values are imported',
        { count: formulas },
      ),
    )
  if (merged.length > 0)
    remarks.push(
      t('Cells are merged ({cells}): the value applies only to the first cell', {
        cells: `${merged.slice(0, 3).join(', ')}${merged.length > 3 ? ' …' : ''}`,
      }),
    )
  if (hidden > 0)
    remarks.push(
      t('{count, plural, =1 {One hidden row is} other {# hidden rows are}} read like the others', {
        count: hidden,
      }),
    )
  return remarks
}
