import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportReport } from '#domain/api/imports/import-values.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '../../core/context.ts'
import { beginBatch, type NewBatch } from '../../changes/batch-service.ts'
import { changeBatch } from '../../changes/batch-store.ts'
import type { UndoResult } from '../../changes/undo-changes.ts'
import { assignDistinctCodes } from '../../store/records/code-series.ts'
import type { Tx } from '../../store/dialect.ts'
import type { Store } from '../../store/store.ts'
import { changeJob, saveProgress, type Job } from '../import-store.ts'
import { describeFailure, stopped, undoImport, type Failure } from '../recover.ts'
import { loadSheets } from './load-sheets.ts'
import { entitiesOf, rowsToLoad } from '../sheet-jobs.ts'
import { deleteResults, saveResults } from '../reading/part-store.ts'
import { runOrDryRun } from '../../changes/dry-run.ts'
import { t } from '#domain/messages/t.ts'

/** Thrown to stop an import and undo it. */
class ImportStopped extends Error {}

/** An import that failed after some records were saved, and the result of undoing them. */
class ImportInterrupted extends Error {
  readonly reason: unknown
  readonly batchId: string
  readonly rest: UndoResult | 'not undone'
  constructor(reason: unknown, batchId: string, rest: ImportInterrupted['rest']) {
    super('an import was interrupted')
    this.reason = reason
    this.batchId = batchId
    this.rest = rest
  }
}

export interface ProgressListener {
  onRows: (done: number) => void
  /** Called when undoing starts. */
  onUndo: () => void
}
const noListener: ProgressListener = { onRows: () => {}, onUndo: () => {} }

/** On SQLite, other writers wait while a chunk is written. */
const chunkSizes = { sqlite: 250, postgres: 500 }

/**
 * Checks or runs an import and records how it ended. On PostgreSQL it is one transaction. SQLite has a single writer, so
 * the import runs in chunks as an open batch, which is undone when it cannot be finished, and the check runs on a copy
 * of the database that is deleted afterwards.
 */
export async function runJob(
  ctx: Context,
  job: Job,
  isDryRun: boolean,
  listener: ProgressListener = noListener,
): Promise<void> {
  try {
    // A run after a valid check uses the results of that check.
    if (isDryRun || !isChecked(job)) await ctx.store.transaction((tx) => deleteResults(tx, job.id))
    if (isDryRun) await saveCheckResult(ctx, job, await dryRun(ctx, job, listener))
    else await run(ctx, job, listener)
  } catch (error) {
    await ctx.store.transaction((tx) => changeJob(tx, job.id, endState(ctx, job, error)))
  }
}

function endState(ctx: Context, job: Job, error: unknown): Partial<Job> {
  const reason = error instanceof ImportInterrupted ? error.reason : error
  const { lastReport } = job
  const ended = {
    state: reason instanceof ImportStopped ? 'read' : 'failed',
    stateAt: ctx.now().toISOString(),
    done: 0,
    report: null,
    lastReport,
  } as const
  const failure = failureOf(ctx, reason)
  const rest = error instanceof ImportInterrupted ? error.rest : { leftCount: 0 }
  const isUndone = rest !== 'not undone' && rest.leftCount === 0
  const batchId = isUndone || !(error instanceof ImportInterrupted) ? null : error.batchId
  return { ...ended, failure: describeFailure(failure, rest), batchId }
}

function failureOf(ctx: Context, error: unknown): Failure {
  if (error instanceof ImportStopped) return stopped()
  const problem = error instanceof Problem ? error : ctx.store.problemOf(error)
  if (!problem) ctx.log.error({ err: error }, 'an import failed')
  return { cause: problem?.message ?? t('Something went wrong on our side') }
}

const saveCheckResult = (ctx: Context, job: Job, { report, change }: Loaded): Promise<unknown> =>
  ctx.store.transaction((tx) =>
    changeJob(tx, job.id, {
      ...change,
      state: 'rehearsed',
      stateAt: ctx.now().toISOString(),
      report,
      failure: null,
    }),
  )

const isChecked = ({ report }: Job): boolean => report?.isDryRun === true

async function dryRun(ctx: Context, job: Job, listener: ProgressListener): Promise<Loaded> {
  const copy = await ctx.store.copy?.()
  if (!copy) return loadInOneTransaction(ctx, job, true, listener)
  try {
    return await loadInChunks({ ...ctx, store: copy }, ctx.store, job, true, listener)
  } finally {
    await copy.close()
  }
}

async function run(ctx: Context, job: Job, listener: ProgressListener): Promise<void> {
  if (!ctx.store.copy) {
    await loadInOneTransaction(ctx, job, false, listener)
    return
  }
  // Checking first avoids starting an import that would have to be undone.
  if (!job.settings.leaveWrong && job.report === null) {
    const { report } = await dryRun(ctx, job, listener)
    refuseWrong(job, report)
  }
  await loadInChunks(ctx, ctx.store, job, false, listener)
}

const aboutBatch = (job: Job, report?: ImportReport): NewBatch => {
  const { plural, singular } = entityNamed(job.entity)
  const rows = report ? report.created + report.updated : rowsToLoad(job)
  if (entitiesOf(job).length > 1) {
    const values = { count: rows, file: job.name }
    const title = t('{count, plural, one {# record} other {# records}} from {file}', values)
    return { kind: 'import', entity: null, title }
  }
  const title = t('{count, plural, one {# {singular}} other {# {plural}}} from {file}', {
    count: rows,
    singular: t(singular).toLowerCase(),
    plural: t(plural).toLowerCase(),
    file: job.name,
  })
  return { kind: 'import', entity: job.entity, title }
}

/** The report of a check or a run, and what it changes in the job besides. */
interface Loaded {
  report: ImportReport
  change: Partial<Job> | undefined
}

const withDuration = async (
  ctx: Context,
  isDryRun: boolean,
  load: () => ReturnType<typeof loadSheets>,
): Promise<Loaded> => {
  const from = ctx.now().getTime()
  const { report, withReports } = await load()
  const seconds = Math.max(0, ctx.now().getTime() - from) / 1000
  return { report: { ...report, isDryRun, seconds }, change: withReports(isDryRun, seconds) }
}

const finished = (ctx: Context, { report, change }: Loaded, batchId: string): Partial<Job> => ({
  ...change,
  state: 'done',
  stateAt: ctx.now().toISOString(),
  report,
  failure: null,
  batchId,
})

function refuseWrong({ settings }: Job, report: ImportReport): void {
  if (report.wrong === 0 || settings.leaveWrong) return
  throw new Problem(409, {
    msg: t(
      '{count, plural, =1 {One row is} other {# rows are}} wrong: check the file to see them, then fix them or choose to leave them out',
      { count: report.wrong },
    ),
  })
}

function loadInOneTransaction(
  ctx: Context,
  job: Job,
  isDryRun: boolean,
  listener: ProgressListener,
): Promise<Loaded> {
  return runOrDryRun(ctx, isDryRun, async (tx) => {
    const batch = await beginBatch(ctx, tx, aboutBatch(job))
    assignDistinctCodes(tx, isDryRun ? 'far above' : ctx.store.transaction)
    const loaded = await withDuration(ctx, isDryRun, () =>
      loadSheets({
        ctx: batch,
        job,
        isChecked: !isDryRun && isChecked(job),
        chunkSize: chunkSizes.postgres,
        tx,
        inChunk: (work) => work(tx),
        onProgress: recordProgress(ctx.store, ctx, listener),
      }),
    )
    if (isDryRun) return loaded
    const { report } = loaded
    refuseWrong(job, report)
    await changeBatch(tx, batch.batchId, { title: aboutBatch(job, report).title })
    await changeJob(tx, job.id, finished(ctx, loaded, batch.batchId))
    return loaded
  })
}

async function loadInChunks(
  ctx: Context,
  progressStore: Store,
  job: Job,
  isDryRun: boolean,
  listener: ProgressListener,
): Promise<Loaded> {
  const { store } = ctx
  const batch = await store.transaction(async (tx) => {
    const begun = await beginBatch(ctx, tx, { ...aboutBatch(job), isOpen: true })
    await changeJob(tx, job.id, { batchId: begun.batchId })
    return begun
  })
  try {
    const loaded = await withDuration(ctx, isDryRun, () =>
      loadSheets({
        ctx: batch,
        job,
        isChecked: !isDryRun && isChecked(job),
        chunkSize: chunkSizes.sqlite,
        inChunk: store.relaxedTransaction ?? store.transaction,
        onProgress: recordProgress(progressStore, ctx, listener),
      }),
    )
    if (isDryRun) return loaded
    const { report } = loaded
    refuseWrong(job, report)
    await store.transaction(async (tx) => {
      const { title } = aboutBatch(job, report)
      await changeBatch(tx, batch.batchId, { title, state: 'done' })
      await changeJob(tx, job.id, finished(ctx, loaded, batch.batchId))
    })
    return loaded
  } catch (error) {
    if (isDryRun) throw error
    listener.onUndo()
    const rest = await undoImport(ctx, batch.batchId).catch((failure: unknown) => {
      ctx.log.error({ err: failure, batchId: batch.batchId }, 'an import could not be undone')
      return 'not undone' as const
    })
    throw new ImportInterrupted(error, batch.batchId, rest)
  }
}

function recordProgress(
  progressStore: Store,
  ctx: Context,
  listener: ProgressListener,
): Parameters<typeof loadSheets>[0]['onProgress'] {
  return (job, part, results, done) => {
    listener.onRows(done)
    return (progressStore.relaxedTransaction ?? progressStore.transaction)(async (tx: Tx) => {
      if (part !== undefined) await saveResults(tx, job.id, job.file.sheet, part, results)
      if (!(await saveProgress(tx, job.id, done, ctx.now().toISOString()))) throw new ImportStopped()
    })
  }
}
