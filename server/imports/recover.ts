import { system } from '#domain/access/actor.ts'
import type { Context } from '../context.ts'
import { findBatch } from '../masters/batch-store.ts'
import { undoBatch } from '../masters/undo-batch.ts'
import { changeJob, jobsInState, lockJob, type Job } from './import-store.ts'
import { removeLooseParts } from './part-store.ts'

const patience = 60_000
const anHour = 3_600_000

/** Whoever works on an import shows it every few seconds; after a minute of silence it is gone. */
export const isLost = (ctx: Context, job: Job): boolean =>
  (job.state === 'rehearsing' || job.state === 'running') &&
  Date.parse(job.stateAt) < ctx.now().getTime() - patience

/** Ends an import whose process or thread is gone; what it had loaded by then is taken back. */
export async function settleLost(
  given: Context,
  job: Job,
  because = 'The server was stopped',
): Promise<void> {
  const ctx: Context = { ...given, actor: system('an import that was cut off') }
  const batch = job.batchId === null ? undefined : await findBatch(ctx.store.read, job.batchId)
  const isHalfDone = batch?.state === 'open'
  if (isHalfDone) await undoBatch(ctx, batch.id, 'open')
  const failure = `${because} while it was at work. Nothing of the file was kept; start it again`
  const change = { state: 'failed', stateAt: ctx.now().toISOString(), done: 0, batchId: null } as const
  await ctx.store.transaction(async (tx) => {
    // It may have been about to end: what lasted meanwhile is not called lost.
    const held = await lockJob(tx, ctx.store.dialect, job.id)
    if (isHalfDone || held?.state === job.state)
      await changeJob(tx, job.id, { ...change, report: null, failure })
  })
}

/** At the start, and now and then: nothing stays half done. Where this is the only process, all that is at work is lost. */
export async function recoverImports(ctx: Context, isStart: boolean): Promise<void> {
  for (const job of await jobsInState(ctx.store.read, ['rehearsing', 'running'])) {
    if (isLost(ctx, job) || (isStart && ctx.store.copy)) await settleLost(ctx, job)
  }
  await ctx.store.transaction((tx) => removeLooseParts(tx, new Date(ctx.now().getTime() - anHour)))
}
