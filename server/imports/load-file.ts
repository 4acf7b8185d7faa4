import { entityNamed } from '#domain/catalogue/catalogue.ts'
import {
  mostProblemsListed,
  type ImportProblem,
  type ImportReport,
  type RowOutcome,
} from '#domain/imports/import-job.ts'
import { readCell } from '#domain/imports/read-cell.ts'
import { foldText } from '#domain/text.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../store/dialect.ts'
import { duplicatesAsChecked, openDuplicateFinder } from './duplicate-finder.ts'
import type { Job } from './import-store.ts'
import { loadPieces } from './load-pieces.ts'
import type { LoadPlan, LoadRow } from './load-plan.ts'
import { nameIndex } from './name-index.ts'
import { readPart, rowsInPart, type RowResult } from './part-store.ts'
import { orderRows, ownReferences } from './row-order.ts'

/** Where a file is loaded into, and how what is found is kept. */
export interface Loading {
  ctx: Context & { batchId: string }
  job: Job
  /** The one transaction of it all, where there is one. */
  tx?: Tx
  /** A piece of the work: a transaction of its own, or a part of that one. */
  inPiece: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Whether its rows were checked as they stand, with the results still at hand. */
  isChecked: boolean
  /** Rows in a piece. */
  pieceSize: number
  /** Called with the results of every part, when there are any, and how many rows are done; throws to stop. */
  keep: (part: number | undefined, results: RowResult[], done: number) => Promise<void>
}

interface Tally {
  counts: Record<RowOutcome, number>
  duplicates: number
  problems: Map<string, ImportProblem>
}

const firstRow = 2
/** Different sentences beyond these are counted with the wrong rows only. */
const mostSentences = 20_000

export async function loadFile(loading: Loading): Promise<Omit<ImportReport, 'rehearsal' | 'seconds'>> {
  const { ctx, job } = loading
  const entity = entityNamed(job.entity)
  const plan: LoadPlan = {
    entity,
    settings: job.settings,
    timeZone: ctx.config.timeZone,
    names: nameIndex(),
    seen: new Map(),
    duplicates: await duplicatesFor(loading),
  }
  const tally: Tally = {
    counts: { created: 0, updated: 0, unchanged: 0, wrong: 0, skipped: 0 },
    duplicates: 0,
    problems: new Map(),
  }
  if (ownReferences(entity).length > 0) await loadInOrder(loading, plan, tally)
  else await loadAsItComes(loading, plan, tally)
  const problems = [...tally.problems.values()]
    .toSorted((one, other) => other.rows - one.rows || one.first - other.first)
    .slice(0, mostProblemsListed)
  return { ...tally.counts, duplicates: tally.duplicates, problems }
}

async function duplicatesFor({ ctx, job, isChecked }: Loading): Promise<LoadPlan['duplicates']> {
  if (job.settings.mode === 'update') return undefined
  return isChecked
    ? duplicatesAsChecked(ctx.store.read, job)
    : openDuplicateFinder(ctx, entityNamed(job.entity))
}

interface PieceOfPart {
  rows: LoadRow[]
  part: number
  isLastOfPart: boolean
}

async function loadAsItComes(loading: Loading, plan: LoadPlan, tally: Tally): Promise<void> {
  let results: RowResult[] = []
  let done = 0
  await loadPieces(loading, plan, piecesOf(loading), async ({ part, rows, isLastOfPart }, some) => {
    results.push(...some)
    for (const [at, { row }] of rows.entries()) count(tally, row, some[at]!)
    done += rows.length
    if (!isLastOfPart) return
    await loading.keep(part, results, done)
    results = []
  })
}

async function* piecesOf({ ctx, job, pieceSize }: Loading): AsyncGenerator<PieceOfPart> {
  for (let part = 0; part * rowsInPart < job.rowCount; part++) {
    const { rows } = await rowsOf(ctx, job, part)
    for (let from = 0; from < rows.length; from += pieceSize)
      yield {
        rows: rows
          .slice(from, from + pieceSize)
          .map((cells, at) => ({ row: part * rowsInPart + from + at + firstRow, cells })),
        part,
        isLastOfPart: from + pieceSize >= rows.length,
      }
  }
}

/** Where rows refer to each other, in the order in which they can. */
async function loadInOrder(loading: Loading, plan: LoadPlan, tally: Tally): Promise<void> {
  const { ctx, job } = loading
  const own = ownReferences(plan.entity)
  const all: string[][] = []
  for (let part = 0; part * rowsInPart < job.rowCount; part++)
    all.push(...(await rowsOf(ctx, job, part)).rows)
  const textIn = (cells: readonly string[], name: string): string => {
    const at = job.settings.columns.indexOf(name)
    const value = at < 0 ? null : readCell(plan.entity.fields[name]!, cells[at] ?? '', plan.timeZone)
    return typeof value === 'string' ? foldText(value) : ''
  }
  const { order, circles } = orderRows(
    all.map((cells) => ({
      own: textIn(cells, own[0]!.field),
      refersTo: own.map(({ name }) => textIn(cells, name)),
    })),
  )
  const results: RowResult[] = []
  const names = own.map(({ name }) => name)
  const pieces = async function* (): AsyncGenerator<{ rows: LoadRow[] }> {
    for (let from = 0; from < order.length; from += loading.pieceSize)
      yield {
        rows: order
          .slice(from, from + loading.pieceSize)
          .map((at) => ({ row: at + firstRow, cells: all[at]! })),
      }
  }
  let done = 0
  await loadPieces(loading, plan, pieces(), async ({ rows }, some) => {
    for (const [n, { row }] of rows.entries()) {
      const at = row - firstRow
      results[at] = circles.has(at) ? explainCircle(some[n]!, names) : some[n]!
    }
    done += rows.length
    await loading.keep(undefined, [], done)
  })
  for (const [at, result] of results.entries()) count(tally, at + firstRow, result)
  for (let from = 0; from < results.length; from += rowsInPart)
    await loading.keep(from / rowsInPart, results.slice(from, from + rowsInPart), results.length)
}

function explainCircle(result: RowResult, own: readonly string[]): RowResult {
  const problems = result.problems?.map((problem) =>
    own.includes(problem.field)
      ? { ...problem, message: `${problem.message}: rows of the file refer to each other in a circle` }
      : problem,
  )
  return { ...result, ...(problems && { problems }) }
}

async function rowsOf(ctx: Context, job: Job, part: number): Promise<{ rows: string[][] }> {
  const found = await readPart(ctx.store.read, job.id, job.file.sheet, part)
  if (!found) throw new Error(`Part ${part} of import ${job.id} is missing`)
  return found
}

function count(tally: Tally, row: number, { outcome, duplicate, problems = [] }: RowResult): void {
  tally.counts[outcome]++
  if (duplicate) tally.duplicates++
  for (const { field, message } of problems) {
    const key = `${field} ${message}`
    const known = tally.problems.get(key)
    if (known) {
      known.rows++
      known.first = Math.min(known.first, row)
    } else if (tally.problems.size < mostSentences) {
      tally.problems.set(key, { field, message, rows: 1, first: row })
    }
  }
}
