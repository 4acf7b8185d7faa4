import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportReport } from '#domain/imports/import-job.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { beginBatch, type AboutBatch } from '../masters/batch-service.ts'
import { changeBatch } from '../masters/batch-store.ts'
import type { TakenBack } from '../masters/take-back.ts'
import { dealCodesApart } from '../store/code-series.ts'
import type { Tx } from '../store/dialect.ts'
import type { Store } from '../store/open-store.ts'
import { changeJob, noteProgress, type Job } from './import-store.ts'
import { takeBackImport, wasStopped, withRest } from './recover.ts'
import { loadFile, type Loading } from './load-file.ts'
import { forgetResults, keepResults } from './part-store.ts'
import { doOrRehearse } from '../masters/rehearsal.ts'

/** Ends an import without leaving anything of it. */
class Stopped extends Error {}

/** An import that failed after some of it was saved, and what became of that. */
class CutOff extends Error {
  readonly reason: unknown
  readonly batchId: string
  readonly rest: TakenBack | 'not taken back'
  constructor(reason: unknown, batchId: string, rest: CutOff['rest']) {
    super('an import was cut off')
    this.reason = reason
    this.batchId = batchId
    this.rest = rest
  }
}

/** Hears how far it is. */
export interface Watched {
  onRows: (done: number) => void
  /** From here on what was loaded is taken back. */
  onUndo: () => void
}
const unwatched: Watched = { onRows: () => {}, onUndo: () => {} }

/** On SQLite, whoever else wants to save waits while a piece is written. */
const rowsInPiece = { sqlite: 250, postgres: 500 }

/**
 * Rehearses or runs an import to its end, and writes down how it ended. On PostgreSQL it is one transaction. SQLite has one
 * writer for everybody, so that it runs there piece by piece, as an open batch that is taken back when it cannot be finished;
 * and it is rehearsed on a copy, which is thrown away.
 */
export async function runJob(
  ctx: Context,
  job: Job,
  rehearsal: boolean,
  watched: Watched = unwatched,
): Promise<void> {
  try {
    // A run after a check that still holds does what was shown there.
    if (rehearsal || !isChecked(job)) await ctx.store.transaction((tx) => forgetResults(tx, job.id))
    if (rehearsal) await settle(ctx, job, await rehearse(ctx, job, watched))
    else await run(ctx, job, watched)
  } catch (error) {
    await ctx.store.transaction((tx) => changeJob(tx, job.id, ending(ctx, job, error)))
  }
}

function ending(ctx: Context, job: Job, error: unknown): Partial<Job> {
  if (!(error instanceof CutOff)) return endingOf(ctx, job, error)
  const { reason, batchId, rest } = error
  const ended = endingOf(ctx, job, reason)
  if (rest !== 'not taken back' && rest.leftCount === 0) return ended
  return { ...ended, failure: withRest(ended.failure ?? '', rest), batchId }
}

function endingOf(ctx: Context, { lastReport }: Job, error: unknown): Partial<Job> {
  const at = { stateAt: ctx.now().toISOString(), done: 0, report: null, lastReport, batchId: null }
  if (error instanceof Stopped) return { ...at, state: 'read', failure: error.message }
  const problem = error instanceof Problem ? error : ctx.store.problemOf(error)
  if (!problem) ctx.log.error({ err: error }, 'an import failed')
  const because = problem?.message ?? 'Something went wrong on our side'
  return { ...at, state: 'failed', failure: `${because}. Nothing of the file was kept` }
}

const settle = (ctx: Context, job: Job, report: ImportReport): Promise<unknown> =>
  ctx.store.transaction((tx) =>
    changeJob(tx, job.id, { state: 'rehearsed', stateAt: ctx.now().toISOString(), report, failure: null }),
  )

const isChecked = ({ report }: Job): boolean => report?.rehearsal === true

async function rehearse(ctx: Context, job: Job, watched: Watched): Promise<ImportReport> {
  const copy = await ctx.store.copy?.()
  if (!copy) return inOneTransaction(ctx, job, true, watched)
  try {
    return await inPieces({ ...ctx, store: copy }, ctx.store, job, true, watched)
  } finally {
    await copy.close()
  }
}

async function run(ctx: Context, job: Job, watched: Watched): Promise<void> {
  if (!ctx.store.copy) {
    await inOneTransaction(ctx, job, false, watched)
    return
  }
  // What is written piece by piece is better not begun than taken back.
  if (!job.settings.leaveWrong && job.report === null) refuseWrong(job, await rehearse(ctx, job, watched))
  await inPieces(ctx, ctx.store, job, false, watched)
}

const aboutBatch = (job: Job, report?: ImportReport): AboutBatch => {
  const { plural, singular } = entityNamed(job.entity)
  const rows = report ? report.created + report.updated : job.rowCount
  const what = rows === 1 ? singular : plural
  const title = `${rows.toLocaleString('en-IN')} ${what.toLowerCase()} from ${job.name}`
  return { kind: 'import', entity: job.entity, title }
}

const withTime = async (
  ctx: Context,
  rehearsal: boolean,
  load: () => ReturnType<typeof loadFile>,
): Promise<ImportReport> => {
  const from = ctx.now().getTime()
  const report = await load()
  return { ...report, rehearsal, seconds: Math.max(0, ctx.now().getTime() - from) / 1000 }
}

const finished = (ctx: Context, report: ImportReport, batchId: string): Partial<Job> => ({
  state: 'done',
  stateAt: ctx.now().toISOString(),
  report,
  failure: null,
  batchId,
})

function refuseWrong({ settings }: Job, report: ImportReport): void {
  if (report.wrong === 0 || settings.leaveWrong) return
  const rows = report.wrong === 1 ? 'One row is wrong' : `${report.wrong} rows are wrong`
  throw new Problem(409, { msg: `${rows}: rehearse it to see them, mend them or choose to leave them out` })
}

function inOneTransaction(
  ctx: Context,
  job: Job,
  rehearsal: boolean,
  watched: Watched,
): Promise<ImportReport> {
  return doOrRehearse(ctx, rehearsal, async (tx) => {
    const within = await beginBatch(ctx, tx, aboutBatch(job))
    dealCodesApart(tx, rehearsal ? 'far above' : ctx.store.transaction)
    const report = await withTime(ctx, rehearsal, () =>
      loadFile({
        ctx: within,
        job,
        isChecked: !rehearsal && isChecked(job),
        pieceSize: rowsInPiece.postgres,
        tx,
        inPiece: (work) => work(tx),
        keep: keeping(ctx.store, job, ctx, watched),
      }),
    )
    if (rehearsal) return report
    refuseWrong(job, report)
    await changeBatch(tx, within.batchId, { title: aboutBatch(job, report).title })
    await changeJob(tx, job.id, finished(ctx, report, within.batchId))
    return report
  })
}

async function inPieces(
  ctx: Context,
  side: Store,
  job: Job,
  rehearsal: boolean,
  watched: Watched,
): Promise<ImportReport> {
  const { store } = ctx
  const within = await store.transaction(async (tx) => {
    const begun = await beginBatch(ctx, tx, { ...aboutBatch(job), isOpen: true })
    await changeJob(tx, job.id, { batchId: begun.batchId })
    return begun
  })
  try {
    const report = await withTime(ctx, rehearsal, () =>
      loadFile({
        ctx: within,
        job,
        isChecked: !rehearsal && isChecked(job),
        pieceSize: rowsInPiece.sqlite,
        inPiece: store.piece ?? store.transaction,
        keep: keeping(side, job, ctx, watched),
      }),
    )
    if (rehearsal) return report
    refuseWrong(job, report)
    await store.transaction(async (tx) => {
      const { title } = aboutBatch(job, report)
      await changeBatch(tx, within.batchId, { title, state: 'done' })
      await changeJob(tx, job.id, finished(ctx, report, within.batchId))
    })
    return report
  } catch (error) {
    if (rehearsal) throw error
    watched.onUndo()
    const rest = await takeBackImport(ctx, within.batchId).catch((failure: unknown) => {
      ctx.log.error({ err: failure, batchId: within.batchId }, 'an import could not be taken back')
      return 'not taken back' as const
    })
    throw new CutOff(error, within.batchId, rest)
  }
}

function keeping(side: Store, job: Job, ctx: Context, watched: Watched): Loading['keep'] {
  return (part, results, done) => {
    watched.onRows(done)
    return (side.piece ?? side.transaction)(async (tx: Tx) => {
      if (part !== undefined) await keepResults(tx, job.id, job.file.sheet, part, results)
      if (!(await noteProgress(tx, job.id, done, ctx.now().toISOString()))) throw new Stopped(wasStopped)
    })
  }
}
