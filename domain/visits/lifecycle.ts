import type { RecordValues } from '../catalogue/entity.ts'
import type { visitStatuses } from '../catalogue/entities/visits.ts'
import { daysBetween } from '../dates.ts'
import type { FieldProblem } from '../problem.ts'

type VisitStatus = (typeof visitStatuses)[number]

/** What a visit may become; what is over stays as it is. */
const next: Record<VisitStatus, readonly VisitStatus[]> = {
  planned: ['visited', 'missed', 'cancelled'],
  unassigned: ['visited'],
  visited: [],
  missed: [],
  cancelled: [],
}

const inWords: Record<VisitStatus, string> = {
  planned: 'is planned',
  unassigned: 'is not assigned to a customer',
  visited: 'was recorded already',
  missed: 'was missed',
  cancelled: 'was cancelled',
}

const statusOf = (visit: Readonly<RecordValues>): VisitStatus => visit['Status'] as VisitStatus

/** "Visit V000001 was cancelled" */
export const visitInWords = (visit: Readonly<RecordValues>): string =>
  `Visit ${String(visit['Visit_ID'])} ${inWords[statusOf(visit)]}`

/** "Visit V000001 was recorded already by Ravi at 10:42" */
export const overInWords = (visit: Readonly<RecordValues>, by: string, when: string): string =>
  `${visitInWords(visit)}${statusOf(visit) === 'missed' ? ', as recorded' : ''} by ${by} ${when}`

/** Whether a visit still waits for its result. */
export const isOpen = (visit: Readonly<RecordValues>): boolean => next[statusOf(visit)].includes('visited')

/** Nobody knows today what will be seen tomorrow, and a later day would keep every real visit from counting. */
export function problemsOfDay(day: unknown, today: string): FieldProblem[] {
  const isLater = typeof day === 'string' && day > today
  return isLater ? [{ field: 'Visited_On', message: 'Visited On should not be later than today' }] : []
}

/** How many days after the visit it was recorded, where those are more than is usual; null where they are not. */
export function daysLate(visitedOn: unknown, recordedOn: string, usual: number): number | null {
  const days = typeof visitedOn === 'string' ? daysBetween(visitedOn, recordedOn) : 0
  return days > usual ? days : null
}

/** What keeps a visit from being changed (or, without `before`, begun) like this. */
export function problemsOfVisit(
  before: Readonly<RecordValues> | null,
  after: Readonly<RecordValues>,
  today: string,
): FieldProblem[] {
  const status = statusOf(after)
  const problems: FieldProblem[] = []
  if (before && statusOf(before) !== status && !next[statusOf(before)].includes(status)) {
    problems.push({ field: 'Status', message: `${visitInWords(before)} and cannot become ${status}` })
  }
  if (status === 'unassigned' && after['Customer_Code'] !== null) {
    problems.push({ field: 'Status', message: 'A visit with a Customer Code should not be unassigned' })
  }
  const needed: [string, string, boolean][] = [
    ['Customer_Code', 'Customer Code', status !== 'unassigned'],
    ['Planned_At', 'Planned At', status === 'planned'],
    ['Visited_On', 'Visited On', status === 'visited'],
  ]
  for (const [field, label, isNeeded] of needed) {
    if (isNeeded && after[field] === null) {
      problems.push({ field, message: `${label} is required when a visit is ${status}` })
    }
  }
  if (after['Visited_On'] !== before?.['Visited_On']) {
    problems.push(...problemsOfDay(after['Visited_On'], today))
  }
  for (const [field, label] of [
    ['Planned_By', 'Planned By'],
    ['Recorded_By', 'Recorded By'],
    ['Recorded_At', 'Recorded At'],
    ['Photo_ID', 'Photo ID'],
  ] as const) {
    // A photo may be taken off a visit; who puts one on says so when the visit is recorded.
    const isTakenOff = field === 'Photo_ID' && after[field] === null
    if (before && before[field] !== after[field] && !isTakenOff) {
      problems.push({ field, message: `${label} cannot be changed by hand` })
    }
  }
  return problems
}
