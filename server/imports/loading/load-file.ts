import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { withGivenCode } from '#domain/catalogue/reading/given-codes.ts'
import type { ImportProblem, ImportReport } from '#domain/api/imports/import-values.ts'
import { maxProblemsListed, type RowOutcome } from '#domain/imports/import-job.ts'
import { readCell } from '#domain/imports/read-cell.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import type { Context } from '../../core/context.ts'
import { checkedDuplicateFinder, openDuplicateFinder } from './duplicate-finder.ts'
import type { Job } from '../import-store.ts'
import type { LoadContext } from './load-context.ts'
import { loadChunks } from './load-batches.ts'
import type { LoadPlan, LoadRow } from './load-plan.ts'
import { nameIndex } from './name-index.ts'
import { readPart, rowsInPart, type RowResult } from '../reading/part-store.ts'
import { orderRows, ownReferences } from './row-order.ts'
import { t } from '#domain/messages/t.ts'

interface Tally {
  counts: Record<RowOutcome, number>
  duplicates: number
  problems: Map<string, ImportProblem>
  notes: Map<string, ImportProblem>
}

const firstRow = 2
/** Further distinct problems are only counted as wrong rows. */
const maxDistinctProblems = 20_000

export async function loadFile(load: LoadContext): Promise<Omit<ImportReport, 'isDryRun' | 'seconds'>> {
  const { ctx, job } = load
  const entity = entityNamed(job.entity)
  const plan: LoadPlan = {
    entity: job.settings.keepCodes ? withGivenCode(entity) : entity,
    settings: job.settings,
    timeZone: ctx.config.timeZone,
    names: nameIndex(),
    seen: new Map(),
    duplicates: await duplicatesFor(load),
  }
  const tally: Tally = {
    counts: { created: 0, updated: 0, unchanged: 0, wrong: 0, skipped: 0 },
    duplicates: 0,
    problems: new Map(),
    notes: new Map(),
  }
  if (ownReferences(entity).length > 0) await loadByReference(load, plan, tally)
  else await loadInFileOrder(load, plan, tally)
  const { counts, duplicates } = tally
  return { ...counts, duplicates, problems: listByRows(tally.problems), notes: listByRows(tally.notes) }
}

const listByRows = (found: ReadonlyMap<string, ImportProblem>): ImportProblem[] =>
  [...found.values()]
    .toSorted((one, other) => other.rows - one.rows || one.first - other.first)
    .slice(0, maxProblemsListed)

async function duplicatesFor({ ctx, job, isChecked }: LoadContext): Promise<LoadPlan['duplicates']> {
  if (job.settings.mode === 'update') return undefined
  return isChecked
    ? checkedDuplicateFinder(ctx.store.read, job)
    : openDuplicateFinder(ctx, entityNamed(job.entity))
}

interface PartChunk {
  rows: LoadRow[]
  part: number
  isLastOfPart: boolean
}

async function loadInFileOrder(load: LoadContext, plan: LoadPlan, tally: Tally): Promise<void> {
  let results: RowResult[] = []
  let done = 0
  await loadChunks(load, plan, chunksOf(load), async ({ part, rows, isLastOfPart }, some) => {
    results.push(...some)
    for (const [at, { row }] of rows.entries()) count(tally, row, some[at]!)
    done += rows.length
    if (!isLastOfPart) return
    await load.onProgress(part, results, done)
    results = []
  })
}

async function* chunksOf({ ctx, job, chunkSize }: LoadContext): AsyncGenerator<PartChunk> {
  for (let part = 0; part * rowsInPart < job.rowCount; part++) {
    const { rows } = await rowsOf(ctx, job, part)
    for (let from = 0; from < rows.length; from += chunkSize)
      yield {
        rows: rows
          .slice(from, from + chunkSize)
          .map((cells, at) => ({ row: part * rowsInPart + from + at + firstRow, cells })),
        part,
        isLastOfPart: from + chunkSize >= rows.length,
      }
  }
}

/** Loads rows that refer to each other after the rows they refer to. */
async function loadByReference(load: LoadContext, plan: LoadPlan, tally: Tally): Promise<void> {
  const { ctx, job } = load
  const own = ownReferences(plan.entity)
  const all: string[][] = []
  for (let part = 0; part * rowsInPart < job.rowCount; part++)
    all.push(...(await rowsOf(ctx, job, part)).rows)
  const textIn = (cells: readonly string[], name: string): string => {
    const at = job.settings.columns.indexOf(name)
    const value = at < 0 ? null : readCell(plan.entity.fields[name]!, cells[at] ?? '', plan.timeZone)
    return typeof value === 'string' ? foldText(value) : ''
  }
  const { order, cycles } = orderRows(
    all.map((cells) => ({
      own: textIn(cells, own[0]!.field),
      refersTo: own.map(({ name }) => textIn(cells, name)),
    })),
  )
  const results: RowResult[] = []
  const names = own.map(({ name }) => name)
  const chunks = async function* (): AsyncGenerator<{ rows: LoadRow[] }> {
    for (let from = 0; from < order.length; from += load.chunkSize)
      yield {
        rows: order.slice(from, from + load.chunkSize).map((at) => ({ row: at + firstRow, cells: all[at]! })),
      }
  }
  let done = 0
  await loadChunks(load, plan, chunks(), async ({ rows }, some) => {
    for (const [n, { row }] of rows.entries()) {
      const at = row - firstRow
      results[at] = cycles.has(at) ? explainCycle(some[n]!, names) : some[n]!
    }
    done += rows.length
    await load.onProgress(undefined, [], done)
  })
  for (const [at, result] of results.entries()) count(tally, at + firstRow, result)
  for (let from = 0; from < results.length; from += rowsInPart)
    await load.onProgress(from / rowsInPart, results.slice(from, from + rowsInPart), results.length)
}

function explainCycle(result: RowResult, own: readonly string[]): RowResult {
  const problems = result.problems?.map((problem) =>
    own.includes(problem.field)
      ? {
          ...problem,
          message: t('{problem}: rows of the file refer to each other in a circle', {
            problem: problem.message,
          }),
        }
      : problem,
  )
  return { ...result, ...(problems && { problems }) }
}

async function rowsOf(ctx: Context, job: Job, part: number): Promise<{ rows: string[][] }> {
  const found = await readPart(ctx.store.read, job.id, job.file.sheet, part)
  if (!found) throw new Error(`Part ${part} of import ${job.id} is missing`)
  return found
}

function count(tally: Tally, row: number, { outcome, duplicate, problems, notes }: RowResult): void {
  tally.counts[outcome]++
  if (duplicate) tally.duplicates++
  countEach(tally.problems, row, problems)
  countEach(tally.notes, row, notes)
}

function countEach(
  counted: Map<string, ImportProblem>,
  row: number,
  found: readonly FieldProblem[] = [],
): void {
  for (const { field, message } of found) {
    const key = `${field} ${message}`
    const known = counted.get(key)
    if (known) {
      known.rows++
      known.first = Math.min(known.first, row)
    } else if (counted.size < maxDistinctProblems) {
      counted.set(key, { field, message, rows: 1, first: row })
    }
  }
}
