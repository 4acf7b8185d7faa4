import { describeVisit } from '#domain/visits/lifecycle.ts'
import type { Context } from '../core/context.ts'
import type { Answer } from '../core/idempotency.ts'
import { checkRecord } from '../records/check-record.ts'
import { planSuggestedVisit } from './visit-effects.ts'
import { accountIdOf } from './plan-helpers.ts'
import { matchPlan, type RecordingOptions } from './match-plan.ts'
import type { VisitPayload } from './visit-payload.ts'
import type { Customer, Visit, VisitWriter } from './visit-store.ts'
import { t } from '#domain/messages/t.ts'

/**
 * Closes a plan as missed or cancelled; the customer's last visit does not change. A phone may hand it in when the plan is closed
 * already: then it is stored as another visit.
 */
export async function closePlan(
  ctx: Context,
  visits: VisitWriter,
  payload: VisitPayload,
  options: RecordingOptions = {},
): Promise<Answer<Visit>> {
  const { outcome, problems, fields } = payload
  const { customer, plan } = options.match ?? (await matchPlan(ctx, visits, payload))
  const isPlanned = plan?.Status === 'planned'
  const isStoredAnyway = options.match?.customer !== undefined && !plan
  if (!isPlanned && !isStoredAnyway) {
    problems.push({
      field: 'Status',
      message: t('{sentence}: only a planned visit can be {outcome}', {
        sentence: plan ? describeVisit(plan) : describeNoPlan(customer),
        outcome: t(outcome),
      }),
    })
  }
  const { Planned_At: _, Customer_Code: code, ...rest } = fields
  const closed = {
    ...rest,
    Customer_Code: plan?.Customer_Code ?? customer?.Customer_Code ?? code,
    Status: outcome,
    Recorded_By: accountIdOf(ctx),
    Recorded_At: options.recordedAt ?? ctx.now().toISOString(),
    ...(options.reference !== undefined && { Reference: options.reference }),
  }
  const values = await checkRecord(visits, closed, { problems, ...(plan && { base: plan }) })
  const visit = plan ? await visits.update(plan, values) : await visits.insert(values)
  await planSuggestedVisit(ctx, visits, visit, plan ? 'move' : 'leave')
  return { status: 201, body: visit }
}

const describeNoPlan = (customer: Customer | undefined): string =>
  customer
    ? t('There is no open plan of customer {code}', { code: customer.Customer_Code })
    : t('There is no open plan')
