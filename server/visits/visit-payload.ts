import type { VisitInput } from '#domain/api/visits/visits.ts'
import type { visit } from '#domain/catalogue/entities/visits.ts'
import type { ValuesOf } from '#domain/catalogue/entity.ts'
import { parseInstant, parseTime } from '#domain/dates/moments.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { isBlank, isDetail, visitFields, type VisitOutcome } from '#domain/visits/payloads.ts'
import { t } from '#domain/messages/t.ts'

/** Stored as the text that the screen showed; accepted as numbers too. */
const amountFields: readonly string[] = ['Amount_Receivables', 'Overdue_Amount', 'Fixed_Field']

/** Fields that only a completed visit may have. */
const completedVisitFields = {
  Visited_On: 'Visited On',
  Feedback: 'Feedback',
  Season_Recommendation: 'Season Recommendation',
  New_Recommended_Crops: 'New Recommended Crops',
  New_Recommended_Materials: 'New Recommended Materials',
  Contact_Mode: 'Contact Mode',
  Last_Crop_Result: 'Last Crop Result',
  Last_Material_Result: 'Last Material Result',
  Check_In_Place: 'Check In Place',
  Photo_ID: 'Photo ID',
  Collected_Amount: 'Collected Amount',
  Collected_Way: 'Collected By',
  Collected_Reference: 'Collected Reference',
  Promised_Amount: 'Promised Amount',
  Promised_On: 'Promised On',
  Joined_By: 'Joined By',
  Group_ID: 'Group ID',
  Group_Kind: 'Group Kind',
  Group_Title: 'Group Title',
  Attendees: 'Attendees',
  Advice_Details: 'Advice Details',
  Advice_Reason: 'Advice Reason',
} as const

type VisitFields = { [Name in keyof ValuesOf<typeof visit>]?: unknown }

/** The open plan that the screen showed. */
export type SeenPlan = NonNullable<VisitInput['Moves_Plan']>

export interface VisitPayload {
  kind: 'plan' | 'detail'
  /** Fields of the visit as sent, with instants parsed. */
  fields: VisitFields
  visitId: string | undefined
  outcome: VisitOutcome
  /** Whether to store the check-in place as the customer's place. */
  keepsPlace: boolean
  /** Whether it is an off-plan visit that leaves the open plan unchanged. */
  keepsPlan: boolean
  /** Null: the screen showed no open plan. Undefined: not sent; any open plan is moved. */
  movesPlan: SeenPlan | null | undefined
  /** Reported together with those of the fields. */
  problems: FieldProblem[]
}

export function toVisitPayload(given: VisitInput, timeZone: string): VisitPayload {
  const problems: FieldProblem[] = []
  const fields: VisitFields = {}
  for (const name of visitFields) {
    const value = given[name]
    if (value !== undefined)
      fields[name] = typeof value === 'number' && amountFields.includes(name) ? String(value) : value
  }
  if (isBlank(fields.Customer_Code)) fields.Customer_Code = null
  const planned = readInstant(given.Planned_Date, given.Planned_Time, timeZone)
  if (planned === undefined) {
    problems.push({
      field: 'Planned_Date',
      message: t('Planned Date should be a date like 31/12/2026, with a time like 09:30'),
    })
  }
  fields.Planned_At = planned ?? null
  const next = readInstant(given.Next_Visit_Suggested, undefined, timeZone)
  if (next === undefined) {
    problems.push({
      field: 'Next_Visit_Suggested',
      message: t('Next Visit Suggested should be a date and time like 31/12/2026 09:30'),
    })
  }
  if (next) fields.Next_Visit_Suggested = next
  else delete fields.Next_Visit_Suggested
  const { Visit_ID, Status: outcome = 'visited', Keep_Customer_Place, Keeps_Plan, Moves_Plan } = given
  problems.push(...validateOutcome(outcome, fields))
  const keepsPlan = Keeps_Plan === true
  if (keepsPlan && (Visit_ID !== undefined || outcome !== 'visited')) {
    const message = t('Keeps Plan is only for a completed off-plan visit without a Visit ID')
    problems.push({ field: 'Keeps_Plan', message })
  }
  return {
    kind: isDetail(given) ? 'detail' : 'plan',
    fields,
    visitId: Visit_ID,
    outcome,
    keepsPlace: Keep_Customer_Place === true,
    keepsPlan,
    movesPlan: Moves_Plan,
    problems,
  }
}

/** A visit that was not made has no result, and a cancelled one needs a reason. */
function validateOutcome(outcome: VisitOutcome, fields: Readonly<Record<string, unknown>>): FieldProblem[] {
  const hasValue = (name: string): boolean => {
    const value = fields[name]
    return !isBlank(value) && !(Array.isArray(value) && value.length === 0)
  }
  if (outcome === 'visited') {
    return hasValue('Reason')
      ? [{ field: 'Reason', message: t('Reason is for a visit that was missed or cancelled') }]
      : []
  }
  const problems = Object.entries(completedVisitFields)
    .filter(([field]) => hasValue(field))
    .map(([field, label]) => ({
      field,
      message: t('A visit that was {outcome} has no {label}', { outcome: t(outcome), label: t(label) }),
    }))
  if (outcome === 'cancelled' && !hasValue('Reason')) {
    problems.push({ field: 'Reason', message: t('Reason is required when a visit is cancelled') })
  }
  return problems
}

/** Parses a date and a time, joined or separate; null when both are blank, undefined when they are not valid. */
function readInstant(date: unknown, time: unknown, timeZone: string): string | null | undefined {
  if (isBlank(date)) return isBlank(time) ? null : undefined
  const givenTime = isBlank(time) ? '' : time
  if (typeof date !== 'string' || typeof givenTime !== 'string') return undefined
  const [dateText, timeText] = [date.trim(), givenTime.trim()]
  const joined = /[\sT,]/.test(dateText)
  if (joined || timeText === '') return parseInstant(dateText, timeZone)
  const parsedTime = parseTime(timeText)
  // The time field may hold the joined text as well.
  return parsedTime ? parseInstant(`${dateText} ${parsedTime}`, timeZone) : parseInstant(timeText, timeZone)
}
