import { createHash } from 'node:crypto'
import { idOfActor, nameOfActor } from '#domain/access/actor.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportSettings } from '#domain/imports/import-job.ts'
import { matchColumns, type Match } from '#domain/imports/match-columns.ts'
import type { Context } from '../context.ts'
import { noteEvent } from '../store/audit-store.ts'
import { newId } from '../store/new-id.ts'
import {
  insertJob,
  readMeanings,
  readMemory,
  type FileRead,
  type Job,
  type SheetRead,
} from './import-store.ts'
import { insertPart, removeParts, rowsInPart } from './part-store.ts'
import { fitRow, mostRows, openFile, readHeadings, refused, tooManyRows, type Sheet } from './read-file.ts'

export interface GivenFile {
  entity: string
  name: string
  bytes: Buffer
}

const samplesShown = 3
const partsAtOnce = 10

/** Reads a file into rows and says what its columns seem to be. A file that cannot be read leaves nothing behind. */
export async function takeIn(ctx: Context, { entity: name, name: fileName, bytes }: GivenFile): Promise<Job> {
  const id = newId(ctx.now())
  try {
    const opened = await openFile(bytes)
    const memory = await readMemory(ctx.store.read, name, 'column')
    const sheets: SheetRead[] = []
    const matches: Match[][] = []
    let rowsInAll = 0
    for (const sheet of opened.sheets) {
      const read = await keepSheet(ctx, id, sheets.length, sheet, memory, name)
      if (!read) continue
      rowsInAll += read.sheet.rowCount
      if (rowsInAll > mostRows) throw tooManyRows()
      sheets.push(read.sheet)
      matches.push(read.matches)
    }
    const chosen = sheets.findIndex(({ rowCount }) => rowCount > 0)
    if (sheets.length === 0) throw refused('The file is empty: there is nothing to import')
    if (chosen < 0) throw refused('The file has headings but no rows below them: there is nothing to import')
    sheets[chosen]!.remarks.unshift(...opened.remarks)
    const file: FileRead = {
      encoding: opened.encoding,
      ...(opened.separator && { separator: opened.separator }),
      sheets,
      sheet: chosen,
    }
    const now = ctx.now().toISOString()
    const job: Job = {
      id,
      entity: name,
      name: fileName,
      hash: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
      accountId: idOfActor(ctx.actor),
      by: nameOfActor(ctx.actor),
      at: now,
      state: 'read',
      stateAt: now,
      version: 1,
      rowCount: sheets[chosen]!.rowCount,
      done: 0,
      file,
      settings: {
        ...firstSettings(name, matches[chosen]!),
        references: await readMeanings(ctx.store.read, name),
      },
      report: null,
      failure: null,
      batchId: null,
    }
    await ctx.store.transaction(async (tx) => {
      await insertJob(tx, job)
      const details = { file: fileName, bytes: bytes.length, rows: rowsInAll }
      noteEvent(tx, ctx, { action: 'import read', entity: name, details })
    })
    return job
  } catch (error) {
    await ctx.store.transaction((tx) => removeParts(tx, id))
    throw error
  }
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
  }
}

async function keepSheet(
  ctx: Context,
  jobId: string,
  number: number,
  sheet: Sheet,
  memory: ReadonlyMap<string, string>,
  entity: string,
): Promise<{ sheet: SheetRead; matches: Match[] } | undefined> {
  const { rows: all } = sheet
  const reading = Symbol.asyncIterator in all ? all[Symbol.asyncIterator]() : all[Symbol.iterator]()
  const first = await reading.next()
  if (first.done) return undefined
  const { headings, remarks, ignored } = readHeadings(first.value)
  const matches = matchColumns(entityNamed(entity), headings, memory)
  if (ignored >= 0) matches[ignored] = { field: null, because: null }
  const samples: string[][] = headings.map(() => [])
  let rowCount = 0
  let wider = 0
  let isOver = false
  while (!isOver) {
    const parts: string[][][] = []
    while (parts.length < partsAtOnce && !isOver) {
      const rows: string[][] = []
      while (rows.length < rowsInPart) {
        const next = await reading.next()
        isOver = next.done === true
        if (next.done) break
        const row = fitRow(next.value, headings.length)
        if (!row) continue
        if (next.value.slice(headings.length).some((cell) => cell.trim() !== '')) wider++
        rows.push(row)
        for (const [at, cell] of row.entries())
          if (samples[at]!.length < samplesShown && cell.trim() !== '') samples[at]!.push(cell.slice(0, 200))
      }
      if (rows.length > 0) parts.push(rows)
    }
    if (parts.length === 0) break
    const before = Math.ceil(rowCount / rowsInPart)
    await (ctx.store.piece ?? ctx.store.transaction)(async (tx) => {
      for (const [at, rows] of parts.entries()) await insertPart(tx, jobId, number, before + at, rows)
    })
    rowCount += parts.reduce((sum, rows) => sum + rows.length, 0)
  }
  if (wider > 0)
    remarks.push(
      `${wider === 1 ? 'One row has' : `${wider} rows have`} more cells than there are headings: what stands beyond the last heading is left out`,
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
