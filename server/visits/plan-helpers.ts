import { system } from '#domain/access/actor.ts'
import { entityNamed, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import { retiredOn } from '#domain/catalogue/reading/retired.ts'
import { nameRecord } from '#domain/catalogue/entity.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { dayIn, wallClock } from '#domain/dates/moments.ts'
import { conflict, type FieldProblem } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import { isBlank } from '#domain/visits/payloads.ts'
import { movedFrom } from '#domain/visit-plans/plan-results.ts'
import type { Context } from '../core/context.ts'
import { requireRight, gate } from '../core/gate.ts'
import { checkRecord } from '../records/check-record.ts'
import type { RecordWriter } from '../store/records/records.ts'
import { ownersOn } from '../assignments/assignment-store.ts'
import { ownEmployee } from '../assignments/own-employee.ts'
import type { SeenPlan, VisitPayload } from './visit-payload.ts'
import { isAgreedDay, lockOpenPlanOf, type Customer, type Visit, type VisitWriter } from './visit-store.ts'
import { t } from '#domain/messages/t.ts'

/** Recording a visit updates the customer as the system, so it needs no right to change customers. */
export function visitEffectWriter<N extends 'customer' | 'customerPlace'>(
  ctx: Context,
  { tx }: Pick<RecordWriter, 'tx'>,
  action: 'create' | 'update' | 'delete',
  name: N,
): RecordWriter<RecordNamed<N>> {
  // Not part of a batch: undoing the batch changes the visits, and those update the customer again.
  const { batchId: _, ...unbatched } = ctx
  return gate({ ...unbatched, actor: system('a visit was recorded') }, action, name, ctx.actor).using(tx)
}

/**
 * Writes the follow-up plan of a visit as the system: the customer was in scope when the visit was saved, even if that
 * save closed the plan that put it there.
 */
export function followUpWriter(ctx: Context, visits: VisitWriter): VisitWriter {
  const systemCtx = { ...ctx, actor: system('a visit was recorded') }
  return gate(systemCtx, 'create', 'visit', ctx.actor).using(visits.tx)
}

export const openPlanOf = (
  ctx: Context,
  visits: VisitWriter,
  customer: Customer,
): Promise<Visit | undefined> => lockOpenPlanOf(visits.tx, ctx.store.dialect, customer.Customer_Code)

interface SavedPlan {
  plan: Visit
  isMoved: boolean
}

interface PlanOptions {
  /** Problems found before. */
  problems?: readonly FieldProblem[]
  /** The open plan that was on the screen, or null for none; any other open plan is not moved. */
  seen?: SeenPlan | null
}

/** A customer has one open plan: planning again moves it, and its history records the move. */
export async function savePlan(
  ctx: Context,
  visits: VisitWriter,
  customer: Customer | undefined,
  { Assigned_To, ...fields }: VisitPayload['fields'],
  { problems = [], seen }: PlanOptions = {},
): Promise<SavedPlan> {
  const open = customer && (await openPlanOf(ctx, visits, customer))
  if (seen !== undefined) refuseStalePlan(ctx, open, seen)
  if (customer && !open) refuseRetired(customer)
  const day = dayOf(ctx, fields.Planned_At)
  const defaultAssignee = open?.Assigned_To ?? (await ownerOn(ctx, visits, customer, day))
  const assignee = await resolveAssignee(ctx, visits, { open, defaultAssignee, to: Assigned_To })
  const plan = {
    Status: 'planned',
    // Moving a plan does not change who planned it; the history records who moved it.
    Planned_By: open?.Planned_By ?? accountIdOf(ctx),
    ...fields,
    Assigned_To: assignee === undefined ? Assigned_To : assignee,
    ...(open && { Moved_From: await dayNotKept(ctx, visits, open, day) }),
    // The stop order of one day is meaningless on another day.
    ...(open && day !== dayOf(ctx, open.Planned_At) && { Stop_Order: null }),
  }
  const trusted = { ...open, Assigned_To: assignee ?? null }
  const values = await checkRecord(visits, plan, { problems, trusted, ...(open && { base: open }) })
  if (open) return { plan: await visits.update(open, values), isMoved: true }
  return { plan: await visits.insert(values), isMoved: false }
}

/** See `movedFrom`. */
export async function dayNotKept(
  ctx: Context,
  { tx }: Pick<VisitWriter, 'tx'>,
  plan: Readonly<Visit>,
  after: string | null,
): Promise<string | null> {
  const before = dayOf(ctx, plan.Planned_At)
  const isAgreed = before !== after && (await isAgreedDay(tx, plan.Customer_Code, before))
  return movedFrom(plan, { before, after, today: dayIn(ctx.now(), ctx.config.timeZone), isAgreed })
}

/** An open plan of a retired customer can be moved or cancelled, but no new one is made. */
function refuseRetired(customer: Customer): void {
  const since = retiredOn(customer)
  if (since === undefined) return
  throw conflict(
    t('{record} is retired since {day}: reinstate it to plan a visit', {
      record: nameRecord(entityNamed('customer'), customer),
      day: formatDate(since),
    }),
  )
}

/** A change made by another user meanwhile was not on the screen, so it must not be overwritten. */
function refuseStalePlan(ctx: Context, open: Visit | undefined, seen: SeenPlan | null): void {
  if (open?.Visit_ID === seen?.Visit_ID && open?.version === seen?.version) return
  if (!open)
    throw conflict(t('Visit {visit} is no longer planned. Nothing was changed', { visit: seen!.Visit_ID }))
  const { day, time } = wallClock(new Date(open.Planned_At!), ctx.config.timeZone)
  const when = `${formatDate(day)} ${time.slice(0, 5)}`
  throw conflict(t('Another user planned this meanwhile, for {when}. Nothing was changed', { when }), [], {
    current: open,
  })
}

/**
 * A user may assign a plan to themselves or to the default assignee, even outside their scope; assigning another
 * employee, who must be in scope, needs the right to update visits. Undefined: another employee is named.
 */
async function resolveAssignee(
  ctx: Context,
  visits: VisitWriter,
  { open, defaultAssignee, to }: { open: Visit | undefined; defaultAssignee: string | null; to: unknown },
): Promise<string | null | undefined> {
  const isSame = (one: string | null): boolean => foldText(String(one)) === foldText(String(to).trim())
  if (isBlank(to) || isSame(defaultAssignee)) return defaultAssignee
  const own = await ownEmployee(ctx, visits.tx)
  if (open || !isSame(own)) requireRight(ctx, 'update', 'visit')
  return isSame(own) ? own : undefined
}

async function ownerOn(
  ctx: Context,
  visits: VisitWriter,
  customer: Customer | undefined,
  day: string | null,
): Promise<string | null> {
  if (!customer || day === null) return null
  const code = customer.Customer_Code
  return (await ownersOn(ctx, [code], day, visits.tx)).get(code)?.employeeNumber ?? null
}

/** The day of a timestamp in the firm's time zone. */
export const dayOf = (ctx: Context, timestamp: unknown): string | null =>
  typeof timestamp === 'string' ? dayIn(new Date(timestamp), ctx.config.timeZone) : null

export const accountIdOf = (ctx: Context): string | null =>
  ctx.actor.kind === 'account' ? ctx.actor.id : null
