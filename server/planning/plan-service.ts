import { conflict, invalid, type FieldProblem } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import { periodProblems } from '#domain/planning/period.ts'
import type { Proposal, SavedStops, WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { formatDate } from '#domain/dates/dates.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { once, type Answer } from '../core/idempotency.ts'
import { createInTransaction } from '../records/record-service.ts'
import { textAt } from '#domain/catalogue/values.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { customersNamed, dueDayOf, todayOf, workingDaysOf } from './plan-input.ts'
import {
  findPlan,
  lockPlan,
  refuseStale,
  replaceStops,
  stopsOf,
  valuesOf,
  type StopValues,
  type WorkPlan,
} from './plan-records.ts'
import { deleteRun, findRun, isUnderWay, reportOf, setRun } from './plan-run-store.ts'
import { readWorkPlan, startOf, timeDay } from './plan-view.ts'
import { refuseUnlessEditable, requireOwnPlan } from './planning-save-hooks.ts'
import { refusePast, type PlanSolver } from './solve-service.ts'

type Proposed = { items: { Plan_ID: string; Employee_Number: string }[] }

/** Makes a plan for each employee, all or none, and starts solving them. */
export async function proposePlans(
  ctx: Context,
  solver: PlanSolver,
  proposal: Proposal,
): Promise<Answer<Proposed>> {
  const { Employee_Numbers, From_Date, To_Date } = proposal
  const problems = periodProblems({ From_Date, To_Date })
  if (problems.length > 0) throw invalid(problems)
  refusePast(ctx, { From_Date, To_Date })
  const numbers = [...new Set(Employee_Numbers)]
  await refuseUnknown(ctx, numbers)
  const answer = await once<Proposed>(ctx, ['planning', proposal], (saveAnswer) =>
    ctx.store.transaction(async (tx) => {
      const items: Proposed['items'] = []
      for (const Employee_Number of numbers) {
        await refuseSecond(tx, Employee_Number, proposal)
        const plan = await createInTransaction(ctx, tx, 'workPlan', { Employee_Number, From_Date, To_Date })
        items.push({ Plan_ID: textAt(plan, 'Plan_ID'), Employee_Number: textAt(plan, 'Employee_Number') })
      }
      return saveAnswer(tx, { status: 201, body: { items } })
    }),
  )
  for (const { Plan_ID } of answer.body.items) {
    const run = await findRun(ctx.store.read, Plan_ID)
    // A repeated request finds its plans solved already.
    if (!run) await solver.start(ctx, Plan_ID)
  }
  return answer
}

async function refuseUnknown(ctx: Context, numbers: readonly string[]): Promise<void> {
  const employees = gate(ctx, 'read', 'employee')
  const problems: FieldProblem[] = []
  for (const number of numbers)
    if (!(await employees.find(number)))
      problems.push({ field: 'Employee_Numbers', message: t('There is no employee {number}', { number }) })
  if (problems.length > 0) throw invalid(problems)
}

/** Two plans for the same days would plan the same visits. */
async function refuseSecond(tx: Tx, employee: string, { From_Date, To_Date }: Proposal): Promise<void> {
  const other = await tx
    .selectFrom('work_plan')
    .select(['plan_id', 'from_date', 'to_date'])
    .where('employee_number', '=', employee)
    .where('from_date', '<=', To_Date)
    .where('to_date', '>=', From_Date)
    .executeTakeFirst()
  if (!other) return
  const values = { plan: other.plan_id, from: formatDate(other.from_date), to: formatDate(other.to_date) }
  throw conflict(
    t('Employee {employee} has plan {plan} from {from} to {to} already. Open it, or delete it first', {
      employee,
      ...values,
    }),
  )
}

/** Replaces the stops of a plan as they were edited; the times follow from the order. */
export async function saveStops(ctx: Context, code: string, input: SavedStops): Promise<WorkPlanView> {
  const codes = input.stops.map((stop) => stop.Customer_Code)
  // Read before the transaction: it holds a connection, and a read beside it would wait for another one.
  const rows = new Map((await customersNamed(ctx, codes)).map((row) => [row.customer_code, row]))
  const found = await findPlan(ctx, code)
  refuseStale(found, input.version)
  const days = await workingDaysOf(ctx, found.Employee_Number, found)
  const kept = new Set(codes)
  const removed = (await stopsOf(ctx.store.read, found.Plan_ID))
    .map((stop) => stop.Customer_Code)
    .filter((each) => !kept.has(each))
  const today = todayOf(ctx)
  const leftOut = (await customersNamed(ctx, removed)).map((row) => ({
    code: row.customer_code,
    due: dueDayOf(today, row),
  }))
  await ctx.store.transaction(async (tx) => {
    const { plan, plans } = await lockPlan(ctx, tx, code, input.version)
    await requireOwnPlan(ctx, tx, plan.Employee_Number)
    refuseUnlessEditable(plan)
    await refuseWhileSolving(ctx, tx, plan)
    const problems = stopProblems(plan, input, new Set(rows.keys()))
    if (problems.length > 0) throw invalid(problems)
    const before = new Map((await stopsOf(tx, plan.Plan_ID)).map((stop) => [stop.Customer_Code, stop]))
    const start = startOf(days, rows.values())
    const stops: StopValues[] = []
    let kilometres = 0
    for (const [date, own] of Map.groupBy(input.stops, (stop) => stop.Visit_Date)) {
      const values = own.map((stop, at): StopValues => ({
        Plan_ID: plan.Plan_ID,
        Customer_Code: stop.Customer_Code,
        Visit_Date: date,
        Stop_Order: at + 1,
        Start_Time: stop.Start_Time ?? null,
        Minutes: stop.Minutes,
        Is_Fixed: stop.Is_Fixed ? 'yes' : 'no',
        Reason: before.get(stop.Customer_Code)?.Reason ?? t('Added by hand'),
      }))
      const { times, kilometres: ofDay } = timeDay(date, values, { rows, days, start })
      kilometres += ofDay
      stops.push(...values.map((stop, at) => ({ ...stop, Start_Time: times[at] ?? stop.Start_Time })))
    }
    await replaceStops(ctx, tx, plan.Plan_ID, stops)
    await markEdited(tx, plan, leftOut)
    const due = plan.Visits_Due ?? stops.length
    await plans.update(plan, {
      ...valuesOf(plan),
      Visits_Due: Math.max(due, stops.length),
      Visits_In_Time: stops.length,
      Kilometres: Math.round(kilometres),
    })
  })
  return readWorkPlan(ctx, code)
}

/** What the solution says of its quality holds no more, and customers that were removed are among those left out. */
async function markEdited(
  tx: Tx,
  { Plan_ID }: WorkPlan,
  removed: readonly { code: string; due: string }[],
): Promise<void> {
  const report = reportOf(await findRun(tx, Plan_ID))
  if (!report) return
  const known = new Set(report.leftOut.map(({ code }) => code))
  const leftOut = [...report.leftOut, ...removed.filter(({ code }) => !known.has(code))]
  await setRun(tx, Plan_ID, { report: JSON.stringify({ ...report, leftOut, isEdited: true }) })
}

function stopProblems(plan: WorkPlan, { stops }: SavedStops, known: ReadonlySet<string>): FieldProblem[] {
  const seen = new Set<string>()
  return stops.flatMap(({ Customer_Code, Visit_Date, Start_Time }): FieldProblem[] => {
    const field = 'stops'
    if (!known.has(Customer_Code))
      return [{ field, message: t('There is no customer {code}', { code: Customer_Code }) }]
    if (seen.has(Customer_Code))
      return [{ field, message: t('Customer {code} is listed twice', { code: Customer_Code }) }]
    seen.add(Customer_Code)
    if (Start_Time && !/^([01]\d|2[0-3]):[0-5]\d$/.test(Start_Time))
      return [{ field, message: t('A time has hours and minutes, like 09:30') }]
    if (Visit_Date >= plan.From_Date && Visit_Date <= plan.To_Date) return []
    const values = { from: formatDate(plan.From_Date), to: formatDate(plan.To_Date) }
    return [{ field, message: t('The day should be within the plan, from {from} to {to}', values) }]
  })
}

export async function refuseWhileSolving(ctx: Context, db: Db, { Plan_ID }: WorkPlan): Promise<void> {
  if (!isUnderWay(await findRun(db, Plan_ID), ctx.now())) return
  throw conflict(
    t('Plan {plan} is being solved already. Wait until it is done, or cancel it', { plan: Plan_ID }),
  )
}

/** Deletes a plan with its stops; planned visits that came from it stay. */
export async function deleteWorkPlan(ctx: Context, code: string): Promise<void> {
  await ctx.store.transaction(async (tx) => {
    const { plan, plans } = await lockPlan(ctx, tx, code)
    await requireOwnPlan(ctx, tx, plan.Employee_Number)
    refuseUnlessEditable(plan)
    await refuseWhileSolving(ctx, tx, plan)
    await replaceStops(ctx, tx, plan.Plan_ID, [])
    await deleteRun(tx, plan.Plan_ID)
    await plans.remove(plan)
  })
}
