import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/moments.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../store/dialect.ts'
import type { RecordWriter } from '../store/records.ts'
import { followVisits } from './last-visit.ts'
import { tracesOf } from './undo-store.ts'
import { dayOf, followUps, lockUnseenCustomer, openPlanOf, putPlan } from './visit-parts.ts'

interface SavedVisit {
  before: StoredRecord | null
  /** Null: deleted. */
  after: StoredRecord | null
  /** Its id, when it was taken out of the bin. */
  restored?: string
}

interface Around {
  ctx: Context
  writer: RecordWriter
}

/**
 * What follows from a visit however it was saved, changed, moved, deleted or restored: the customer's last visit, and
 * the plan that its suggestion for the next visit becomes. Hold the customers first.
 */
export async function followVisit(saved: SavedVisit, { ctx, writer }: Around): Promise<void> {
  const { before, after } = saved
  await followSuggestion(ctx, writer, saved)
  if (!isMade(before) && !isMade(after)) return
  const touched = [before?.['Visit_ID'], after?.['Visit_ID']]
  await followVisits(ctx, writer.tx, [before?.['Customer_Code'], after?.['Customer_Code']], touched)
}

const isMade = (visit: StoredRecord | null): boolean => visit?.['Status'] === 'visited'

/** A visit that is over and whose customer is known may say when the next one should be. */
const suggestionOf = (visit: StoredRecord | null): string | null => {
  const isOver = ['visited', 'missed', 'cancelled'].includes(String(visit?.['Status']))
  return isOver ? (visit!['Next_Visit_Suggested'] as string | null) : null
}

async function followSuggestion(
  ctx: Context,
  visits: RecordWriter,
  { before, after, restored }: SavedVisit,
): Promise<void> {
  const [was, is] = [suggestionOf(before), suggestionOf(after)]
  const isSameCustomer = before?.['Customer_Code'] === after?.['Customer_Code']
  if (was === is && isSameCustomer) return
  if (was !== null && !(is !== null && isSameCustomer)) await takeBackPlan(ctx, visits, before!)
  if (is === null) return
  // What was suggested for a day that is past was answered since, or is overdue by the interval anyway.
  const isToCome = dayOf(ctx, is)! >= dayIn(ctx.now(), ctx.config.timeZone)
  if (isToCome && !(await hasLaterVisit(visits.tx, after!)))
    await planSuggested(ctx, visits, after!, restored === undefined ? 'move' : 'leave')
}

/** Whether the customer was visited on a later day: then a suggestion of before has had its answer. */
async function hasLaterVisit(tx: Tx, visit: StoredRecord): Promise<boolean> {
  const day = visit['Visited_On'] as string | null
  if (day === null) return false
  const row = await tx
    .selectFrom('visit')
    .select('id')
    .where('customer_code', '=', String(visit['Customer_Code']))
    .where('status', '=', 'visited')
    .where('visited_on', '>', day)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Next_Visit_Suggested becomes the customer's open plan; one that stands there already is moved, or left alone. */
export async function planSuggested(
  ctx: Context,
  visits: RecordWriter,
  visit: StoredRecord,
  open: 'move' | 'leave',
): Promise<void> {
  const { Customer_Code, Next_Visit_Suggested: next } = visit
  const customer = await lockUnseenCustomer(ctx, visits, Customer_Code)
  if (!customer || next === null) return
  const plan = await openPlanOf(ctx, visits, customer)
  if (plan && (open === 'leave' || plan['Planned_At'] === next)) return
  await putPlan(ctx, followUps(ctx, visits), customer, { Customer_Code, Planned_At: next })
}

/**
 * The plan that a visit suggested goes with it, or goes back to where it was before; one that somebody has changed since
 * stays.
 */
async function takeBackPlan(ctx: Context, visits: RecordWriter, visit: StoredRecord): Promise<void> {
  const customer = await lockUnseenCustomer(ctx, visits, visit['Customer_Code'])
  const plan = customer && (await openPlanOf(ctx, visits, customer))
  if (!plan || plan['Planned_At'] !== visit['Next_Visit_Suggested']) return
  const [latest] = await tracesOf(visits.tx, 'visit', plan.id)
  if (!latest || latest.version !== plan.version || latest.requestId === null) return
  const ofVisit = await tracesOf(visits.tx, 'visit', visit.id)
  const isItsOwn = ofVisit.some(
    ({ requestId, after }) =>
      requestId === latest.requestId && after?.['Next_Visit_Suggested'] === visit['Next_Visit_Suggested'],
  )
  if (!isItsOwn) return
  const plans = followUps(ctx, visits)
  if (latest.before) await plans.update(plan, latest.before)
  else await plans.remove(plan)
}
