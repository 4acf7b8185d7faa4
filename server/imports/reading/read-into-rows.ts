import { idOfActor, nameOfActor } from '#domain/access/actor.ts'
import type { Context } from '../../core/context.ts'
import { recordEvent } from '../../store/history/audit-store.ts'
import { newId } from '../../store/new-id.ts'
import { maxRows, maxText, tooManyRows, tooMuchText } from './file-limits.ts'
import { changeJob, type Job } from '../import-store.ts'
import { columnSamples } from './column-samples.ts'
import { firstSettings, matchEachSheet, matchSheets, type ReadSheet } from './match-sheets.ts'
import { insertPart, rowsInPart } from './part-store.ts'
import { fitRow, openFile, readHeadings } from './read-file.ts'
import type { OpenedFile, Sheet } from './sheet.ts'
import type { ReceivedFile } from './receive-file.ts'
import { fileProblem } from './file-problem.ts'
import { t } from '#domain/messages/t.ts'

const partsPerTransaction = 10
/** Two quotes and a comma: an empty cell takes space as well. */
const jsonPerCell = 3

/** The job of a file that was received and not read yet. */
export function newJob(
  ctx: Context,
  { entity, bySheet }: { entity: string; bySheet: boolean },
  name: string,
  { hash, size }: ReceivedFile,
): Job {
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
    file: {
      encoding: '',
      sheets: [{ name: null, rowCount: 0, columns: [], remarks: [] }],
      sheet: 0,
      ...(bySheet && { bySheet }),
    },
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
  const { id } = given
  const read: ReadSheet[] = []
  const total = { rows: 0, text: 0 }
  for (const sheet of opened.sheets) {
    const stored = await storeSheet({ ctx, id, number: read.length, total, onRows }, sheet)
    if (stored) read.push(stored)
  }
  const first = read.findIndex(({ rowCount }) => rowCount > 0)
  if (read.length === 0) throw fileProblem(t('The file is empty: there is nothing to import'))
  if (first < 0)
    throw fileProblem(t('The file has headings but no rows below them: there is nothing to import'))
  read[first]!.remarks.unshift(...opened.remarks)
  const base = {
    encoding: opened.encoding,
    ...(opened.separator && { separator: opened.separator }),
  }
  const matched = given.file.bySheet
    ? await matchEachSheet(ctx, base, read)
    : await matchSheets(ctx, given.entity, base, read, first)
  const change = {
    state: 'read',
    stateAt: ctx.now().toISOString(),
    rowCount: matched.file.sheets[matched.file.sheet]!.rowCount,
    ...matched,
  } as const
  await ctx.store.transaction(async (tx) => {
    await changeJob(tx, id, change)
    const details = { file: given.name, bytes: given.size, rows: total.rows }
    recordEvent(tx, ctx, { action: 'import read', entity: change.entity, details })
  })
  return { ...given, ...change }
}

interface SheetContext {
  ctx: Context
  /** The id of the import and the number of the sheet. */
  id: string
  number: number
  /** The totals of all sheets so far. */
  total: { rows: number; text: number }
  onRows: OnRows
}

async function storeSheet(
  { ctx, id, number, total, onRows }: SheetContext,
  sheet: Sheet,
): Promise<ReadSheet | undefined> {
  const reading = sheet.rows[Symbol.asyncIterator]()
  const first = await reading.next()
  if (first.done) return undefined
  const { headings, remarks, ignored } = readHeadings(first.value)
  const samples = columnSamples(headings.length)
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
        samples.add(row)
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
  return {
    name: sheet.name,
    rowCount,
    headings,
    ignored,
    samples,
    remarks: [...remarks, ...sheet.remarks],
  }
}
