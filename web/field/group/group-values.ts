import { formatDetails } from '#domain/advice/details.ts'
import { unsafeLines, type AdviceLine } from '#domain/advice/guard.ts'
import { reasonNeeded } from '#domain/advice/guard-words.ts'
import { groupKinds } from '#domain/catalogue/entities/visit-choices.ts'
import { formatDate, parseDay } from '#domain/dates/dates.ts'
import type { VisitEventValues } from '#domain/field/events.ts'
import { referenceOf } from '#domain/field/reference.ts'
import { t } from '#domain/messages/t.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { groupProblems } from '#domain/visit-plans/groups.ts'
import type { NewEvent } from '../../outbox/record-event.ts'
import { eventIdsOf } from '../../outbox/store/event-id.ts'
import { eventCustomerOf, seenPlanOf, type FieldCustomer } from '../field-customer.ts'

export type GroupValues = {
  Group_Title: string
  Group_Kind: string
  /** As typed. */
  Visited_On: string
  /** The ids of the customers. */
  customers: readonly string[]
  Attendees: string
  Joined_By: readonly string[]
  Feedback: string
  Season_Recommendation: string
  New_Recommended_Crops: readonly string[]
  New_Recommended_Materials: readonly string[]
  /** Why advice is given despite a warning. */
  Advice_Reason: string
  /** `yes` or empty. */
  Keeps_Plan: string
}

export const emptyGroup = (today: string): GroupValues => ({
  Group_Title: '',
  Group_Kind: groupKinds[0],
  Visited_On: formatDate(today),
  customers: [],
  Attendees: '',
  Joined_By: [],
  Feedback: '',
  Season_Recommendation: '',
  New_Recommended_Crops: [],
  New_Recommended_Materials: [],
  Advice_Reason: '',
  Keeps_Plan: '',
})

const maxAttendees = 100_000

/** Checked before the meeting is kept on the phone: days later it could not be corrected. */
export function problemsOfGroup(
  values: GroupValues,
  today: string,
  isOnPhone: (id: string) => boolean,
  lines: readonly AdviceLine[] = [],
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (values.Group_Title.trim() === '')
    problems.push({
      field: 'Group_Title',
      message: t('{label} is required', { label: t('Group Title') }),
    })
  const day = parseDay(values.Visited_On.trim())
  if (!day) problems.push({ field: 'Visited_On', message: t('Visited On should be a date like 31/12/2026') })
  else if (day > today)
    problems.push({ field: 'Visited_On', message: t('Visited On should not be later than today') })
  if (!values.customers.every(isOnPhone))
    problems.push({
      field: 'customers',
      message: t('A customer is no longer on this phone. Remove it from the list and tell the office'),
    })
  else problems.push(...groupProblems(values.customers))
  const attendees = values.Attendees.trim()
  const isCount = /^\d{1,6}$/.test(attendees) && Number(attendees) >= 1 && Number(attendees) <= maxAttendees
  if (attendees !== '' && !isCount)
    problems.push({
      field: 'Attendees',
      message: t('{label} should be a whole number from {min} to {max}', {
        label: t('Attendees'),
        min: 1,
        max: maxAttendees,
      }),
    })
  if (unsafeLines(lines).length > 0 && values.Advice_Reason.trim() === '')
    problems.push({ field: 'Advice_Reason', message: reasonNeeded() })
  return problems
}

/** The lines of each customer, by which the same advice may be safe for one and not for another. */
export type LinesFor = (customer: FieldCustomer) => readonly AdviceLine[]

/** What the form shows of the advice: each dose once, with the warnings of the customer who reaps first. */
export function linesOfGroup(customers: readonly FieldCustomer[], linesFor: LinesFor): AdviceLine[] {
  const shown = new Map<string, AdviceLine>()
  for (const line of customers.flatMap(linesFor)) {
    const key = JSON.stringify([line.material, line.crop, line.dose, line.unit, line.timing])
    const known = shown.get(key)
    if (!known || rankOf(line) < rankOf(known)) shown.set(key, line)
  }
  return [...shown.values()]
}

/** Lines with warnings first, then the earliest reaping. */
const rankOf = ({ warnings, reaping }: AdviceLine): string =>
  `${warnings.length > 0 ? 0 : 1} ${reaping ?? '9999'}`

/** The soil that all customers have, for what is recommended; empty if they differ. */
export function soilOfGroup(customers: readonly FieldCustomer[]): string {
  const soils = new Set(customers.map(({ soil }) => soil))
  return soils.size === 1 ? [...soils][0]! : ''
}

/** A visit of each customer; all have the same Group_ID, and ids that follow from the key of the form. */
export function groupEvents(
  values: GroupValues,
  customers: readonly FieldCustomer[],
  key: string,
  { linesFor, photo }: { linesFor: LinesFor; photo: Blob | undefined },
): NewEvent<'visit'>[] {
  const ids = eventIdsOf(key, customers.length)
  const day = values.Visited_On.trim()
  const shared: VisitEventValues = {
    Status: 'visited',
    Contact_Mode: 'in person',
    Visited_On: parseDay(day) ?? day,
    Group_ID: referenceOf(ids[0]!),
    Group_Title: values.Group_Title.trim(),
    Group_Kind: values.Group_Kind,
    Feedback: values.Feedback.trim(),
    ...(values.Season_Recommendation !== '' && { Season_Recommendation: values.Season_Recommendation }),
    ...(values.New_Recommended_Crops.length > 0 && { New_Recommended_Crops: values.New_Recommended_Crops }),
    ...(values.New_Recommended_Materials.length > 0 && {
      New_Recommended_Materials: values.New_Recommended_Materials,
    }),
    ...(values.Attendees.trim() !== '' && { Attendees: Number(values.Attendees.trim()) }),
    ...(values.Joined_By.length > 0 && { Joined_By: values.Joined_By }),
    ...(values.Keeps_Plan !== '' && { Keeps_Plan: true }),
  }
  return customers.map((customer, at) => ({
    id: ids[at],
    customer: eventCustomerOf(customer),
    seen: seenPlanOf(customer),
    name: customer.name,
    values: { ...shared, ...adviceOf(linesFor(customer), values) },
    // One photo of the meeting is sent once, not for each customer.
    ...(at === 0 && photo && { photo }),
  }))
}

function adviceOf(lines: readonly AdviceLine[], { Advice_Reason }: GroupValues): VisitEventValues {
  const details = formatDetails(lines)
  return {
    ...(details !== '' && { Advice_Details: details }),
    ...(unsafeLines(lines).length > 0 && { Advice_Reason: Advice_Reason.trim() }),
  }
}
