import { parseDay, formatDate } from '#domain/dates/dates.ts'
import { dayIn, wallClock } from '#domain/dates/moments.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { daysLate, validateParticipants, validateVisitDay } from '#domain/visits/lifecycle.ts'
import { isBlank } from '#domain/visits/payloads.ts'
import { ownEmployee } from '../assignments/own-employee.ts'
import { moneyProblems } from '#domain/balances/promises.ts'
import { computeMoney } from '../promises/promise-of-visit.ts'
import type { Context } from '../core/context.ts'
import type { Answer } from '../core/idempotency.ts'
import { adviceIn, checkAdvice } from '../advice-guard/check-advice.ts'
import { checkRecord } from '../records/check-record.ts'
import { attachPhoto, isUnattachedPhoto } from './photos/photo-store.ts'
import { updateLastVisits } from './last-visit.ts'
import { planSuggestedVisit } from './visit-effects.ts'
import { visitEffectWriter, dayOf, accountIdOf, openPlanOf } from './plan-helpers.ts'
import { matchPlan, type RecordingOptions } from './match-plan.ts'
import type { VisitPayload } from './visit-payload.ts'
import { employeesNamed, type Customer, type Visit, type VisitWriter } from './visit-store.ts'
import { t } from '#domain/messages/t.ts'

const noSuchPhoto = (): FieldProblem => ({
  field: 'Photo_ID',
  message: t('This photo is no longer available. Take it again, or leave it out'),
})

/** Records a visit that was made, or a phone call instead of it. */
export async function recordResult(
  ctx: Context,
  visits: VisitWriter,
  payload: VisitPayload,
  options: RecordingOptions = {},
): Promise<Answer<Visit>> {
  const { problems } = payload
  const { customer, plan } = options.match ?? (await matchPlan(ctx, visits, payload))
  if (payload.keepsPlan && customer) await checkKeptPlan(ctx, visits, customer, payload)
  // Assigning an unassigned visit to a customer keeps its fields, except those that are sent filled in.
  const fields = plan?.Status === 'unassigned' ? withoutBlanks(payload.fields) : payload.fields
  const code = customer?.Customer_Code ?? fields.Customer_Code ?? null
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const visitedOn = isBlank(fields.Visited_On) ? (plan?.Visited_On ?? today) : fields.Visited_On
  const day = typeof visitedOn === 'string' ? parseDay(visitedOn.trim()) : undefined
  problems.push(...validateVisitDay(day, today))
  const photo = isBlank(fields.Photo_ID) ? null : String(fields.Photo_ID).trim()
  if (photo !== null && !(await isUnattachedPhoto(visits.tx, photo, accountIdOf(ctx))))
    problems.push(noSuchPhoto())
  const joined = await employeesNamed(visits.tx, fields.Joined_By)
  if (joined) {
    const owner = plan?.Assigned_To ?? (await ownEmployee(ctx, visits.tx))
    problems.push(...validateParticipants(joined, owner))
  }
  const recordedAt = plan?.Recorded_At ?? options.recordedAt ?? ctx.now().toISOString()
  const detail = {
    ...fields,
    ...(joined && { Joined_By: joined }),
    Visited_On: visitedOn,
    Days_Late: daysLate(day, dayOf(ctx, recordedAt)!, ctx.config.lateVisitDays),
    Recorded_By: plan?.Recorded_By ?? accountIdOf(ctx),
    Recorded_At: recordedAt,
    Customer_Code: code,
    Planned_At: fields.Planned_At ?? plan?.Planned_At ?? null,
    Status: code === null ? 'unassigned' : 'visited',
    ...(options.reference !== undefined && { Reference: options.reference }),
  }
  // Any employee of the firm may take part, also one whom the account does not see.
  const trusted = joined && { trusted: { ...plan, Joined_By: joined } }
  const values = await checkRecord(visits, detail, { problems, ...trusted, ...(plan && { base: plan }) })
  const money = moneyProblems(values)
  if (money.length > 0) throw invalid(money)
  const advised = await checkAdvice(visits.tx, adviceIn(values), options.onUnsafeAdvice)
  const complete = { ...values, ...advised, ...(await computeMoney(visits.tx, values)) }
  const visit = plan ? await visits.update(plan, complete) : await visits.insert(complete)
  if (photo !== null && !(await attachPhoto(visits.tx, photo, visit.id))) throw invalid([noSuchPhoto()])
  // Without a customer the visit is stored as unassigned.
  if (!customer) return { status: 202, body: visit }
  if (payload.keepsPlace) await saveCustomerPlace(ctx, visits, visit)
  await planSuggestedVisit(ctx, visits, visit, 'move')
  await updateLastVisits(ctx, visits.tx, [code], [visit.Visit_ID])
  return { status: 201, body: visit }
}

/** A customer has one open plan: suggesting a next visit would move the plan that is to be kept. */
async function checkKeptPlan(
  ctx: Context,
  visits: VisitWriter,
  customer: Customer,
  { fields, problems }: VisitPayload,
): Promise<void> {
  const open = isBlank(fields.Next_Visit_Suggested) ? undefined : await openPlanOf(ctx, visits, customer)
  if (!open) return
  const { day, time } = wallClock(new Date(open.Planned_At!), ctx.config.timeZone)
  const message = t('The plan for {date} {time} is kept, so leave Next Visit Suggested out', {
    date: formatDate(day),
    time: time.slice(0, 5),
  })
  problems.push({ field: 'Next_Visit_Suggested', message })
}

const withoutBlanks = (fields: VisitPayload['fields']): VisitPayload['fields'] => {
  const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isBlank(value) && !isEmpty(value)))
}

/**
 * The check-in location becomes the customer's location, unless one was set already: that one was chosen on purpose.
 */
async function saveCustomerPlace(ctx: Context, visits: VisitWriter, visit: Visit): Promise<void> {
  const { Customer_Code, Check_In_Place } = visit
  if (Check_In_Place === null) return
  const places = visitEffectWriter(ctx, visits, 'create', 'customerPlace')
  if (await places.find(String(Customer_Code))) return
  await places.insert(await checkRecord(places, { Customer_Code, Place: Check_In_Place }))
}
