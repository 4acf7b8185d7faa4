import { invalid } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import type { MeasureApplied } from '#domain/api/planning/work-plans.ts'
import type { Measure } from '#domain/planning/report.ts'
import { prepareHandover } from '../assignments/handover-service.ts'
import { beginBatch, inBatch } from '../changes/batch-service.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { createInTransaction, updateInTransaction } from '../records/record-service.ts'
import { findPlan, lockPlan, refuseStale, type WorkPlan } from './plan-records.ts'
import { findRun, reportOf } from './plan-run-store.ts'
import { refuseWhileSolving } from './plan-service.ts'
import { refuseUnlessEditable } from './planning-save-hooks.ts'
import { refusePast, type PlanSolver } from './solve-service.ts'

/** Does what the report of a plan says would help, through the services that people use for it, and solves the plan again. */
export async function applyMeasure(
  ctx: Context,
  solver: PlanSolver,
  code: string,
  { version, measure: at }: { version: number; measure: number },
): Promise<MeasureApplied> {
  const plan = await findPlan(ctx, code)
  const run = await findRun(ctx.store.read, plan.Plan_ID)
  // Everything that would refuse to solve it again, before anything is changed.
  refuseStale(plan, version)
  refuseUnlessEditable(plan)
  refusePast(ctx, plan)
  await refuseWhileSolving(ctx, ctx.store.read, plan)
  const measure = reportOf(run)?.measures[at]
  if (!measure)
    throw invalid([
      { field: 'measure', message: t('The plan has no such suggestion any more. Open it again') },
    ])
  const applied = await apply(ctx, plan, measure)
  await solver.start(ctx, plan.Plan_ID)
  return applied
}

function apply(ctx: Context, plan: WorkPlan, measure: Measure): Promise<MeasureApplied> {
  if (measure.kind === 'more stops') return setStops(ctx, plan, measure.stops)
  if (measure.kind === 'longer interval') return lengthen(ctx, plan, measure)
  return handOver(ctx, plan, measure)
}

function setStops(ctx: Context, plan: WorkPlan, Stops_Per_Day: number): Promise<MeasureApplied> {
  return ctx.store.transaction(async (tx) => {
    await lockPlan(ctx, tx, plan.Plan_ID, plan.version)
    const { Employee_Number } = plan
    const time = await gate(ctx, 'read', 'workingTime').using(tx).find(Employee_Number)
    const title = t('{stops} stops a day for {employee}', { stops: Stops_Per_Day, employee: Employee_Number })
    const batchCtx = await beginBatch(ctx, tx, { kind: 'bulk edit', entity: 'workingTime', title })
    if (time)
      await updateInTransaction(batchCtx, tx, 'workingTime', {
        idOrCode: time.id,
        input: { Stops_Per_Day, version: time.version },
        fields: 'some',
      })
    else await createInTransaction(batchCtx, tx, 'workingTime', { Employee_Number, Stops_Per_Day })
    return { batchId: batchCtx.batchId, changed: 1 }
  })
}

function lengthen(
  ctx: Context,
  plan: WorkPlan,
  { codes, to, cityName }: Extract<Measure, { kind: 'longer interval' }>,
): Promise<MeasureApplied> {
  return ctx.store.transaction(async (tx) => {
    await lockPlan(ctx, tx, plan.Plan_ID, plan.version)
    const title = t('{days} days between visits in {city}', { days: to, city: cityName })
    const batchCtx = await beginBatch(ctx, tx, { kind: 'bulk edit', entity: 'customer', title })
    const customers = gate(batchCtx, 'update', 'customer').using(tx)
    let changed = 0
    for (const code of codes.toSorted()) {
      const customer = await customers.find(code)
      if (!customer || customer.Visit_In_Days >= to) continue
      await updateInTransaction(batchCtx, tx, 'customer', {
        idOrCode: customer.id,
        input: { Visit_In_Days: to, version: customer.version },
        fields: 'some',
      })
      changed++
    }
    return { batchId: batchCtx.batchId, changed }
  })
}

/** A hand-over for the days of the plan: afterwards the customers return to their owner. */
async function handOver(
  ctx: Context,
  plan: WorkPlan,
  { codes, cityName, employee, employeeName }: Extract<Measure, { kind: 'hand over' }>,
): Promise<MeasureApplied> {
  const input = {
    From_Employee: plan.Employee_Number,
    To_Employee: employee,
    customers: { Customer_Codes: [...codes] },
    From_Day: plan.From_Date,
    Until_Day: plan.To_Date,
    Plans: false,
    dryRun: false,
    Remarks: t('Plan {plan}', { plan: plan.Plan_ID }),
  }
  const title = t('{count, plural, one {# customer} other {# customers}} around {city} to {employee}', {
    count: codes.length,
    city: cityName,
    employee: employeeName,
  })
  const handOverIn = await prepareHandover(ctx, input)
  return inBatch(ctx, { kind: 'bulk edit', entity: 'assignment', title }, async (batchCtx, tx) => {
    await lockPlan(batchCtx, tx, plan.Plan_ID, plan.version)
    const { customers } = await handOverIn(batchCtx, tx)
    return { batchId: batchCtx.batchId, changed: customers }
  })
}
