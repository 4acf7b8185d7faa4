import { formatDate } from '#domain/dates/dates.ts'
import { dayIn, wallClock } from '#domain/dates/moments.ts'
import { conflict, invalid } from '#domain/problem.ts'
import { isOpen, describeRecordedBy, describeVisit } from '#domain/visits/lifecycle.ts'
import type { Context } from '../core/context.ts'
import { lockCustomer } from '../core/customer-locks.ts'
import { accountIdOf, openPlanOf } from './plan-helpers.ts'
import type { VisitPayload } from './visit-payload.ts'
import { openPlansAt, type Customer, type Visit, type VisitWriter } from './visit-store.ts'
import { t } from '#domain/messages/t.ts'

export interface VisitMatch {
  customer: Customer | undefined
  /**
   * The plan the payload belongs to: the named one, the customer's open plan, or the sender's only plan at that time.
   */
  plan: Visit | undefined
}

/** What differs for a visit that was recorded earlier, on a phone. */
export interface RecordingOptions {
  /** The customer and the plan, if the caller has found and locked them already. */
  match?: VisitMatch
  /** When it was recorded; now, unless it says otherwise. */
  recordedAt?: string
  /** The reference that the phone showed. */
  reference?: string
  /** Called for advice against a warning without a reason, which is refused otherwise. */
  onUnsafeAdvice?: (sentence: string) => void
}

/**
 * Finds the customer and the plan a visit payload belongs to. Locks the customer before the visit
 * (`server/core/customer-locks.ts`): a visit that names its customer is read before the lock and again after it.
 */
export async function matchPlan(
  ctx: Context,
  visits: VisitWriter,
  { fields, visitId, keepsPlan, problems }: VisitPayload,
): Promise<VisitMatch> {
  const code = fields.Customer_Code
  if (visitId !== undefined) {
    const customer = await lockCustomer(ctx, visits.tx, code ?? (await visits.find(visitId))?.Customer_Code)
    const plan = await visits.lock(visitId)
    if (!plan)
      throw invalid([{ field: 'Visit_ID', message: t('There is no visit {visit}', { visit: visitId }) }])
    const payloadCode = customer?.Customer_Code ?? code ?? null
    if (plan.Customer_Code !== null && plan.Customer_Code !== payloadCode) {
      const message = t('Visit {visit} is to customer {customer}, not {other}', {
        visit: plan.Visit_ID,
        customer: plan.Customer_Code,
        other: String(payloadCode),
      })
      problems.push({ field: 'Visit_ID', message })
    }
    await refuseClosed(ctx, visits, plan)
    return { customer, plan }
  }
  if (code !== null) {
    const customer = await lockCustomer(ctx, visits.tx, code)
    const plan = customer && !keepsPlan ? await openPlanOf(ctx, visits, customer) : undefined
    return { customer, plan }
  }
  const noMatch = { customer: undefined, plan: undefined }
  const plannedAt = fields.Planned_At
  if (keepsPlan || typeof plannedAt !== 'string') return noMatch
  const [match, ...others] = await openPlansAt(visits.tx, plannedAt, accountIdOf(ctx))
  if (!match || others.length > 0) return noMatch
  const customer = await lockCustomer(ctx, visits.tx, match.Customer_Code)
  const plan = customer && (await openPlanOf(ctx, visits, customer))
  return plan?.id === match.id && plan.Planned_At === plannedAt ? { customer, plan } : noMatch
}

/**
 * The error names who recorded the visit and when, so that the second user can decide whether theirs is another visit.
 */
export async function refuseClosed(ctx: Context, visits: VisitWriter, visit: Visit): Promise<void> {
  if (!isOpen(visit)) throw conflict(await describeClosed(ctx, visits, visit), [], { current: visit })
}

/** "Visit V000001 was already recorded by Ravi at 10:42" */
export async function describeClosed(
  ctx: Context,
  visits: Pick<VisitWriter, 'tx'>,
  visit: Visit,
): Promise<string> {
  const { Recorded_By, Recorded_At } = visit
  const row =
    Recorded_By === null || Recorded_At === null
      ? undefined
      : await visits.tx
          .selectFrom('account')
          .select('username')
          .where('id', '=', String(Recorded_By))
          .executeTakeFirst()
  if (!row) return describeVisit(visit)
  const { timeZone } = ctx.config
  const { day, time } = wallClock(new Date(String(Recorded_At)), timeZone)
  const isToday = day === dayIn(ctx.now(), timeZone)
  return describeRecordedBy(visit, {
    by: row.username,
    time: time.slice(0, 5),
    ...(!isToday && { day: formatDate(day) }),
  })
}
