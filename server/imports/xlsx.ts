import {
  mostColumns,
  mostRows,
  refused,
  tooManyColumns,
  tooManyRows,
  type OpenedFile,
  type Sheet,
} from './read-file.ts'
import { attributeOf, elements, textOf } from './xml.ts'
import { bomb, readZip, textOfEntry, type ZipEntry } from './zip.ts'

interface Workbook {
  bytes: Buffer
  entries: Map<string, ZipEntry>
  strings: string[]
  /** For each style of a cell, whether its number is a day. */
  isDate: boolean[]
  /** Old files of another system count days from 1904. */
  epoch: number
}

const mostSheets = 50
const mostText = 150 * 1024 * 1024
const millisecondsADay = 86_400_000

/** Reads a workbook as far as a table needs it. Nothing in it is computed, followed or run. */
export async function openXlsx(bytes: Buffer): Promise<OpenedFile> {
  const entries = readZip(bytes)
  const main = entries.get('xl/workbook.xml')
  if (!main) throw notAWorkbook(entries)
  const whole = async (name: string): Promise<string> => {
    const entry = entries.get(name)
    if (!entry) return ''
    let text = ''
    for await (const chunk of textOfEntry(bytes, entry)) {
      text += chunk
      if (text.length > 20 * 1024 * 1024) throw bomb()
    }
    return text
  }
  const workbook = await whole('xl/workbook.xml')
  const targets = new Map<string, string>()
  for (const [tag] of (await whole('xl/_rels/workbook.xml.rels')).matchAll(/<Relationship\s[^>]*>/g))
    targets.set(attributeOf(tag, 'Id') ?? '', attributeOf(tag, 'Target') ?? '')
  const book: Workbook = {
    bytes,
    entries,
    strings: await sharedStrings(bytes, entries.get('xl/sharedStrings.xml')),
    isDate: datesOf(await whole('xl/styles.xml')),
    epoch: /date1904\s*=\s*["'](?:1|true)/.test(workbook) ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30),
  }
  const sheets: Sheet[] = []
  for (const [tag] of workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)) {
    const target = targets.get(attributeOf(tag, 'r:id') ?? attributeOf(tag, '\\w+:id') ?? '') ?? ''
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
    const entry = entries.get(path)
    // A chart on a sheet of its own has no cells.
    if (entry && path.includes('worksheets/'))
      sheets.push(sheetOf(book, entry, attributeOf(tag, 'name') ?? `Sheet ${sheets.length + 1}`))
  }
  if (sheets.length === 0) throw refused('The file has no sheet with a table')
  if (sheets.length > mostSheets)
    throw refused(`The file has more than ${mostSheets} sheets. Save the one that is meant on its own`)
  return { encoding: 'XLSX', remarks: [], sheets }
}

function notAWorkbook(entries: Map<string, ZipEntry>): Error {
  if (entries.has('xl/workbook.bin'))
    return refused('This is a binary Excel file (.xlsb). Save it as .xlsx or CSV and send it again')
  if (entries.has('content.xml'))
    return refused('This is an OpenDocument file. Save it as .xlsx or CSV and send it again')
  return refused('This is an archive, not a table. Unpack it, and send the .xlsx or CSV file inside')
}

async function sharedStrings(bytes: Buffer, entry: ZipEntry | undefined): Promise<string[]> {
  const strings: string[] = []
  let size = 0
  if (!entry) return strings
  for await (const item of elements(textOfEntry(bytes, entry), 'si')) {
    const text = textsIn(item)
    size += text.length
    if (size > mostText) throw bomb()
    strings.push(text)
  }
  return strings
}

/** All pieces of a text that is formatted in pieces, without the help for reading it aloud. */
function textsIn(xml: string): string {
  const plain = xml.replaceAll(/<(?:\w+:)?rPh[\s>].*?<\/(?:\w+:)?rPh>/gs, '')
  return [...plain.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>(.*?)<\/(?:\w+:)?t>/gs)]
    .map(([, text]) => textOf(text!))
    .join('')
}

function datesOf(styles: string): boolean[] {
  const own = new Map<number, boolean>()
  for (const [tag] of styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)) {
    const code = (attributeOf(tag, 'formatCode') ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')
    own.set(Number(attributeOf(tag, 'numFmtId')), /[dmyhs]/i.test(code) && !/general/i.test(code))
  }
  const [, formats = ''] = /<(?:\w+:)?cellXfs[^>]*>(.*?)<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? []
  return [...formats.matchAll(/<(?:\w+:)?xf\s[^>]*>/g)].map(([tag]) => {
    const id = Number(attributeOf(tag, 'numFmtId') ?? 0)
    const isBuiltIn =
      (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    return own.get(id) ?? isBuiltIn
  })
}

interface Counted {
  formulas: number
  hidden: number
  merged: string[]
}

function sheetOf(book: Workbook, entry: ZipEntry, name: string): Sheet {
  const remarks: string[] = []
  const counted: Counted = { formulas: 0, hidden: 0, merged: [] }
  return { name, remarks, rows: rowsOf(book, entry, counted, () => remarks.push(...remarksOf(counted))) }
}

async function* rowsOf(
  book: Workbook,
  entry: ZipEntry,
  counted: Counted,
  atEnd: () => void,
): AsyncGenerator<string[]> {
  const behind = (text: string): void => {
    for (const [tag] of text.matchAll(/<(?:\w+:)?mergeCell\s[^>]*>/g))
      if (counted.merged.length < 1000) counted.merged.push(attributeOf(tag, 'ref') ?? '')
  }
  let count = 0
  for await (const xml of elements(textOfEntry(book.bytes, entry), 'row', behind)) {
    const head = xml.slice(0, xml.indexOf('>') + 1)
    if (/^(?:1|true)$/.test(attributeOf(head, 'hidden') ?? '')) counted.hidden++
    const cells = cellsOf(book, xml, counted)
    if (cells.length === 0) continue
    if (count++ > mostRows) throw tooManyRows()
    yield cells
  }
  atEnd()
}

const cellPattern = /<(?:\w+:)?c(\s[^>]*?)?(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs

function cellsOf(book: Workbook, row: string, counted: Counted): string[] {
  const cells: string[] = []
  let next = 0
  for (const [, attributes = '', content = ''] of row.matchAll(cellPattern)) {
    const [, letters] = /\sr\s*=\s*["']([A-Z]{1,3})\d/.exec(attributes) ?? []
    const at = letters === undefined ? next : columnNumber(letters)
    next = at + 1
    if (/<(?:\w+:)?f[\s>/]/.test(content)) counted.formulas++
    const text = valueOf(book, attributes, content)
    if (text === '') continue
    if (at >= mostColumns) throw tooManyColumns()
    while (cells.length < at) cells.push('')
    cells[at] = text
  }
  return cells
}

const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

function valueOf(book: Workbook, attributes: string, content: string): string {
  const type = attributeOf(attributes, 't') ?? 'n'
  if (type === 'inlineStr') return textsIn(content)
  const [, raw] = /<(?:\w+:)?v(?:\s[^>]*)?>(.*?)<\/(?:\w+:)?v>/s.exec(content) ?? []
  if (raw === undefined) return ''
  if (type === 's') return book.strings[Number(raw)] ?? ''
  if (type === 'b') return raw === '1' ? 'true' : 'false'
  if (type !== 'n') return textOf(raw)
  const number = Number(raw)
  if (!Number.isFinite(number)) return textOf(raw)
  if (book.isDate[Number(attributeOf(attributes, 's') ?? -1)]) return dateOf(book.epoch, number)
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
