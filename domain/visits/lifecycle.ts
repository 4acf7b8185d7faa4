import type { ValuesOf } from '../catalogue/entity.ts'
import type { visit, visitStatuses } from '../catalogue/entities/visits.ts'
import { daysBetween } from '../dates.ts'
import type { FieldProblem } from '../problem.ts'
import { t } from '../messages/t.ts'

type VisitStatus = (typeof visitStatuses)[number]
type Visit = Readonly<ValuesOf<typeof visit>>

/** The allowed status transitions. */
const next: Record<VisitStatus, readonly VisitStatus[]> = {
  planned: ['visited', 'missed', 'cancelled'],
  unassigned: ['visited'],
  visited: [],
  missed: [],
  cancelled: [],
}

const statusTexts: Record<VisitStatus, string> = {
  planned: 'is planned',
  unassigned: 'is not assigned to a customer',
  visited: 'was already recorded',
  missed: 'was missed',
  cancelled: 'was cancelled',
}

/** "Visit V000001 was cancelled" */
export const describeVisit = ({ Visit_ID, Status }: Visit): string =>
  `Visit ${Visit_ID} ${statusTexts[Status]}`

/** "Visit V000001 was already recorded by Ravi at 10:42" */
export const describeRecordedBy = (visit: Visit, by: string, when: string): string =>
  `${describeVisit(visit)}${visit.Status === 'missed' ? ', as recorded' : ''} by ${by} ${when}`

/** Whether the outcome can still be recorded. */
export const isOpen = ({ Status }: Visit): boolean => next[Status].includes('visited')

/** A visit date in the future would make every real visit before it count as older. */
export function validateVisitDay(day: unknown, today: string): FieldProblem[] {
  const isLater = typeof day === 'string' && day > today
  return isLater ? [{ field: 'Visited_On', message: t('Visited On should not be later than today') }] : []
}

/** The days between the visit and its recording if they exceed the limit, otherwise null. */
export function daysLate(visitedOn: unknown, recordedOn: string, usual: number): number | null {
  const days = typeof visitedOn === 'string' ? daysBetween(visitedOn, recordedOn) : 0
  return days > usual ? days : null
}

/** Validates a change of a visit or, without `before`, a new one. */
export function validateVisit(before: Visit | null, after: Visit, today: string): FieldProblem[] {
  const { Status: status } = after
  const problems: FieldProblem[] = []
  if (before && before.Status !== status && !next[before.Status].includes(status)) {
    problems.push({
      field: 'Status',
      message: t('{before} and cannot become {status}', { before: describeVisit(before), status }),
    })
  }
  if (status === 'unassigned' && after.Customer_Code !== null) {
    problems.push({ field: 'Status', message: t('A visit with a Customer Code should not be unassigned') })
  }
  const needed: [keyof Visit, string, boolean][] = [
    ['Customer_Code', 'Customer Code', status !== 'unassigned'],
    ['Planned_At', 'Planned At', status === 'planned'],
    ['Visited_On', 'Visited On', status === 'visited'],
  ]
  for (const [field, label, isNeeded] of needed) {
    if (isNeeded && after[field] === null) {
      problems.push({
        field,
        message: t('{label} is required when a visit is {status}', { label: t(label), status }),
      })
    }
  }
  if (after.Visited_On !== before?.Visited_On) {
    problems.push(...validateVisitDay(after.Visited_On, today))
  }
  for (const [field, label] of [
    ['Planned_By', 'Planned By'],
    ['Recorded_By', 'Recorded By'],
    ['Recorded_At', 'Recorded At'],
    ['Photo_ID', 'Photo ID'],
  ] as const) {
    // A photo can be removed from a visit; it is added only when the visit is recorded.
    const isRemoved = field === 'Photo_ID' && after[field] === null
    if (before && before[field] !== after[field] && !isRemoved) {
      problems.push({ field, message: t('{label} cannot be changed by hand', { label: t(label) }) })
    }
  }
  return problems
}
