import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { parseDay, showDay } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { inRupees } from '#domain/money.ts'
import type { FieldProblem } from '#domain/problem.ts'
import type { FirmClock, VisitPlan } from '#domain/visits/plans.ts'
import { daysInEntry, plannedFor } from './visit-words.ts'

/** What came of a visit, in the words of the screen. */
export const outcomes = {
  visited: 'Visited',
  phoned: 'By phone instead',
  missed: 'Missed',
  cancelled: 'Cancelled',
} as const
export type VisitOutcome = keyof typeof outcomes

export interface DetailValues extends Record<string, string | readonly string[]> {
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
  /** Yes, or nothing. */
  Keep_Customer_Place: string
  Photo_ID: string
  /** A visit before the day of its plan: in its place, or another one. Nothing: as it mostly is. */
  Besides: '' | 'instead' | 'besides' | 'another'
  /** What was said when somebody else had recorded the visit already. */
  Over: string
}

/** The later of the firm's day when the page was loaded and the day by this device: a page may stay open overnight. */
export const todayOf = ({ today, timeZone }: FirmClock): string => {
  const here = dayIn(new Date(), timeZone)
  return here > today ? here : today
}

export const initialValues = (today: string): DetailValues => ({
  Outcome: 'visited',
  Reason: '',
  Feedback: '',
  Season_Recommendation: '',
  New_Recommended_Crops: [],
  New_Recommended_Materials: [],
  Next_Visit_Suggested: '',
  Visited_On: showDay(today),
  Last_Crop_Result: '',
  Last_Material_Result: '',
  Check_In_Place: '',
  Keep_Customer_Place: '',
  Photo_ID: '',
  Besides: '',
  Over: '',
})

/** Without a plan there is nothing to miss or to cancel. */
export const outcomeOf = ({ Outcome }: DetailValues, plan: VisitPlan): VisitOutcome =>
  plan.Plan || Outcome === 'phoned' ? Outcome : 'visited'

export const isMade = (outcome: VisitOutcome): boolean => outcome === 'visited' || outcome === 'phoned'

/** What was recommended last time, as one line; as much of it as the server keeps with a visit. */
export function adviceOf(last: StoredRecord | undefined, field: string): string {
  const names = last?.[field]
  return Array.isArray(names) ? [...names.join(', ')].slice(0, limits.name).join('') : ''
}

/** What was not said, or not on the screen, is not sent as if it had been. */
const filled = (values: Record<string, string | boolean>): Record<string, string | boolean> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== false))

/** The specification's payload has all of its keys, whatever came of the visit. */
const unsaid = {
  Feedback: '',
  Season_Recommendation: '',
  New_Recommended_Crops: [],
  New_Recommended_Materials: [],
  Next_Visit_Suggested: '',
}

interface Around {
  said: DetailValues
  plan: VisitPlan
  /** It was another visit than the open plan is for. */
  keepsPlan: boolean
  clock: FirmClock
  last: StoredRecord | undefined
  photoId: string
}

export function bodyOf({ said: values, plan, keepsPlan, clock, last, photoId }: Around): object {
  const outcome = outcomeOf(values, plan)
  const Plan = keepsPlan ? null : plan.Plan
  const planned = plannedFor({ ...plan, Plan }, clock)?.joined ?? ''
  const { Balance } = plan
  const shared = {
    Customer_Code: plan.Customer_Code,
    ...(Plan && { Visit_ID: Plan.Visit_ID }),
    Last_Visited_Date: plan.Last_Visited,
    Days_Since_Visit_Pending: daysInEntry(plan),
    Planned_Date: planned,
    Planned_Time: planned,
    Remarks: Plan?.Remarks ?? '',
    // What was shown stays with the visit.
    Amount_Receivables: Balance ? inRupees(Balance.Receivable) : null,
    Overdue_Amount: Balance ? inRupees(Balance.Overdue) : null,
    ...(Balance && { Balance_As_Of: Balance.As_Of }),
    Fixed_Field: adviceOf(last, 'New_Recommended_Crops'),
    Last_Material_Recommended: adviceOf(last, 'New_Recommended_Materials'),
    ...unsaid,
  }
  const { Next_Visit_Suggested } = values
  if (!isMade(outcome)) {
    const next = outcome === 'missed' ? Next_Visit_Suggested : ''
    return {
      ...shared,
      Next_Visit_Suggested: next,
      Status: outcome,
      ...filled({ Reason: values.Reason }),
    }
  }
  const day = values.Visited_On.trim()
  // Who calls is somewhere else.
  const place = outcome === 'visited' ? values.Check_In_Place : ''
  return {
    ...shared,
    Status: 'visited',
    Contact_Mode: outcome === 'phoned' ? 'by phone' : 'in person',
    Feedback: values.Feedback,
    Season_Recommendation: values.Season_Recommendation,
    New_Recommended_Crops: values.New_Recommended_Crops,
    New_Recommended_Materials: values.New_Recommended_Materials,
    Next_Visit_Suggested,
    ...filled({
      Keeps_Plan: keepsPlan,
      // The day on the screen, whatever day it is by the time the server gets it.
      Visited_On: parseDay(day) ?? day,
      Last_Crop_Result: values.Last_Crop_Result,
      Last_Material_Result: values.Last_Material_Result,
      Check_In_Place: place,
      Keep_Customer_Place: place !== '' && values.Keep_Customer_Place !== '',
      Photo_ID: photoId,
    }),
  }
}

/** Said beside what came of the visit; without any of it, a slip of the finger would count as one, and move the next. */
const beside = ['Outcome', 'Reason', 'Visited_On', 'Keep_Customer_Place', 'Besides', 'Over']

export function problemsOf(values: DetailValues, plan: VisitPlan, today: string): FieldProblem[] {
  const outcome = outcomeOf(values, plan)
  if (outcome === 'cancelled' && values.Reason.trim() === '')
    return [{ field: 'Reason', message: 'Reason is required when a visit is cancelled' }]
  if (!isMade(outcome)) return []
  const problems: FieldProblem[] = []
  const isSaid = Object.entries(values).some(([name, value]) => !beside.includes(name) && value.length > 0)
  const message = 'Say what came of the visit: feedback, a recommendation or the next visit'
  if (!isSaid) problems.push({ field: 'Feedback', message })
  const day = parseDay(values.Visited_On.trim())
  if (!day) problems.push({ field: 'Visited_On', message: 'Visited On should be a date like 31/12/2026' })
  else if (day > today)
    problems.push({ field: 'Visited_On', message: 'Visited On should not be later than today' })
  return problems
}
