import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { invalid } from '#domain/problem.ts'
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
  { fields, visitId, problems }: VisitPayload,
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
    return { customer, plan }
  }
  if (code !== null) {
    const customer = await lockCustomer(ctx, visits, code)
    return { customer, plan: customer && (await openPlanOf(ctx, visits, customer)) }
  }
  const nobody = { customer: undefined, plan: undefined }
  const plannedAt = fields['Planned_At']
  if (typeof plannedAt !== 'string') return nobody
  const [seen, ...others] = await openPlansAt(visits.tx, plannedAt, idOf(ctx))
  if (!seen || others.length > 0) return nobody
  const customer = await lockCustomer(ctx, visits, seen['Customer_Code'])
  const plan = customer && (await openPlanOf(ctx, visits, customer))
  return plan?.id === seen.id && plan['Planned_At'] === plannedAt ? { customer, plan } : nobody
}
