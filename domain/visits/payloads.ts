import { parseInstant, parseTime } from '../moments.ts'
import { problemOfShape, type FieldProblem } from '../problem.ts'
import { listInWords } from '../text.ts'

/** The screens send one of two payloads to one path; these fields are only in the second. */
const detailFields = [
  'Amount_Receivables',
  'Overdue_Amount',
  'Fixed_Field',
  'Last_Material_Recommended',
  'Feedback',
  'Season_Recommendation',
  'New_Recommended_Crops',
  'New_Recommended_Materials',
  'Next_Visit_Suggested',
  'Visited_On',
  'Visit_ID',
  'Status',
  'Contact_Mode',
  'Reason',
  'Balance_As_Of',
  'Last_Crop_Result',
  'Last_Material_Result',
  'Check_In_Place',
  'Keep_Customer_Place',
  'Photo_ID',
  'Keeps_Plan',
] as const

/** What can come of a visit; a call in place of one is a visit (Contact_Mode). */
export const outcomes = ['visited', 'missed', 'cancelled'] as const
export type VisitOutcome = (typeof outcomes)[number]

/** What only a visit that was made can say. */
const ofVisitsMade = {
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
} as const

/** What the screen shows and sends along; the server knows better and works it out itself. */
const derivedFields = ['Last_Visited_Date', 'Recommended_Date', 'Days_Since_Visit_Pending'] as const
/** Kept as text, because it is what the screen said; it may say it as a number. */
const amountFields: readonly string[] = ['Amount_Receivables', 'Overdue_Amount', 'Fixed_Field']
const plannedFields = ['Planned_Date', 'Planned_Time'] as const
const sharedFields = ['Customer_Code', 'Remarks'] as const
/** Said in the payload and no field of the visit by this name. */
const notKept: readonly string[] = ['Visit_ID', 'Status', 'Keep_Customer_Place', 'Keeps_Plan', 'Moves_Plan']
const planFields = ['Assigned_To', 'Moves_Plan'] as const

/** The open plan that was on the screen when somebody planned. */
export interface SeenPlan {
  Visit_ID: string
  version: number
}

export interface VisitPayload {
  kind: 'plan' | 'detail'
  /** Fields of the visit, as sent, moments already read. */
  fields: Record<string, unknown>
  visitId: string | undefined
  outcome: VisitOutcome
  /** Whether the place of check-in is to be the customer's, who has none yet. */
  keepsPlace: boolean
  /** Whether it was a visit besides the customer's open plan, which stays as it is. */
  keepsPlan: boolean
  /** Null: there was no open plan on the screen. Undefined: not said, and whatever is there is moved. */
  movesPlan?: SeenPlan | null
  problems: FieldProblem[]
}

export function readVisitPayload(input: unknown, timeZone: string): VisitPayload {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return {
      kind: 'plan',
      fields: {},
      visitId: undefined,
      outcome: 'visited',
      keepsPlace: false,
      keepsPlan: false,
      problems: [problemOfShape('A visit')],
    }
  }
  const given = input as Record<string, unknown>
  const kind = detailFields.some((name) => name in given) ? 'detail' : 'plan'
  const ofKind = kind === 'plan' ? planFields : []
  const known: readonly string[] = [
    ...detailFields,
    ...derivedFields,
    ...plannedFields,
    ...sharedFields,
    ...ofKind,
  ]
  const problems: FieldProblem[] = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((field) => ({ field, message: `${field} is not a field of a visit` }))
  const fields: Record<string, unknown> = {}
  for (const name of [...sharedFields, ...detailFields, ...ofKind]) {
    const value = given[name]
    if (value !== undefined && !notKept.includes(name))
      fields[name] = typeof value === 'number' && amountFields.includes(name) ? String(value) : value
  }
  if (isBlank(fields['Customer_Code'])) fields['Customer_Code'] = null
  const planned = readMoment(given['Planned_Date'], given['Planned_Time'], timeZone)
  if (planned === undefined) {
    problems.push({
      field: 'Planned_Date',
      message: 'Planned Date should be a date like 31/12/2026, with a time like 09:30',
    })
  }
  fields['Planned_At'] = planned ?? null
  const next = readMoment(given['Next_Visit_Suggested'], undefined, timeZone)
  if (next === undefined) {
    problems.push({
      field: 'Next_Visit_Suggested',
      message: 'Next Visit Suggested should be a date and time like 31/12/2026 09:30',
    })
  }
  if (next) fields['Next_Visit_Suggested'] = next
  else delete fields['Next_Visit_Suggested']
  const visitId = given['Visit_ID']
  if (!isBlank(visitId) && typeof visitId !== 'string') {
    problems.push({ field: 'Visit_ID', message: 'Visit ID should be text' })
  }
  const named = typeof visitId === 'string' ? visitId.trim() : ''
  const outcome = readOutcome(given['Status'])
  if (!outcome) problems.push({ field: 'Status', message: `Status should be ${listInWords(outcomes, 'or')}` })
  else problems.push(...problemsOfOutcome(outcome, fields))
  for (const [field, label] of [
    ['Keep_Customer_Place', 'Keep Customer Place'],
    ['Keeps_Plan', 'Keeps Plan'],
  ] as const) {
    if (!isBlank(given[field]) && typeof given[field] !== 'boolean')
      problems.push({ field, message: `${label} should be true or false` })
  }
  const keepsPlan = given['Keeps_Plan'] === true
  if (keepsPlan && (named !== '' || (outcome ?? 'visited') !== 'visited')) {
    const message = 'Keeps Plan is for a visit that was made besides the plan, and names no plan'
    problems.push({ field: 'Keeps_Plan', message })
  }
  const movesPlan = readSeenPlan(given['Moves_Plan'])
  if (movesPlan === undefined && given['Moves_Plan'] !== undefined)
    problems.push({
      field: 'Moves_Plan',
      message: 'Moves Plan should be null, or a Visit_ID and its version',
    })
  return {
    kind,
    fields,
    ...(movesPlan !== undefined && { movesPlan }),
    visitId: named === '' ? undefined : named,
    outcome: outcome ?? 'visited',
    keepsPlace: given['Keep_Customer_Place'] === true,
    keepsPlan,
    problems,
  }
}

function readSeenPlan(input: unknown): SeenPlan | null | undefined {
  if (input === null) return null
  const { Visit_ID, version } = (input ?? {}) as Partial<SeenPlan>
  return typeof Visit_ID === 'string' && typeof version === 'number' ? { Visit_ID, version } : undefined
}

const readOutcome = (status: unknown): VisitOutcome | undefined =>
  isBlank(status) ? 'visited' : outcomes.find((each) => each === status)

/** What was not done has no result, and calling it off has a reason. */
function problemsOfOutcome(outcome: VisitOutcome, fields: Record<string, unknown>): FieldProblem[] {
  const isSaid = (name: string): boolean => {
    const value = fields[name]
    return !isBlank(value) && !(Array.isArray(value) && value.length === 0)
  }
  if (outcome === 'visited') {
    return isSaid('Reason')
      ? [{ field: 'Reason', message: 'Reason is for a visit that was missed or cancelled' }]
      : []
  }
  const problems = Object.entries(ofVisitsMade)
    .filter(([field]) => isSaid(field))
    .map(([field, label]) => ({ field, message: `A visit that was ${outcome} has no ${label}` }))
  if (outcome === 'cancelled' && !isSaid('Reason')) {
    problems.push({ field: 'Reason', message: 'Reason is required when a visit is cancelled' })
  }
  return problems
}

/** What a form sends for a field nobody filled in. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** One moment from a day and a time that may come joined or apart; null when nothing is said, undefined when it makes no sense. */
function readMoment(date: unknown, time: unknown, timeZone: string): string | null | undefined {
  if (isBlank(date)) return isBlank(time) ? null : undefined
  if (typeof date !== 'string' || (!isBlank(time) && typeof time !== 'string')) return undefined
  const dateText = date.trim()
  const joined = /[\sT,]/.test(dateText)
  if (joined || isBlank(time)) return parseInstant(dateText, timeZone)
  const clock = parseTime((time as string).trim())
  // The time field may hold the joined text as well.
  return clock
    ? parseInstant(`${dateText} ${clock}`, timeZone)
    : parseInstant((time as string).trim(), timeZone)
}
