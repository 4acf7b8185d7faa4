import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { system } from '#domain/access/actor.ts'
import { conflict, notFound } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { dynamic } from '../store/dialect.ts'
import { entities } from '#domain/catalogue/catalogue.ts'
import { shapeOf, toRecord } from '../store/records/record-rows.ts'
import type { RecordWriter } from '../store/records/records.ts'

export type WorkPlan = RecordNamed<'workPlan'>
export type WorkPlanStop = RecordNamed<'workPlanStop'>
export type StopValues = Omit<WorkPlanStop, 'id' | 'version' | 'createdAt' | 'updatedAt'>

/** A plan in the scope of the account, by its code. */
export async function findPlan(ctx: Context, code: string): Promise<WorkPlan> {
  const plan = await gate(ctx, 'read', 'workPlan').find(code)
  if (!plan) throw notFound(t('There is no plan {plan}', { plan: code }))
  return plan
}

/** Locks a plan in its transaction; `version` is the one that was on the screen. */
export async function lockPlan(
  ctx: Context,
  tx: Tx,
  code: string,
  version?: number,
): Promise<{ plan: WorkPlan; plans: RecordWriter<WorkPlan> }> {
  const plans = gate(ctx, 'update', 'workPlan').using(tx)
  const plan = await plans.lock(code)
  if (!plan) throw notFound(t('There is no plan {plan}', { plan: code }))
  if (version !== undefined) refuseStale(plan, version)
  return { plan, plans }
}

/** `version` is the one that was on the screen. */
export function refuseStale(plan: WorkPlan, version: number): void {
  if (version === plan.version) return
  throw conflict(
    t('Plan {plan} was changed meanwhile. Nothing was overwritten: open it again to see the change', {
      plan: plan.Plan_ID,
    }),
  )
}

/** The stops of a plan in their order, whatever customers the account sees: the plan itself is in its scope. */
export async function stopsOf(db: Db, plan: string): Promise<WorkPlanStop[]> {
  const { workPlanStop } = entities
  const rows = await dynamic(db)
    .selectFrom('work_plan_stop')
    .select(shapeOf(workPlanStop).selection)
    .where('plan_id', '=', plan)
    .orderBy('visit_date')
    .orderBy('stop_order')
    .execute()
  return rows.map((row) => toRecord(workPlanStop, row))
}

/** Writes stops as a consequence of a change of their plan, which the account had the right to make. */
function stopWriter(ctx: Context, tx: Tx): RecordWriter<WorkPlanStop> {
  return gate({ ...ctx, actor: system('a plan was changed') }, 'update', 'workPlanStop', ctx.actor).using(tx)
}

/** Replaces the stops of a plan: those that are the same keep their record. */
export async function replaceStops(
  ctx: Context,
  tx: Tx,
  plan: string,
  wanted: readonly StopValues[],
): Promise<void> {
  const stops = stopWriter(ctx, tx)
  const existing = new Map((await stopsOf(tx, plan)).map((stop) => [stop.Customer_Code, stop]))
  for (const values of wanted) {
    const stop = existing.get(values.Customer_Code)
    existing.delete(values.Customer_Code)
    if (!stop) await stops.insert(values)
    else if (isDifferent(stop, values)) await stops.update(stop, values)
  }
  for (const stop of existing.values()) await stops.remove(stop)
}

const isDifferent = (stop: WorkPlanStop, values: StopValues): boolean =>
  stop.Visit_Date !== values.Visit_Date ||
  stop.Stop_Order !== values.Stop_Order ||
  stop.Start_Time !== values.Start_Time ||
  stop.Minutes !== values.Minutes ||
  stop.Is_Fixed !== values.Is_Fixed ||
  stop.Reason !== values.Reason

export const valuesOf = ({
  id: _1,
  version: _2,
  createdAt: _3,
  updatedAt: _4,
  ...values
}: WorkPlan): Omit<WorkPlan, 'id' | 'version' | 'createdAt' | 'updatedAt'> => values
