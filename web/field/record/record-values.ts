import type { AdviceLine } from '#domain/advice/guard.ts'
import type { FieldEvent, VisitEventValues } from '#domain/field/events.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { addDays, daysBetween, formatDate, parseDay } from '#domain/dates/dates.ts'
import { parseInstant, wallClock } from '#domain/dates/moments.ts'
import type { DayOffReason } from '#domain/visits/working-days.ts'
import { detailPlanOf } from '../../visit-entry/detail-plan.ts'
import {
  bodyOf,
  initialValues,
  type DetailValues,
  type LastAdvice,
  type VisitOutcome,
} from '../../visit-entry/detail-values.ts'
import { defaultTime, workingDayFrom } from '../../visits/visit-format.ts'
import { visitPlanOf, type FieldCustomer } from '../field-customer.ts'

/** The recommendations of the last visit, in the shape of the visit entry. */
export function lastAdviceOf({ visits }: FieldCustomer): LastAdvice | undefined {
  const last = visits?.[0]
  return last && { New_Recommended_Crops: [...last.crops], New_Recommended_Materials: [...last.materials] }
}

/** The plan that a visit belongs to, by what was entered. */
export function planOfVisit(
  values: DetailValues,
  customer: FieldCustomer,
  clock: FirmClock,
): ReturnType<typeof detailPlanOf> {
  const plan = visitPlanOf(customer, clock)
  return detailPlanOf(values, { openedPlan: plan, currentPlan: plan, clock, today: clock.today })
}

/** What the visit entry sends. */
export function visitEventValues(
  values: DetailValues,
  customer: FieldCustomer,
  clock: FirmClock,
  lines: readonly AdviceLine[],
): VisitEventValues {
  const { plan, keepsPlan, effectiveValues } = planOfVisit(values, customer, clock)
  return bodyOf({ effectiveValues, plan, keepsPlan, clock, last: lastAdviceOf(customer), photoId: '', lines })
}

/** The content of the form for an event that was refused. */
export function valuesOfEvent({ values }: FieldEvent<'visit'>, { today, timeZone }: FirmClock): DetailValues {
  const textIn = (name: string): string => (typeof values[name] === 'string' ? values[name] : '')
  const names = (name: string): string[] => (Array.isArray(values[name]) ? values[name].map(String) : [])
  const next = parseInstant(textIn('Next_Visit_Suggested'), timeZone)
  const { day, time } = next ? wallClock(new Date(next), timeZone) : { day: '', time: '' }
  return {
    ...initialValues(today),
    Outcome: outcomeOfEvent(textIn('Status'), textIn('Contact_Mode')),
    Reason: textIn('Reason'),
    Feedback: textIn('Feedback'),
    Season_Recommendation: textIn('Season_Recommendation'),
    New_Recommended_Crops: names('New_Recommended_Crops'),
    New_Recommended_Materials: names('New_Recommended_Materials'),
    Next_Visit_Suggested: next ? `${day}T${time.slice(0, 5)}` : '',
    Visited_On: formatDate(parseDay(textIn('Visited_On')) ?? today),
    Last_Crop_Result: textIn('Last_Crop_Result'),
    Last_Material_Result: textIn('Last_Material_Result'),
    Check_In_Place: textIn('Check_In_Place'),
    Advice_Reason: textIn('Advice_Reason'),
    Collected_Amount: textIn('Collected_Amount'),
    Collected_Way: textIn('Collected_Way'),
    Collected_Reference: textIn('Collected_Reference'),
    Promised_Amount: textIn('Promised_Amount'),
    Promised_On: formatTyped(textIn('Promised_On')),
    Joined_By: names('Joined_By'),
    Keep_Customer_Place: values['Keep_Customer_Place'] === true ? 'yes' : '',
    Besides: values['Keeps_Plan'] === true ? 'besides' : '',
  }
}

/** What makes a visit part of a meeting; the form of one visit does not ask for it. */
export const groupValuesOf = ({ values }: FieldEvent<'visit'>): VisitEventValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => /^(?:Group_|Attendees$)/.test(name)))

const formatTyped = (day: string): string => (parseDay(day) ? formatDate(day) : day)

function outcomeOfEvent(status: string, contactMode: string): VisitOutcome {
  if (status === 'missed' || status === 'cancelled') return status
  return contactMode === 'by phone' ? 'phoned' : 'visited'
}

export interface NextVisitChoice {
  /** Days from today. */
  days: number
  day: string
  /** Why it is not a day earlier. */
  why?: string | undefined
  /** The value of the field. */
  moment: string
}

/** The usual choices for the next visit: the customer's interval, and a week, a fortnight and a month; on working days. */
export function nextVisitChoices(today: string, interval: number, reasonOf: DayOffReason): NextVisitChoice[] {
  const wanted = [...new Set([7, 15, 30, interval])].filter((days) => days > 0)
  const choices = wanted
    .toSorted((one, other) => one - other)
    .map((days): NextVisitChoice => {
      const { day, why } = workingDayFrom(addDays(today, days), reasonOf)
      return { days: daysBetween(today, day), day, why, moment: `${day}T${defaultTime}` }
    })
  return [...new Map(choices.map((choice) => [choice.day, choice])).values()]
}
