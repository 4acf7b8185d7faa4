import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { parseDay, showDay } from '#domain/dates.ts'
import { dayIn, wallClock } from '#domain/moments.ts'
import { invalid } from '#domain/problem.ts'
import { daysLate, problemsOfDay } from '#domain/visits/lifecycle.ts'
import { isBlank, type VisitPayload } from '#domain/visits/payloads.ts'
import type { Context } from '../context.ts'
import type { Answer } from '../once.ts'
import { checkRecord } from '../resources/check-record.ts'
import type { RecordWriter } from '../store/records.ts'
import { attachPhoto, isLoosePhoto } from './photo-store.ts'
import { followVisits } from './last-visit.ts'
import { planSuggested } from './visit-effects.ts'
import { byTheVisit, dayOf, idOf, openPlanOf } from './visit-parts.ts'
import { whoseVisit } from './whose-visit.ts'

const noSuchPhoto = {
  field: 'Photo_ID',
  message: 'This photo is no longer there to be added. Take it again, or leave it out',
}

/** A visit that was made, or the call in its place. */
export async function recordResult(
  ctx: Context,
  visits: RecordWriter,
  payload: VisitPayload,
): Promise<Answer<StoredRecord>> {
  const { problems } = payload
  const { customer, plan } = await whoseVisit(ctx, visits, payload)
  if (payload.keepsPlan && customer) await keepPlan(ctx, visits, customer, payload)
  // Who says whose visit it was says just that: what the visit knows already stays, unless something else is said.
  const fields = plan?.['Status'] === 'unassigned' ? withoutBlanks(payload.fields) : payload.fields
  const code = customer?.['Customer_Code'] ?? fields['Customer_Code'] ?? null
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const visitedOn = isBlank(fields['Visited_On']) ? (plan?.['Visited_On'] ?? today) : fields['Visited_On']
  const day = typeof visitedOn === 'string' ? parseDay(visitedOn.trim()) : undefined
  problems.push(...problemsOfDay(day, today))
  const photo = isBlank(fields['Photo_ID']) ? null : String(fields['Photo_ID']).trim()
  if (photo !== null && !(await isLoosePhoto(visits.tx, photo, idOf(ctx)))) problems.push(noSuchPhoto)
  const recordedAt = plan?.['Recorded_At'] ?? ctx.now().toISOString()
  const detail = {
    ...fields,
    Visited_On: visitedOn,
    Days_Late: daysLate(day, dayOf(ctx, recordedAt)!, ctx.config.lateVisitDays),
    Recorded_By: plan?.['Recorded_By'] ?? idOf(ctx),
    Recorded_At: recordedAt,
    Customer_Code: code,
    Planned_At: fields['Planned_At'] ?? plan?.['Planned_At'] ?? null,
    Status: code === null ? 'unassigned' : 'visited',
  }
  const values = await checkRecord(visits, detail, { problems, ...(plan && { base: plan }) })
  const visit = plan ? await visits.update(plan, values) : await visits.insert(values)
  if (photo !== null && !(await attachPhoto(visits.tx, photo, visit.id))) throw invalid([noSuchPhoto])
  // Not told whose visit it was: kept all the same, until someone says.
  if (!customer) return { status: 202, body: visit }
  if (payload.keepsPlace) await keepPlace(ctx, visits, visit)
  await planSuggested(ctx, visits, visit, 'move')
  await followVisits(ctx, visits.tx, [code], [visit['Visit_ID']])
  return { status: 201, body: visit }
}

/** There is one open plan of a customer: a next visit would move the very one that is to stay. */
async function keepPlan(
  ctx: Context,
  visits: RecordWriter,
  customer: StoredRecord,
  { fields, problems }: VisitPayload,
): Promise<void> {
  const open = isBlank(fields['Next_Visit_Suggested']) ? undefined : await openPlanOf(ctx, visits, customer)
  if (!open) return
  const { day, time } = wallClock(new Date(String(open['Planned_At'])), ctx.config.timeZone)
  const message = `The plan for ${showDay(day)} ${time.slice(0, 5)} is kept, so leave Next Visit Suggested out`
  problems.push({ field: 'Next_Visit_Suggested', message })
}

const withoutBlanks = (fields: Record<string, unknown>): Record<string, unknown> => {
  const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isBlank(value) && !isEmpty(value)))
}

/** Where the visit was made becomes the customer's place, unless one is known: a place put there on purpose is the better one. */
async function keepPlace(ctx: Context, visits: RecordWriter, visit: StoredRecord): Promise<void> {
  const { Customer_Code, Check_In_Place } = visit
  if (Check_In_Place === null) return
  const places = byTheVisit(ctx, visits, 'create', 'customerPlace')
  if (await places.find(String(Customer_Code))) return
  await places.insert(await checkRecord(places, { Customer_Code, Place: Check_In_Place }))
}
