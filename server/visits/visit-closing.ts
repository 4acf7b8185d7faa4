import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { visitInWords } from '#domain/visits/lifecycle.ts'
import type { VisitPayload } from '#domain/visits/payloads.ts'
import type { Context } from '../context.ts'
import type { Answer } from '../once.ts'
import { checkRecord } from '../resources/check-record.ts'
import type { RecordWriter } from '../store/records.ts'
import { planSuggested } from './visit-effects.ts'
import { idOf } from './visit-parts.ts'
import { whoseVisit } from './whose-visit.ts'

/** A plan that nothing came of: missed or cancelled. The customer's last visit stays where it was. */
export async function closePlan(
  ctx: Context,
  visits: RecordWriter,
  payload: VisitPayload,
): Promise<Answer<StoredRecord>> {
  const { outcome, problems, fields } = payload
  const { customer, plan } = await whoseVisit(ctx, visits, payload)
  const isPlanned = plan?.['Status'] === 'planned'
  if (!isPlanned) {
    const whose = plan
      ? visitInWords(plan)
      : `There is no open plan${customer ? ` of customer ${String(customer['Customer_Code'])}` : ''}`
    problems.push({ field: 'Status', message: `${whose}: only a planned visit can be ${outcome}` })
  }
  const { Planned_At: _, Customer_Code: code, ...said } = fields
  const closed = {
    ...said,
    Customer_Code: plan?.['Customer_Code'] ?? code,
    Status: outcome,
    Recorded_By: idOf(ctx),
    Recorded_At: ctx.now().toISOString(),
  }
  const values = await checkRecord(visits, closed, { problems, ...(plan && { base: plan }) })
  const visit = await visits.update(plan!, values)
  await planSuggested(ctx, visits, visit, 'move')
  return { status: 201, body: visit }
}
