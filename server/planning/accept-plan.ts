import { acceptableStates } from '#domain/catalogue/entities/work-plan-choices.ts'
import type { WorkPlanState } from '#domain/catalogue/entities/work-plan-choices.ts'
import { system } from '#domain/access/actor.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { dayIn, instantAt } from '#domain/dates/moments.ts'
import { conflict, invalid } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import { workPlanStates } from '#domain/catalogue/entities/work-plan-choices.ts'
import type { Accepted } from '#domain/api/planning/work-plans.ts'
import type { AfterUndo } from '../changes/undo-batch.ts'
import { beginBatch } from '../changes/batch-service.ts'
import type { Context } from '../core/context.ts'
import { gate, requireRight } from '../core/gate.ts'
import { once, type Answer } from '../core/idempotency.ts'
import { keyOfCustomer, lockCustomers } from '../core/customer-locks.ts'
import { savePlan } from '../visits/plan-helpers.ts'
import type { Tx } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import { lockPlan, stopsOf, valuesOf, type WorkPlan, type WorkPlanStop } from './plan-records.ts'
import { beginRun, findRun, runOfBatch, setRun } from './plan-run-store.ts'
import { refuseWhileSolving } from './plan-service.ts'
import { requireOwnPlan } from './planning-save-hooks.ts'

/** Makes the stops of a plan planned visits, in one batch; an open plan of a customer is moved. */
export function acceptPlan(ctx: Context, code: string, version: number): Promise<Answer<Accepted>> {
  requireRight(ctx, 'create', 'visit')
  return once(ctx, ['accept plan', code, version], (saveAnswer) =>
    ctx.store.transaction(async (tx) => {
      const { plan, plans } = await lockPlan(ctx, tx, code, version)
      await requireOwnPlan(ctx, tx, plan.Employee_Number)
      refuseUnacceptable(plan)
      await refuseWhileSolving(ctx, tx, plan)
      const stops = await stopsOf(tx, plan.Plan_ID)
      refuseStops(ctx, plan, stops)
      const title = t('Plan {plan} of {employee}, {from} to {to}', {
        plan: plan.Plan_ID,
        employee: plan.Employee_Number,
        from: formatDate(plan.From_Date),
        to: formatDate(plan.To_Date),
      })
      const batchCtx = await beginBatch(ctx, tx, { kind: 'work plan', entity: 'visit', title })
      // Before the visits are planned: those that are older were appointments.
      const Accepted_At = ctx.now().toISOString()
      const counts = await planEach(batchCtx, tx, plan, stops)
      // Not part of the batch: undoing the batch sets the state as well (reopenPlan).
      await plans.update(plan, { ...valuesOf(plan), State: 'accepted', Accepted_At })
      if (!(await findRun(tx, plan.Plan_ID))) {
        const runId = newId(ctx.now())
        await beginRun(tx, plan.Plan_ID, runId, ctx.now())
        await setRun(tx, plan.Plan_ID, { state: 'done', progress: 100 })
      }
      await setRun(tx, plan.Plan_ID, { batch_id: batchCtx.batchId, former_state: plan.State })
      return saveAnswer(tx, { status: 201, body: { batchId: batchCtx.batchId, ...counts } })
    }),
  )
}

function refuseUnacceptable({ Plan_ID, State }: WorkPlan): void {
  if (acceptableStates.includes(State ?? 'draft')) return
  throw conflict(
    State === 'accepted'
      ? t('Plan {plan} is accepted already: its visits are planned', { plan: Plan_ID })
      : t('Plan {plan} was sent and waits for a decision. It cannot be accepted before', { plan: Plan_ID }),
  )
}

function refuseStops(ctx: Context, plan: WorkPlan, stops: readonly WorkPlanStop[]): void {
  if (stops.length === 0)
    throw invalid([{ field: 'stops', message: t('Plan {plan} has no stops', { plan: plan.Plan_ID }) }])
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const past = stops.find(({ Visit_Date }) => Visit_Date < today)
  if (past)
    throw invalid([
      {
        field: 'stops',
        message: t('{date} has passed: move or remove its stops first', {
          date: formatDate(past.Visit_Date),
        }),
      },
    ])
}

async function planEach(
  ctx: Context,
  tx: Tx,
  plan: WorkPlan,
  stops: readonly WorkPlanStop[],
): Promise<Pick<Accepted, 'planned' | 'moved'>> {
  const codes = stops.map((stop) => stop.Customer_Code)
  const customers = await lockCustomers(ctx, tx, codes)
  const missing = codes.find((code) => !customers.has(keyOfCustomer(code)))
  if (missing !== undefined)
    throw invalid([{ field: 'stops', message: t('There is no customer {code}', { code: missing }) }])
  const visits = gate(ctx, 'create', 'visit').using(tx)
  const counts = { planned: 0, moved: 0 }
  for (const stop of stops) {
    const customer = customers.get(keyOfCustomer(stop.Customer_Code))!
    const Planned_At = instantAt(stop.Visit_Date, stop.Start_Time ?? '09:00', ctx.config.timeZone)
    const { isMoved } = await savePlan(ctx, visits, customer, {
      Customer_Code: stop.Customer_Code,
      Planned_At,
      Assigned_To: plan.Employee_Number,
      Stop_Order: stop.Stop_Order,
    })
    counts.planned++
    if (isMoved) counts.moved++
  }
  return counts
}

/** The undo of an accepted plan makes it what it was before; undoing the undo accepts it again. */
export const reopenPlan: AfterUndo = async (ctx, tx, { original, isUndone }) => {
  const run = await runOfBatch(tx, original)
  if (!run) return
  const plans = gate({ ...ctx, actor: system('a batch was undone') }, 'update', 'workPlan', ctx.actor).using(
    tx,
  )
  const plan = await plans.lock(run.plan_id)
  if (!plan) return
  const former: WorkPlanState = workPlanStates.find((state) => state === run.former_state) ?? 'draft'
  await plans.update(plan, {
    ...valuesOf(plan),
    State: isUndone ? former : 'accepted',
    Accepted_At: isUndone ? null : ctx.now().toISOString(),
  })
}
