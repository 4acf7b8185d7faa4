import { can } from '#domain/access/policy.ts'
import { editableStates } from '#domain/catalogue/entities/work-plan-choices.ts'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { periodProblems } from '#domain/planning/period.ts'
import { parseDaysOff, workingTimeProblems } from '#domain/planning/working-time.ts'
import { conflict, forbidden, invalid } from '#domain/problem.ts'
import { ownEmployee } from '../assignments/own-employee.ts'
import type { Context } from '../core/context.ts'
import type { Change, HookContext } from '../records/save-hooks.ts'
import type { Tx } from '../store/dialect.ts'

export function checkWorkingTime({ after }: Change<RecordNamed<'workingTime'>>): void {
  if (!after) return
  const problems = workingTimeProblems(after)
  if (problems.length > 0) throw invalid(problems)
  if (after.Days_Off !== null) after.Days_Off = parseDaysOff(after.Days_Off).days.join(', ') || 'none'
}

export function checkLeave({ after }: Change<RecordNamed<'leave'>>): void {
  if (after && after.To_Date < after.From_Date)
    throw invalid([{ field: 'To_Date', message: t('To Date should not be earlier than From Date') }])
}

type WorkPlan = RecordNamed<'workPlan'>

/**
 * A plan that is saved as a record: its state and what follows from it are changed by the routes of plans only, which
 * write without this hook.
 */
export async function checkWorkPlan(
  { before, after, restored }: Change<WorkPlan>,
  { ctx, writer }: HookContext<WorkPlan>,
): Promise<void> {
  const employee = after?.Employee_Number ?? before!.Employee_Number
  await requireOwnPlan(ctx, writer.tx, employee)
  if (before) refuseUnlessEditable(before)
  if (!after) return refuseWithStops(writer.tx, before!)
  const problems = periodProblems(after)
  if (problems.length > 0) throw invalid(problems)
  if (restored !== undefined) return
  if (after.State !== null && after.State !== (before?.State ?? 'draft'))
    throw invalid([
      {
        field: 'State',
        message: t('The state of a plan changes when it is sent, decided or accepted, not by saving it'),
      },
    ])
  after.State = before?.State ?? 'draft'
  for (const name of decidedByRoutes) Object.assign(after, { [name]: before?.[name] ?? null })
  after.Planned_By ??= ctx.actor.kind === 'account' ? ctx.actor.id : null
}

async function refuseWithStops(tx: Tx, { Plan_ID }: WorkPlan): Promise<void> {
  const stop = await tx
    .selectFrom('work_plan_stop')
    .select('id')
    .where('plan_id', '=', Plan_ID)
    .executeTakeFirst()
  if (stop) throw conflict(t('Plan {plan} has stops. Remove them first', { plan: Plan_ID }))
}

const decidedByRoutes = [
  'Planned_By',
  'Sent_At',
  'Decided_By',
  'Decided_At',
  'Accepted_At',
  'Visits_Due',
  'Visits_In_Time',
  'Kilometres',
] as const

/** Accounts that may change visits plan for every employee they see, others for their own employee. */
export async function requireOwnPlan(ctx: Context, tx: Tx, employee: string): Promise<void> {
  if (can(ctx.actor, 'update', 'visit').allowed) return
  if ((await ownEmployee(ctx, tx)) === employee) return
  throw forbidden(t('You may plan your own visits only'), { action: 'update', subject: 'visit' })
}

/** Plans that were sent, approved or accepted keep their stops. */
export function refuseUnlessEditable({ Plan_ID, State }: Pick<WorkPlan, 'Plan_ID' | 'State'>): void {
  if (editableStates.includes(State ?? 'draft')) return
  throw conflict(
    t(
      '{state, select, sent {Plan {plan} was sent and waits for a decision. It cannot be changed now} approved {Plan {plan} is approved. It cannot be changed any more} other {Plan {plan} is accepted: its visits are planned. Undo this to change it}}',
      { state: State!, plan: Plan_ID },
    ),
  )
}

/** A stop belongs to the days of a plan that is being edited. */
export async function checkWorkPlanStop(
  { before, after }: Change<RecordNamed<'workPlanStop'>>,
  { ctx, writer }: HookContext<RecordNamed<'workPlanStop'>>,
): Promise<void> {
  for (const stop of [before, after]) {
    if (!stop) continue
    const plan = await writer.tx
      .selectFrom('work_plan')
      .select(['plan_id', 'state', 'employee_number', 'from_date', 'to_date'])
      .where('plan_id', '=', stop.Plan_ID)
      .executeTakeFirst()
    if (!plan) {
      if (stop === before) continue
      const message = t('There is no plan {plan}', { plan: stop.Plan_ID })
      throw invalid([{ field: 'Plan_ID', message }])
    }
    await requireOwnPlan(ctx, writer.tx, plan.employee_number)
    refuseUnlessEditable({ Plan_ID: plan.plan_id, State: plan.state })
    if (stop !== after || (stop.Visit_Date >= plan.from_date && stop.Visit_Date <= plan.to_date)) continue
    const values = { from: formatDate(plan.from_date), to: formatDate(plan.to_date) }
    throw invalid([
      { field: 'Visit_Date', message: t('The day should be within the plan, from {from} to {to}', values) },
    ])
  }
}
