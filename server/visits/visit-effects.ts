import { retiredOn } from '#domain/catalogue/reading/retired.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { Context } from '../core/context.ts'
import { lockCustomer, regardlessOfScope } from '../core/customer-locks.ts'
import type { HookContext, SavedChange } from '../records/save-hooks.ts'
import type { Tx } from '../store/dialect.ts'
import { updateLastVisits } from './last-visit.ts'
import { changesOf } from './undo-store.ts'
import { dayOf, followUpWriter, openPlanOf, savePlan } from './plan-helpers.ts'
import type { Visit, VisitWriter } from './visit-store.ts'

/**
 * Updates the customer's last visit and the plan suggested by a visit after the visit is saved, changed, moved, deleted
 * or restored. The caller must hold the locks of the customers.
 */
export async function applyVisitEffects(
  saved: SavedChange<Visit>,
  { ctx, writer }: HookContext<Visit>,
): Promise<void> {
  const { before, after } = saved
  await applySuggestion(ctx, writer, saved)
  if (!isMade(before) && !isMade(after)) return
  const touched = [before?.Visit_ID, after?.Visit_ID]
  await updateLastVisits(ctx, writer.tx, [before?.Customer_Code, after?.Customer_Code], touched)
}

const isMade = (visit: Visit | null): boolean => visit?.Status === 'visited'

/** Only a closed visit with a customer can suggest the next one. */
const suggestionOf = (visit: Visit | null): string | null => {
  const isOpen = visit?.Status === 'planned' || visit?.Status === 'unassigned'
  return visit && !isOpen ? visit.Next_Visit_Suggested : null
}

async function applySuggestion(
  ctx: Context,
  visits: VisitWriter,
  { before, after, restored }: SavedChange<Visit>,
): Promise<void> {
  const [suggestionBefore, suggestionAfter] = [suggestionOf(before), suggestionOf(after)]
  const isSameCustomer = before?.Customer_Code === after?.Customer_Code
  if (suggestionBefore === suggestionAfter && isSameCustomer) return
  if (suggestionBefore !== null && !(suggestionAfter !== null && isSameCustomer))
    await undoPlan(ctx, visits, before!)
  if (suggestionAfter === null) return
  // A suggestion for a past day was followed since, or the customer is overdue by the interval anyway.
  const isFuture = dayOf(ctx, suggestionAfter)! >= dayIn(ctx.now(), ctx.config.timeZone)
  if (isFuture && !(await hasLaterVisit(visits.tx, after!)))
    await planSuggestedVisit(ctx, visits, after!, restored === undefined ? 'move' : 'leave')
}

/** Whether the customer was visited on a later day, which settles earlier suggestions. */
async function hasLaterVisit(tx: Tx, visit: Visit): Promise<boolean> {
  const day = visit.Visited_On
  if (day === null) return false
  const row = await tx
    .selectFrom('visit')
    .select('id')
    .where('customer_code', '=', visit.Customer_Code)
    .where('status', '=', 'visited')
    .where('visited_on', '>', day)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Next_Visit_Suggested becomes the customer's open plan; an existing open plan is moved, or left alone. */
export async function planSuggestedVisit(
  ctx: Context,
  visits: VisitWriter,
  visit: Visit,
  onOpenPlan: 'move' | 'leave',
): Promise<void> {
  const { Customer_Code, Next_Visit_Suggested: next } = visit
  const customer = await lockCustomer(regardlessOfScope(ctx), visits.tx, visit.Customer_Code)
  if (!customer || next === null) return
  const plan = await openPlanOf(ctx, visits, customer)
  if (plan ? onOpenPlan === 'leave' || plan.Planned_At === next : retiredOn(customer)) return
  await savePlan(ctx, followUpWriter(ctx, visits), customer, { Customer_Code, Planned_At: next })
}

/** Deletes the plan that a visit suggested, or moves it back to its previous day; a plan changed since stays. */
async function undoPlan(ctx: Context, visits: VisitWriter, visit: Visit): Promise<void> {
  const customer = await lockCustomer(regardlessOfScope(ctx), visits.tx, visit.Customer_Code)
  const plan = customer && (await openPlanOf(ctx, visits, customer))
  if (!plan || plan.Planned_At !== visit.Next_Visit_Suggested) return
  const [latest] = await changesOf(visits.tx, 'visit', plan.id)
  if (!latest || latest.version !== plan.version || latest.requestId === null) return
  const visitHistory = await changesOf(visits.tx, 'visit', visit.id)
  const isFromVisit = visitHistory.some(
    ({ requestId, after }) =>
      requestId === latest.requestId && after?.Next_Visit_Suggested === visit.Next_Visit_Suggested,
  )
  if (!isFromVisit) return
  const plans = followUpWriter(ctx, visits)
  if (latest.before) await plans.update(plan, latest.before)
  else await plans.remove(plan)
}
