import { idOfActor, nameOfActor } from '#domain/access/actor.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportSettings } from '#domain/api/imports/import-values.ts'
import { matchColumns, type Match } from '#domain/imports/match-columns.ts'
import type { Context } from '../../core/context.ts'
import { recordEvent } from '../../store/history/audit-store.ts'
import { newId } from '../../store/new-id.ts'
import { maxRows, maxText, tooManyRows, tooMuchText } from './file-limits.ts'
import { changeJob, type ParsedFile, type Job, type ParsedSheet } from '../import-store.ts'
import { readRememberedValues, readRememberedColumns } from '../remembered-value-store.ts'
import { insertPart, rowsInPart } from './part-store.ts'
import { fitRow, openFile, readHeadings } from './read-file.ts'
import type { OpenedFile, Sheet } from './sheet.ts'
import type { ReceivedFile } from './receive-file.ts'
import { fileProblem } from './file-problem.ts'
import { t } from '#domain/messages/t.ts'

const maxSamples = 3
const partsPerTransaction = 10
/** Two quotes and a comma: an empty cell takes space as well. */
const jsonPerCell = 3

/** The job of a file that was received and not read yet. */
export function newJob(ctx: Context, entity: string, name: string, { hash, size }: ReceivedFile): Job {
  const now = ctx.now().toISOString()
  return {
    id: newId(ctx.now()),
    entity,
    name,
    hash,
    size,
    accountId: idOfActor(ctx.actor),
    by: nameOfActor(ctx.actor),
    at: now,
    state: 'reading',
    stateAt: now,
    version: 1,
    rowCount: 0,
    done: 0,
    file: { encoding: '', sheets: [{ name: null, rowCount: 0, columns: [], remarks: [] }], sheet: 0 },
    settings: firstSettings(entity, []),
    report: null,
    lastReport: null,
    failure: null,
    batchId: null,
    step: null,
  }
}

type OnRows = (rows: number) => void

/** Reads a file into rows and proposes a field for each column; throws when it cannot be read. */
export async function readInto(
  ctx: Context,
  job: Job,
  path: string,
  onRows: OnRows = () => {},
): Promise<Job> {
  const opened = await openFile(path)
  try {
    return await readSheets(ctx, job, opened, onRows)
  } finally {
    opened.close()
  }
}

async function readSheets(ctx: Context, given: Job, opened: OpenedFile, onRows: OnRows): Promise<Job> {
  const { id, entity: name } = given
  const memory = await readRememberedColumns(ctx.store.read, name)
  const sheets: ParsedSheet[] = []
  const matches: Match[][] = []
  const total = { rows: 0, text: 0 }
  for (const sheet of opened.sheets) {
    const number = sheets.length
    const read = await storeSheet({ ctx, id, number, entity: name, memory, total, onRows }, sheet)
    if (!read) continue
    sheets.push(read.sheet)
    matches.push(read.matches)
  }
  const chosen = sheets.findIndex(({ rowCount }) => rowCount > 0)
  if (sheets.length === 0) throw fileProblem(t('The file is empty: there is nothing to import'))
  if (chosen < 0)
    throw fileProblem(t('The file has headings but no rows below them: there is nothing to import'))
  sheets[chosen]!.remarks.unshift(...opened.remarks)
  const file: ParsedFile = {
    encoding: opened.encoding,
    ...(opened.separator && { separator: opened.separator }),
    sheets,
    sheet: chosen,
  }
  const change = {
    state: 'read',
    stateAt: ctx.now().toISOString(),
    rowCount: sheets[chosen]!.rowCount,
    file,
    settings: {
      ...firstSettings(name, matches[chosen]!),
      references: await readRememberedValues(ctx.store.read, name),
    },
  } as const
  await ctx.store.transaction(async (tx) => {
    await changeJob(tx, id, change)
    const details = { file: given.name, bytes: given.size, rows: total.rows }
    recordEvent(tx, ctx, { action: 'import read', entity: name, details })
  })
  return { ...given, ...change }
}

export function firstSettings(name: string, matches: readonly Match[]): ImportSettings {
  const { key } = entityNamed(name)
  return {
    columns: matches.map(({ field }) => field),
    mode: 'create',
    key: [...key],
    references: {},
    leaveWrong: false,
    leaveEmpty: true,
    duplicates: 'create',
    duplicateRows: {},
  }
}

interface SheetContext {
  ctx: Context
  /** The id of the import and the number of the sheet. */
  id: string
  number: number
  entity: string
  /** The remembered fields of headings. */
  memory: ReadonlyMap<string, string>
  /** The totals of all sheets so far. */
  total: { rows: number; text: number }
  onRows: OnRows
}

async function storeSheet(
  { ctx, id, number, entity, memory, total, onRows }: SheetContext,
  sheet: Sheet,
): Promise<{ sheet: ParsedSheet; matches: Match[] } | undefined> {
  const reading = sheet.rows[Symbol.asyncIterator]()
  const first = await reading.next()
  if (first.done) return undefined
  const { headings, remarks, ignored } = readHeadings(first.value)
  const matches = matchColumns(entityNamed(entity), headings, memory)
  if (ignored >= 0) matches[ignored] = { field: null, because: null }
  const samples: string[][] = headings.map(() => [])
  let rowCount = 0
  let widerRows = 0
  let isDone = false
  while (!isDone) {
    const parts: string[][][] = []
    while (parts.length < partsPerTransaction && !isDone) {
      const rows: string[][] = []
      while (rows.length < rowsInPart) {
        const next = await reading.next()
        isDone = next.done === true
        if (next.done) break
        const row = fitRow(next.value, headings.length)
        if (!row) continue
        if (next.value.slice(headings.length).some((cell) => cell.trim() !== '')) widerRows++
        rows.push(row)
        if (++total.rows > maxRows) throw tooManyRows()
        for (const cell of row) total.text += cell.length + jsonPerCell
        if (total.text > maxText) throw tooMuchText()
        for (const [at, cell] of row.entries())
          if (samples[at]!.length < maxSamples && cell.trim() !== '') samples[at]!.push(cell.slice(0, 200))
      }
      if (rows.length > 0) parts.push(rows)
    }
    if (parts.length === 0) break
    const before = Math.ceil(rowCount / rowsInPart)
    await (ctx.store.relaxedTransaction ?? ctx.store.transaction)(async (tx) => {
      for (const [at, rows] of parts.entries()) await insertPart(tx, id, number, before + at, rows)
    })
    rowCount += parts.reduce((sum, rows) => sum + rows.length, 0)
    onRows(total.rows)
  }
  if (widerRows > 0)
    remarks.push(
      t(
        '{count, plural, =1 {One row has} other {# rows have}} more cells than headings: cells beyond the last heading are left out',
        { count: widerRows },
      ),
    )
  const columns = headings.map((heading, at) => ({
    at,
    heading,
    samples: samples[at]!,
    because: matches[at]!.because,
    proposed: matches[at]!.field,
  }))
  return {
    sheet: { name: sheet.name, rowCount, columns, remarks: [...remarks, ...sheet.remarks] },
    matches,
  }
}
