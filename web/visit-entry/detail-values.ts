import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { formatDetails } from '#domain/advice/details.ts'
import { adviceLines, unsafeLines, type AdviceLine, type GuardFacts } from '#domain/advice/guard.ts'
import { reasonNeeded } from '#domain/advice/guard-words.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { parseDay, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { formatRupees } from '#domain/money.ts'
import type { SeenPlan, VisitEventValues } from '#domain/field/events.ts'
import type { FieldProblem } from '#domain/problem.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import { moneyProblems } from '#domain/balances/promises.ts'
import { daysInEntry, plannedFor } from '../visits/visit-format.ts'
import { t } from '#domain/messages/t.ts'

export const outcomes = ['visited', 'phoned', 'missed', 'cancelled'] as const
export type VisitOutcome = (typeof outcomes)[number]

export type DetailValues = {
  Outcome: VisitOutcome
  Reason: string
  Feedback: string
  Season_Recommendation: string
  New_Recommended_Crops: readonly string[]
  New_Recommended_Materials: readonly string[]
  Next_Visit_Suggested: string
  /** As typed. */
  Visited_On: string
  Last_Crop_Result: string
  Last_Material_Result: string
  Check_In_Place: string
  /** `yes` or empty. */
  Keep_Customer_Place: string
  Photo_ID: string
  /** Why advice is given despite a warning. */
  Advice_Reason: string
  Collected_Amount: string
  Collected_Way: string
  Collected_Reference: string
  Promised_Amount: string
  /** As typed. */
  Promised_On: string
  /** The numbers of the other employees who took part. */
  Joined_By: readonly string[]
  /** For a visit before the day of its plan: whether it replaces the plan or is another visit; empty for the default. */
  Besides: '' | 'instead' | 'besides' | 'another'
  /** The server's message when another user had already recorded the visit. */
  Over: string
}

/** What is advised, in the form of one visit and in that of a meeting. */
export type AdviceValues = Pick<
  DetailValues,
  'Season_Recommendation' | 'New_Recommended_Crops' | 'New_Recommended_Materials' | 'Advice_Reason'
>

/** The later of the firm's day at load time and this device's day, because a page may stay open overnight. */
export const todayOf = ({ today, timeZone }: FirmClock): string => {
  const deviceDay = dayIn(new Date(), timeZone)
  return deviceDay > today ? deviceDay : today
}

export const initialValues = (today: string): DetailValues => ({
  Outcome: 'visited',
  Reason: '',
  Feedback: '',
  Season_Recommendation: '',
  New_Recommended_Crops: [],
  New_Recommended_Materials: [],
  Next_Visit_Suggested: '',
  Visited_On: formatDate(today),
  Last_Crop_Result: '',
  Last_Material_Result: '',
  Check_In_Place: '',
  Keep_Customer_Place: '',
  Photo_ID: '',
  Advice_Reason: '',
  Collected_Amount: '',
  Collected_Way: '',
  Collected_Reference: '',
  Promised_Amount: '',
  Promised_On: '',
  Joined_By: [],
  Besides: '',
  Over: '',
})

/** Without a plan a visit cannot be missed or cancelled. */
export const outcomeOf = ({ Outcome }: DetailValues, plan: VisitPlan): VisitOutcome =>
  plan.Plan || Outcome === 'phoned' ? Outcome : 'visited'

export const isMade = (outcome: VisitOutcome): outcome is 'visited' | 'phoned' =>
  outcome === 'visited' || outcome === 'phoned'

export type AdviceField = 'New_Recommended_Crops' | 'New_Recommended_Materials'

/** The recommendations of the last visit. */
export type LastAdvice = Pick<RecordNamed<'visit'>, AdviceField>

/** The last recommendation as one line, cut to the length the server stores with a visit. */
export function adviceOf(last: LastAdvice | undefined, field: AdviceField): string {
  const names = last?.[field]
  return Array.isArray(names) ? [...names.join(', ')].slice(0, limits.name).join('') : ''
}

/** Removes values that are empty, so that they are not sent. */
const omitEmpty = (values: Record<string, string | boolean>): Record<string, string | boolean> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== false))

/** The payload of the specification has all of its keys for every outcome. */
const emptyAnswers = {
  Feedback: '',
  Season_Recommendation: '',
  New_Recommended_Crops: [],
  New_Recommended_Materials: [],
  Next_Visit_Suggested: '',
}

interface BodyInput {
  effectiveValues: DetailValues
  plan: VisitPlan
  /** The visit is recorded besides the open plan. */
  keepsPlan: boolean
  clock: FirmClock
  last: LastAdvice | undefined
  photoId: string
  /** The chosen materials with their doses. */
  lines: readonly AdviceLine[]
}

/** The plan that the visit closes. */
export const seenPlanOf = ({
  plan: { Plan },
  keepsPlan,
}: Pick<BodyInput, 'plan' | 'keepsPlan'>): SeenPlan | null =>
  Plan && !keepsPlan ? { Visit_ID: Plan.Visit_ID, version: Plan.version } : null

/** The payload of the specification: the values of the event, which names the customer and the plan itself. */
export function bodyOf({
  effectiveValues: values,
  plan,
  keepsPlan,
  clock,
  last,
  photoId,
  lines,
}: BodyInput): VisitEventValues {
  const outcome = outcomeOf(values, plan)
  const Plan = keepsPlan ? null : plan.Plan
  const planned = plannedFor({ ...plan, Plan }, clock)?.joined ?? ''
  const { Balance } = plan
  const shared = {
    Last_Visited_Date: plan.Last_Visited,
    Days_Since_Visit_Pending: daysInEntry(plan),
    Planned_Date: planned,
    Planned_Time: planned,
    Remarks: Plan?.Remarks ?? '',
    // The amounts shown are stored with the visit.
    Amount_Receivables: Balance ? formatRupees(Balance.Receivable) : null,
    Overdue_Amount: Balance ? formatRupees(Balance.Overdue) : null,
    ...(Balance && { Balance_As_Of: Balance.As_Of }),
    Fixed_Field: adviceOf(last, 'New_Recommended_Crops'),
    Last_Material_Recommended: adviceOf(last, 'New_Recommended_Materials'),
    ...emptyAnswers,
  }
  const { Next_Visit_Suggested } = values
  if (!isMade(outcome)) {
    const next = outcome === 'missed' ? Next_Visit_Suggested : ''
    return {
      ...shared,
      Next_Visit_Suggested: next,
      Status: outcome,
      ...omitEmpty({ Reason: values.Reason }),
    }
  }
  const day = values.Visited_On.trim()
  // A call has no check-in location.
  const checkInPlace = outcome === 'visited' ? values.Check_In_Place : ''
  return {
    ...shared,
    Status: 'visited',
    Contact_Mode: outcome === 'phoned' ? 'by phone' : 'in person',
    Feedback: values.Feedback,
    Season_Recommendation: values.Season_Recommendation,
    New_Recommended_Crops: values.New_Recommended_Crops,
    New_Recommended_Materials: values.New_Recommended_Materials,
    Next_Visit_Suggested,
    ...(outcome === 'visited' && values.Joined_By.length > 0 && { Joined_By: values.Joined_By }),
    ...omitEmpty({
      Keeps_Plan: keepsPlan,
      // The day on the screen, even when the request arrives after midnight.
      Visited_On: parseDay(day) ?? day,
      Last_Crop_Result: values.Last_Crop_Result,
      Last_Material_Result: values.Last_Material_Result,
      Check_In_Place: checkInPlace,
      Keep_Customer_Place: checkInPlace !== '' && values.Keep_Customer_Place !== '',
      Photo_ID: photoId,
      Advice_Details: formatDetails(lines),
      Advice_Reason: unsafeLines(lines).length > 0 ? values.Advice_Reason : '',
      ...moneyOf(values),
    }),
  }
}

/** What was paid and promised, with amounts as numbers where they can be read; the server says what is wrong with others. */
function moneyOf(values: DetailValues): Record<string, string> {
  const promised = values.Promised_On.trim()
  return {
    Collected_Amount: plainAmount(values.Collected_Amount),
    Collected_Way: values.Collected_Way,
    Collected_Reference: values.Collected_Reference.trim(),
    Promised_Amount: plainAmount(values.Promised_Amount),
    Promised_On: parseDay(promised) ?? promised,
  }
}

/** `1,25,000.50` is typed with commas, and stored without. */
const plainAmount = (typed: string): string => typed.replaceAll(/[\s,₹]/g, '')

/** Fields that do not count as content: without content, an accidental tap would record a visit and move the next one. */
const nonContentFields = [
  'Outcome',
  'Reason',
  'Visited_On',
  'Keep_Customer_Place',
  'Advice_Reason',
  'Joined_By',
  'Besides',
  'Over',
]

/** What the chosen crops and materials mean on the day of the visit. */
export const linesOf = (
  values: Pick<DetailValues, 'Visited_On' | AdviceField>,
  facts: GuardFacts | undefined,
  today: string,
): AdviceLine[] =>
  facts
    ? adviceLines(
        {
          day: parseDay(values.Visited_On.trim()) ?? today,
          crops: values.New_Recommended_Crops,
          materials: values.New_Recommended_Materials,
        },
        facts,
      )
    : []

/** Checked before the visit is kept on the phone: days later it could not be corrected. */
function problemsOfMoney(values: DetailValues, day: string | undefined): FieldProblem[] {
  const money = moneyOf(values)
  const amounts = { Collected_Amount: t('Collected Amount'), Promised_Amount: t('Promised Amount') }
  const wrong = Object.entries(amounts).flatMap(([field, label]) => {
    const typed = money[field] ?? ''
    const isAmount = /^\d{1,10}(?:\.\d{1,2})?$/.test(typed) && Number(typed) > 0 && Number(typed) <= maxAmount
    return typed === '' || isAmount
      ? []
      : [
          {
            field,
            message: t('{label} should be an amount from 0.01 to {max}', {
              label,
              max: formatRupees(maxAmount),
            }),
          },
        ]
  })
  if (money['Promised_On'] && !parseDay(money['Promised_On']))
    wrong.push({ field: 'Promised_On', message: t('Promised On should be a date like 31/12/2026') })
  return wrong.length > 0 ? wrong : moneyProblems({ ...money, Visited_On: day })
}

const maxAmount = 1_000_000_000

export function problemsOf(
  values: DetailValues,
  plan: VisitPlan,
  today: string,
  lines: readonly AdviceLine[] = [],
): FieldProblem[] {
  const outcome = outcomeOf(values, plan)
  if (outcome === 'cancelled' && values.Reason.trim() === '')
    return [{ field: 'Reason', message: t('Reason is required when a visit is cancelled') }]
  if (!isMade(outcome)) return []
  const problems: FieldProblem[] = []
  const hasContent = Object.entries(values).some(
    ([name, value]) => !nonContentFields.includes(name) && value.length > 0,
  )
  const message = t('Enter feedback, a recommendation or the next visit')
  if (!hasContent) problems.push({ field: 'Feedback', message })
  if (unsafeLines(lines).length > 0 && values.Advice_Reason.trim() === '')
    problems.push({ field: 'Advice_Reason', message: reasonNeeded() })
  const day = parseDay(values.Visited_On.trim())
  if (!day) problems.push({ field: 'Visited_On', message: t('Visited On should be a date like 31/12/2026') })
  else if (day > today)
    problems.push({ field: 'Visited_On', message: t('Visited On should not be later than today') })
  return [...problems, ...problemsOfMoney(values, day)]
}
