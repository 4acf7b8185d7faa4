import { rowsKeptDays } from '#domain/imports/import-job.ts'
import type { Context } from '../context.ts'
import { findBatch } from '../masters/batch-store.ts'
import { takeBack, type TakenBack } from '../masters/take-back.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import { changeJob, jobsInState, lockJob, type Job } from './import-store.ts'
import { removeLooseParts, removeOldParts, removeParts } from './part-store.ts'
import { removeOldUploads } from './receive-file.ts'

const patience = 60_000
const anHour = 3_600_000

const nothingKept = 'Nothing of the file was kept'
export const wasStopped = `It was stopped. ${nothingKept}`

/** What a failure says of the records that were loaded by then: what was kept of them is not denied. */
export function withRest(failure: string, rest: TakenBack | 'not taken back'): string {
  if (rest !== 'not taken back' && rest.leftCount === 0) return failure
  const sentence =
    rest === 'not taken back'
      ? 'What was loaded could not be taken back; that is done when the server is started again'
      : `What was loaded was taken back, except ${rest.leftCount === 1 ? 'one record that was' : `${rest.leftCount.toLocaleString('en-IN')} records that were`} changed or used meanwhile`
  return failure.replace(nothingKept, sentence)
}

/** Takes back what an import that ended too soon had loaded. */
export const takeBackImport = (ctx: Context, batchId: string): Promise<TakenBack> =>
  takeBack(ctx, batchId, 'an import that was cut off')

/** Whoever works on an import shows it every few seconds; after a minute of silence it is gone. */
export const isLost = (ctx: Context, job: Job): boolean =>
  isBusy(job) && Date.parse(job.stateAt) < ctx.now().getTime() - patience

export const isBusy = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'reading' || state === 'rehearsing' || state === 'running'

/** How an import that could not end by itself is left. */
type Ending = Pick<Job, 'state' | 'failure'>

function endingOf({ state }: Job, because: string): Ending {
  const again = state === 'reading' ? 'send it again' : 'start it again'
  const failure = `${because} while it was at work. Nothing of the file was kept; ${again}`
  return { state: 'failed', failure }
}

/** Ends an import whose process or thread is gone; what it had loaded by then is taken back. */
export async function settleLost(
  ctx: Context,
  job: Job,
  ending: Ending = endingOf(job, 'The server was stopped'),
): Promise<void> {
  const batch = job.batchId === null ? undefined : await findBatch(ctx.store.read, job.batchId)
  const isHalfDone = batch?.state === 'open'
  const rest = isHalfDone ? await takeBackImport(ctx, batch.id) : { leftCount: 0 }
  const change = {
    state: ending.state,
    failure: ending.failure && withRest(ending.failure, rest),
    stateAt: ctx.now().toISOString(),
    done: 0,
    batchId: rest.leftCount > 0 ? job.batchId : null,
  } as const
  await ctx.store.transaction(async (tx) => {
    // It may have been about to end: what lasted meanwhile is not called lost.
    const held = await lockJob(tx, ctx.store.dialect, job.id)
    if (!held || (!isHalfDone && held.state !== job.state)) return
    if (held.state === 'reading') await removeParts(tx, job.id)
    await changeJob(tx, job.id, { ...change, report: null, lastReport: held.lastReport })
  })
}

/** The same, because of a fault. */
export const settleBroken = (ctx: Context, job: Job, because: string): Promise<void> =>
  settleLost(ctx, job, endingOf(job, because))

const aDay = 86_400_000

/** Rows serve to check, mend and download them; what was loaded, and undoing it, does not need them. */
export async function removeOldRows(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - rowsKeptDays * aDay)
  while (await ctx.store.transaction((tx) => removeOldParts(tx, before))) await letOthersIn()
}

/** At the start, and now and then: nothing stays half done. Where this is the only process, all that is at work is lost. */
export async function recoverImports(ctx: Context, isStart: boolean): Promise<void> {
  const isAlone = ctx.store.copy !== undefined
  for (const job of await jobsInState(ctx.store.read, ['reading', 'rehearsing', 'running'])) {
    if (isLost(ctx, job) || (isStart && isAlone)) await settleLost(ctx, job)
  }
  const anHourAgo = new Date(ctx.now().getTime() - anHour)
  await ctx.store.transaction((tx) => removeLooseParts(tx, anHourAgo))
  removeOldUploads(ctx.config.dataDir, isStart && isAlone ? ctx.now() : anHourAgo)
}
