import type { WorkPlanRun } from '#domain/api/planning/work-plans.ts'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { PlanReport } from '#domain/planning/report.ts'
import type { Context } from '../core/context.ts'
import type { Db, Tx } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'

export type PlanRun = Tables['plan_run']

/** A run that was not alive for so long, ten heartbeats, was of a process that ended. */
export const aliveMilliseconds = 20_000

export const findRun = (db: Db, plan: string): Promise<PlanRun | undefined> =>
  db.selectFrom('plan_run').selectAll().where('plan_id', '=', plan).executeTakeFirst()

export const runsOf = (db: Db, plans: readonly string[]): Promise<PlanRun[]> =>
  plans.length === 0
    ? Promise.resolve([])
    : db.selectFrom('plan_run').selectAll().where('plan_id', 'in', plans).execute()

export const isUnderWay = (run: Pick<PlanRun, 'state' | 'alive_at'> | undefined, now: Date): boolean =>
  run !== undefined &&
  (run.state === 'waiting' || run.state === 'running') &&
  now.getTime() - Date.parse(run.alive_at) < aliveMilliseconds

export function runView(run: PlanRun | undefined, now: Date): WorkPlanRun | null {
  if (!run) return null
  const hasEnded = run.state !== 'waiting' && run.state !== 'running'
  return { state: hasEnded || isUnderWay(run, now) ? run.state : 'interrupted', progress: run.progress }
}

const isReport = (value: unknown): value is PlanReport => isObject(value) && Array.isArray(value['leftOut'])

export const reportOf = (run: PlanRun | undefined): PlanReport | null =>
  run?.report ? parseJson(run.report, isReport) : null

/** Records that a plan is about to be solved; what the run before said stays until the new one ends. */
export async function beginRun(tx: Tx, plan: string, runId: string, now: Date): Promise<void> {
  const at = now.toISOString()
  const started = {
    run_id: runId,
    state: 'waiting',
    started_at: at,
    alive_at: at,
    progress: 0,
    is_cancelled: 0,
  } as const
  await tx
    .insertInto('plan_run')
    .values({ plan_id: plan, ...started, report: null, batch_id: null, former_state: null })
    .onConflict((conflict) => conflict.column('plan_id').doUpdateSet(started))
    .execute()
}

/** At the start of the only process of a database, no run is alive. */
export async function endRunsOfLastProcess({ store }: Pick<Context, 'store'>): Promise<void> {
  if (!store.dialect.isEmbedded) return
  await store.transaction((tx) =>
    tx
      .updateTable('plan_run')
      .set({ alive_at: new Date(0).toISOString() })
      .where('state', 'in', ['waiting', 'running'])
      .execute(),
  )
}

export type RunChange = Partial<Omit<PlanRun, 'plan_id' | 'run_id'>>

/** Changes a run that is under way, unless another one has begun meanwhile; returns it. Progress that is written late does not reopen it. */
export async function changeRun(
  tx: Tx,
  plan: string,
  runId: string,
  change: RunChange,
): Promise<PlanRun | undefined> {
  await tx
    .updateTable('plan_run')
    .set(change)
    .where('plan_id', '=', plan)
    .where('run_id', '=', runId)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
  const run = await findRun(tx, plan)
  return run?.run_id === runId ? run : undefined
}

export const setRun = (tx: Tx, plan: string, change: RunChange): Promise<unknown> =>
  tx.updateTable('plan_run').set(change).where('plan_id', '=', plan).execute()

export const deleteRun = (tx: Tx, plan: string): Promise<unknown> =>
  tx.deleteFrom('plan_run').where('plan_id', '=', plan).execute()

export const runOfBatch = (tx: Tx, batchId: string): Promise<PlanRun | undefined> =>
  tx.selectFrom('plan_run').selectAll().where('batch_id', '=', batchId).executeTakeFirst()
