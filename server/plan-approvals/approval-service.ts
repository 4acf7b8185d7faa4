import type {
  PlanApproval,
  PlanApprovals,
  PlanDetail,
  PlanStepInput,
} from '#domain/api/visit-plans/plan-approvals.ts'
import { can } from '#domain/access/policy.ts'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { conflict, forbidden, invalid, notFound } from '#domain/problem.ts'
import { noteProblems, stepRules, stepsFrom, type PlanStep } from '#domain/visit-plans/approval.ts'
import { namesOfEmployees } from '../assignments/assignment-names.ts'
import { namesOfCustomers } from '../assignments/handover-store.ts'
import { ownEmployee } from '../assignments/own-employee.ts'
import type { Context } from '../core/context.ts'
import { gate, requireRight } from '../core/gate.ts'
import { once, type Answer } from '../core/idempotency.ts'
import { requireOwnPlan } from '../planning/planning-save-hooks.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { managersOf, type Manager } from './reporting-line.ts'
import { t } from '#domain/messages/t.ts'

type WorkPlan = RecordNamed<'workPlan'>

const maxPlans = 200

/** The plans of the employees that the account sees: those it has to decide first. */
export async function listPlanApprovals(ctx: Context): Promise<PlanApprovals> {
  const plans = await gate(ctx, 'read', 'workPlan').list({
    filters: [],
    sort: { field: 'From_Date', descending: true },
    limit: maxPlans,
    total: false,
  })
  // Those that wait are listed however old they are.
  const sent = await gate(ctx, 'read', 'workPlan').list({
    filters: [{ field: 'State', test: 'is', values: ['sent'] }],
    sort: { field: 'From_Date', descending: true },
    limit: maxPlans,
    total: false,
  })
  const known = new Set(sent.items.map(({ id }) => id))
  const items = await describePlans(ctx, [...sent.items, ...plans.items.filter(({ id }) => !known.has(id))])
  const rank = ({ steps }: PlanApproval): number => (steps.includes('approve') ? 0 : 1)
  return {
    ...clockOf(ctx),
    items: items.toSorted(
      (one, other) => rank(one) - rank(other) || (one.From_Date > other.From_Date ? -1 : 1),
    ),
    hasMore: plans.next !== null,
  }
}

const clockOf = ({ now, config: { timeZone } }: Context): Pick<PlanApprovals, 'today' | 'timeZone'> => ({
  today: dayIn(now(), timeZone),
  timeZone,
})

/** Those that wait for a decision of the account. */
export async function waitingPlans(ctx: Context): Promise<PlanApproval[]> {
  const { items } = await gate(ctx, 'read', 'workPlan').list({
    filters: [{ field: 'State', test: 'is', values: ['sent'] }],
    sort: { field: 'From_Date', descending: false },
    limit: maxPlans,
    total: false,
  })
  return (await describePlans(ctx, items)).filter(({ steps }) => steps.includes('approve'))
}

export async function readPlanApproval(ctx: Context, id: string): Promise<PlanDetail> {
  const plan = await gate(ctx, 'read', 'workPlan').find(id)
  if (!plan) throw notFound(t('There is no plan {plan}', { plan: id }))
  const [item] = await describePlans(ctx, [plan])
  const { items } = await gate(ctx, 'read', 'workPlanStop').list({
    filters: [{ field: 'Plan_ID', test: 'is', values: [plan.Plan_ID] }],
    sort: { field: 'Visit_Date', descending: false },
    limit: 2000,
    total: false,
  })
  requireRight(ctx, 'read', 'city')
  const rows = await namesOfCustomers(
    ctx.store.read,
    items.map(({ Customer_Code }) => Customer_Code),
  )
  const byCode = new Map(rows.map((row) => [row.customer_code, row]))
  const stops = items
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.Stop_Order - other.Stop_Order)
    .map(({ Customer_Code, Visit_Date, Start_Time, Reason }) => {
      const customer = byCode.get(Customer_Code)
      return {
        Customer_Code,
        Customer_Name: customer?.customer_name ?? Customer_Code,
        Local_Name: customer?.local_name ?? null,
        City_Name: customer?.city_name ?? '',
        City_Local_Name: customer?.city_local_name ?? null,
        Visit_Date,
        Start_Time,
        Reason,
      }
    })
  return { ...clockOf(ctx), plan: item!, stops }
}

const rankOf = ({ Visit_Date }: { Visit_Date: string }): number => Date.parse(Visit_Date)

/** Takes a step of a plan, in one transaction with its history. */
export function changePlanState(
  ctx: Context,
  id: string,
  { step, version, note }: PlanStepInput,
): Promise<Answer<PlanApproval>> {
  const plans = gate(ctx, 'update', 'workPlan')
  const problems = noteProblems(step, note)
  if (problems.length > 0) throw invalid(problems)
  return once(ctx, ['plan state', id, step, version, note ?? ''], (saveAnswer) =>
    plans.transaction(async (writer) => {
      const plan = await writer.lock(id)
      if (!plan) throw notFound(t('There is no plan {plan}', { plan: id }))
      const state = plan.State ?? 'draft'
      if (plan.version !== version || !stepsFrom(state).includes(step))
        throw conflict(await describeState(writer.tx, plan), [], { current: plan })
      await requireStep(ctx, writer.tx, plan, step)
      if (step === 'send') await requireStops(writer.tx, plan)
      const values = { ...plan, ...changeOf(ctx, step, note?.trim() || null) }
      const saved = await writer.update(plan, values)
      const [item] = await describePlans(ctx, [saved], writer.tx)
      return saveAnswer(writer.tx, { status: 200, body: item! })
    }),
  )
}

function changeOf(ctx: Context, step: PlanStep, note: string | null): Partial<WorkPlan> {
  const at = ctx.now().toISOString()
  const undecided = { Decided_By: null, Decided_At: null }
  const State = stepRules[step].to
  if (step === 'send') return { State, Sent_At: at, Note: note, ...undecided }
  if (step === 'withdraw') return { State, Sent_At: null, Note: note }
  if (step === 'reopen') return { State, Note: note, Sent_At: null, ...undecided }
  return { State, Note: note, Decided_By: accountOf(ctx), Decided_At: at }
}

const accountOf = ({ actor }: Context): string | null => (actor.kind === 'account' ? actor.id : null)

const isAdministrator = ({ actor }: Context): boolean =>
  actor.kind === 'account' && actor.access.roles.includes('ADMIN')

/** The planner sends; a manager in the reporting line or an administrator decides, but not on the own plan. */
async function requireStep(ctx: Context, db: Tx, plan: WorkPlan, step: PlanStep): Promise<void> {
  const employee = plan.Employee_Number
  if (stepRules[step].by === 'planner') return requireOwnPlan(ctx, db, employee)
  const refused = { action: 'update', subject: 'workPlan' } as const
  if ((await ownEmployee(ctx, db)) === employee)
    throw forbidden(t('A plan is decided by another person than the one it is for'), refused)
  const managers = (await managersOf(db, [employee]))(employee)
  if (isAdministrator(ctx) || isAmong(managers, ctx)) return
  throw forbidden(t('Only a reporting manager or an administrator decides this plan'), refused)
}

const isAmong = (managers: readonly Manager[], ctx: Context): boolean =>
  managers.some(({ account }) => account !== null && account === accountOf(ctx))

async function requireStops(db: Db, { Plan_ID }: WorkPlan): Promise<void> {
  const stop = await db
    .selectFrom('work_plan_stop')
    .select('id')
    .where('plan_id', '=', Plan_ID)
    .limit(1)
    .executeTakeFirst()
  if (!stop)
    throw invalid([
      {
        field: 'step',
        message: t('Plan {plan} has no visits yet, so there is nothing to send', { plan: Plan_ID }),
      },
    ])
}

/** Why the step is not possible: what became of the plan since. */
async function describeState(db: Db, { Plan_ID, State, Decided_By }: WorkPlan): Promise<string> {
  const names = await namesOfAccounts(db, Decided_By === null ? [] : [Decided_By])
  const by = Decided_By === null ? null : (names.get(Decided_By) ?? null)
  return by === null || (State !== 'approved' && State !== 'returned')
    ? t(
        '{state, select, sent {Plan {plan} was sent meanwhile} approved {Plan {plan} was approved meanwhile} returned {Plan {plan} was returned meanwhile} accepted {Plan {plan} is accepted: its visits are planned} other {Plan {plan} was changed meanwhile}}. Nothing was changed',
        { state: State ?? 'draft', plan: Plan_ID },
      )
    : t(
        '{state, select, approved {Plan {plan} was approved by {by}} other {Plan {plan} was returned by {by}}}. Nothing was changed',
        { state: State, plan: Plan_ID, by },
      )
}

async function namesOfAccounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row.username]))
}

async function countStops(db: Db, plans: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (plans.length === 0) return new Map()
  const rows = await db
    .selectFrom('work_plan_stop')
    .select((eb) => ['plan_id', eb.fn.countAll<number | string>().as('stops')])
    .where('plan_id', 'in', [...plans])
    .groupBy('plan_id')
    .execute()
  return new Map(rows.map((row) => [row.plan_id, Number(row.stops)]))
}

async function describePlans(
  ctx: Context,
  plans: readonly WorkPlan[],
  db: Db = ctx.store.read,
): Promise<PlanApproval[]> {
  requireRight(ctx, 'read', 'employee')
  const employees = [...new Set(plans.map(({ Employee_Number }) => Employee_Number))]
  const own = await ownEmployee(ctx, db)
  const names = await namesOfEmployees(db, employees)
  const managers = await managersOf(db, employees)
  const stops = await countStops(
    db,
    plans.map(({ Plan_ID }) => Plan_ID),
  )
  const accounts = await namesOfAccounts(
    db,
    plans.flatMap(({ Decided_By }) => Decided_By ?? []),
  )
  const mayUpdate = can(ctx.actor, 'update', 'workPlan').allowed
  const plansForOthers = can(ctx.actor, 'update', 'visit').allowed
  return plans.map((plan): PlanApproval => {
    const employee = plan.Employee_Number
    const above = managers(employee)
    const mayTake = (step: PlanStep): boolean =>
      stepRules[step].by === 'planner'
        ? plansForOthers || employee === own
        : employee !== own && (isAdministrator(ctx) || isAmong(above, ctx))
    return {
      id: plan.id,
      version: plan.version,
      Plan_ID: plan.Plan_ID,
      employee: { employeeNumber: employee, name: names.get(employee) ?? employee },
      From_Date: plan.From_Date,
      To_Date: plan.To_Date,
      State: plan.State ?? 'draft',
      Note: plan.Note,
      visits: stops.get(plan.Plan_ID) ?? 0,
      Sent_At: plan.Sent_At,
      decidedBy: plan.Decided_By === null ? null : (accounts.get(plan.Decided_By) ?? null),
      Decided_At: plan.Decided_At,
      managers: above.filter(({ account }) => account !== null).map(({ name }) => name),
      steps: mayUpdate ? stepsFrom(plan.State ?? 'draft').filter(mayTake) : [],
    }
  })
}
