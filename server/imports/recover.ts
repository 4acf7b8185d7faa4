import { Problem } from '#domain/problem.ts'
import { findAccount } from '../access/access-of-account.ts'
import type { Context } from '../core/context.ts'
import { inLanguage } from '../core/language.ts'
import { findBatch } from '../changes/batch-store.ts'
import { undoChanges, type UndoResult } from '../changes/undo-changes.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import { changeJob, jobsInState, lockJob, type Job } from './import-store.ts'
import { removeLooseParts, removeOldParts, removeParts } from './reading/part-store.ts'
import { removeOldUploads } from './reading/receive-file.ts'
import { t } from '#domain/messages/t.ts'

const heartbeatTimeout = 60_000
const hourMs = 3_600_000

/** Why an import failed, as a sentence without its full stop, and what to do about it. */
export interface Failure {
  cause: string
  advice?: string
}

export const stopped = (): Failure => ({ cause: t('It was stopped') })

/** The failure with what became of the records that were already imported. */
export function describeFailure({ cause, advice }: Failure, rest: Rest = { leftCount: 0 }): string {
  const outcome = describeRest(rest)
  return advice === undefined
    ? t('{cause}. {outcome}', { cause, outcome })
    : t('{cause}. {outcome}; {advice}', { cause, outcome, advice })
}

type Rest = Pick<UndoResult, 'leftCount'> | 'not undone'

function describeRest(rest: Rest): string {
  if (rest === 'not undone')
    return t('What was imported could not be undone; that is done when the server restarts')
  if (rest.leftCount === 0) return t('Nothing was imported')
  return t(
    'What was imported was undone, except {count, plural, =1 {one record that was} other {# records that were}} changed or used since',
    { count: rest.leftCount },
  )
}

/** The answer to an upload whose reading was stopped. */
export class ReadingStopped extends Problem {
  constructor() {
    const message = describeFailure(stopped())
    super(422, { msg: message, errors: [{ field: 'file', message }] })
  }
}

/** Undoes what an interrupted import had written. */
export const undoImport = (ctx: Context, batchId: string): Promise<UndoResult> =>
  undoChanges(ctx, batchId, 'an import that was cut off')

/** A running import sends a heartbeat every few seconds; without one for a minute it is lost. */
export const isLost = (ctx: Context, job: Job): boolean =>
  isBusy(job) && Date.parse(job.stateAt) < ctx.now().getTime() - heartbeatTimeout

export const isBusy = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'reading' || state === 'rehearsing' || state === 'running'

/** The end state of an interrupted import. */
type EndState = Pick<Job, 'state'> & { failure: Failure }

function endStateOf({ state }: Job, cause: string): EndState {
  const advice = state === 'reading' ? t('upload it again') : t('start it again')
  return { state: 'failed', failure: { cause, advice } }
}

/** Ends an import whose process or thread is gone, and undoes what it had written. */
export async function resolveLost(
  ctx: Context,
  job: Job,
  endState: EndState = endStateOf(job, t('The server was stopped during the import')),
): Promise<void> {
  const batch = job.batchId === null ? undefined : await findBatch(ctx.store.read, job.batchId)
  const isHalfDone = batch?.state === 'open'
  const rest = isHalfDone ? await undoImport(ctx, batch.id) : { leftCount: 0 }
  const change = {
    state: endState.state,
    failure: describeFailure(endState.failure, rest),
    stateAt: ctx.now().toISOString(),
    done: 0,
    batchId: rest.leftCount > 0 ? job.batchId : null,
  } as const
  await ctx.store.transaction(async (tx) => {
    // It may have ended by itself meanwhile.
    const locked = await lockJob(tx, ctx.store.dialect, job.id)
    if (!locked || (!isHalfDone && locked.state !== job.state)) return
    if (locked.state === 'reading') await removeParts(tx, job.id)
    await changeJob(tx, job.id, { ...change, report: null, lastReport: locked.lastReport })
  })
}

/** Ends an import after an unexpected error. */
export const resolveBroken = (ctx: Context, job: Job, cause: string): Promise<void> =>
  resolveLost(ctx, job, endStateOf(job, cause))

const dayMs = 86_400_000

/** Deletes the rows of old imports; undo does not need them. */
export async function removeOldRows(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - ctx.config.retention.importRows * dayMs)
  while (await ctx.store.transaction((tx) => removeOldParts(tx, before))) await yieldToEventLoop()
}

/**
 * Runs at the start and periodically, so that no import stays half done. Where this is the only process, every import
 * that looks busy at the start is lost.
 */
export async function recoverImports(ctx: Context, isStart: boolean): Promise<void> {
  const isOnlyProcess = ctx.store.copy !== undefined
  for (const job of await jobsInState(ctx.store.read, ['reading', 'rehearsing', 'running'])) {
    if (!isLost(ctx, job) && !(isStart && isOnlyProcess)) continue
    const account = job.accountId === null ? undefined : await findAccount(ctx.store.read, job.accountId)
    await inLanguage(account?.language ?? null, () => resolveLost(ctx, job))
  }
  const hourAgo = new Date(ctx.now().getTime() - hourMs)
  await ctx.store.transaction((tx) => removeLooseParts(tx, hourAgo))
  removeOldUploads(ctx.config.dataDir, isStart && isOnlyProcess ? ctx.now() : hourAgo)
}
