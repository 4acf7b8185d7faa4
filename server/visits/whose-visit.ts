import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { showDay } from '#domain/dates.ts'
import { dayIn, wallClock } from '#domain/moments.ts'
import { conflict, invalid } from '#domain/problem.ts'
import { isOpen, overInWords, visitInWords } from '#domain/visits/lifecycle.ts'
import type { VisitPayload } from '#domain/visits/payloads.ts'
import type { Context } from '../context.ts'
import type { RecordWriter } from '../store/records.ts'
import { idOf, lockCustomer, openPlanOf } from './visit-parts.ts'
import { openPlansAt } from './visit-store.ts'

interface Whose {
  customer: StoredRecord | undefined
  /** The plan this detail belongs to: named, the customer's open one, or the sender's only one at that very time. */
  plan: StoredRecord | undefined
}

/**
 * Always the customer first and the visit second, or two of these could wait for each other. A visit that leads to its
 * customer is therefore looked at, and looked at again once both are held.
 */
export async function whoseVisit(
  ctx: Context,
  visits: RecordWriter,
  { fields, visitId, keepsPlan, problems }: VisitPayload,
): Promise<Whose> {
  const code = fields['Customer_Code']
  if (visitId !== undefined) {
    const customer = await lockCustomer(ctx, visits, code ?? (await visits.find(visitId))?.['Customer_Code'])
    const plan = await visits.lock(visitId)
    if (!plan) throw invalid([{ field: 'Visit_ID', message: `There is no visit ${visitId}` }])
    const named = customer?.['Customer_Code'] ?? code ?? null
    if (plan['Customer_Code'] !== null && plan['Customer_Code'] !== named) {
      const message = `Visit ${String(plan['Visit_ID'])} is to customer ${String(plan['Customer_Code'])}, not ${String(named)}`
      problems.push({ field: 'Visit_ID', message })
    }
    await refuseOver(ctx, visits, plan)
    return { customer, plan }
  }
  if (code !== null) {
    const customer = await lockCustomer(ctx, visits, code)
    const plan = customer && !keepsPlan ? await openPlanOf(ctx, visits, customer) : undefined
    return { customer, plan }
  }
  const nobody = { customer: undefined, plan: undefined }
  const plannedAt = fields['Planned_At']
  if (keepsPlan || typeof plannedAt !== 'string') return nobody
  const [seen, ...others] = await openPlansAt(visits.tx, plannedAt, idOf(ctx))
  if (!seen || others.length > 0) return nobody
  const customer = await lockCustomer(ctx, visits, seen['Customer_Code'])
  const plan = customer && (await openPlanOf(ctx, visits, customer))
  return plan?.id === seen.id && plan['Planned_At'] === plannedAt ? { customer, plan } : nobody
}

/** Two went to the same customer: the second is told who was quicker, to decide whether that was another visit. */
async function refuseOver(ctx: Context, visits: RecordWriter, visit: StoredRecord): Promise<void> {
  if (isOpen(visit)) return
  const { Recorded_By, Recorded_At } = visit
  const row =
    Recorded_By === null || Recorded_At === null
      ? undefined
      : await visits.tx
          .selectFrom('account')
          .select('username')
          .where('id', '=', String(Recorded_By))
          .executeTakeFirst()
  if (!row) throw conflict(visitInWords(visit), [], { current: visit })
  const { timeZone } = ctx.config
  const { day, time } = wallClock(new Date(String(Recorded_At)), timeZone)
  const on = day === dayIn(ctx.now(), timeZone) ? '' : `on ${showDay(day)} `
  const words = overInWords(visit, String(row['username']), `${on}at ${time.slice(0, 5)}`)
  throw conflict(words, [], { current: visit })
}
