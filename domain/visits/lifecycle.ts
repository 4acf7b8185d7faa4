import type { ValuesOf } from '../catalogue/entity.ts'
import type { visitStatuses } from '../catalogue/entities/visit-choices.ts'
import type { visit } from '../catalogue/entities/visits.ts'
import { daysBetween } from '../dates/dates.ts'
import type { FieldProblem } from '../problem.ts'
import { foldText } from '../text.ts'
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

/** "Visit V000001 was cancelled" */
export const describeVisit = ({ Visit_ID: visit, Status: status }: Visit): string =>
  t(
    '{status, select, planned {Visit {visit} is planned} unassigned {Visit {visit} is not assigned to a customer} visited {Visit {visit} was already recorded} missed {Visit {visit} was missed} other {Visit {visit} was cancelled}}',
    { visit, status },
  )

/** "Visit V000001 was already recorded by Ravi at 10:42"; without a day it was today. */
export const describeRecordedBy = (
  { Visit_ID: visit, Status: status }: Visit,
  { by, day, time }: { by: string; day?: string; time: string },
): string =>
  day === undefined
    ? t(
        '{status, select, visited {Visit {visit} was already recorded by {by} at {time}} missed {Visit {visit} was missed, as recorded by {by} at {time}} other {Visit {visit} was cancelled by {by} at {time}}}',
        { visit, status, by, time },
      )
    : t(
        '{status, select, visited {Visit {visit} was already recorded by {by} on {day} at {time}} missed {Visit {visit} was missed, as recorded by {by} on {day} at {time}} other {Visit {visit} was cancelled by {by} on {day} at {time}}}',
        { visit, status, by, day, time },
      )

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

/** The employee whose visit it is takes part anyway. */
export function validateParticipants(joined: unknown, owner: string | null): FieldProblem[] {
  const isOwner = (number: unknown): boolean =>
    typeof number === 'string' && owner !== null && foldText(number.trim()) === foldText(owner)
  if (!Array.isArray(joined) || !joined.some(isOwner)) return []
  const message = t('It is the visit of {number}: name only the others who took part', { number: owner! })
  return [{ field: 'Joined_By', message }]
}

/** Validates a change of a visit or, without `before`, a new one. */
export function validateVisit(before: Visit | null, after: Visit, today: string): FieldProblem[] {
  const { Status: status } = after
  const problems: FieldProblem[] = []
  if (before && before.Status !== status && !next[before.Status].includes(status)) {
    problems.push({
      field: 'Status',
      message: t(
        '{before, select, planned {Visit {visit} is planned and cannot become {status}} unassigned {Visit {visit} is not assigned to a customer and cannot become {status}} visited {Visit {visit} was already recorded and cannot become {status}} missed {Visit {visit} was missed and cannot become {status}} other {Visit {visit} was cancelled and cannot become {status}}}',
        { before: before.Status, visit: before.Visit_ID, status: t(status) },
      ),
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
        message: t('{label} is required when a visit is {status}', { label: t(label), status: t(status) }),
      })
    }
  }
  problems.push(...validateParticipants(after.Joined_By, after.Assigned_To))
  if (after.Visited_On !== before?.Visited_On) {
    problems.push(...validateVisitDay(after.Visited_On, today))
  }
  for (const [field, label] of [
    ['Planned_By', 'Planned By'],
    ['Recorded_By', 'Recorded By'],
    ['Recorded_At', 'Recorded At'],
    ['Photo_ID', 'Photo ID'],
    ['Reference', 'Reference'],
  ] as const) {
    // A photo can be removed from a visit; it is added only when the visit is recorded.
    const isRemoved = field === 'Photo_ID' && after[field] === null
    if (before && before[field] !== after[field] && !isRemoved) {
      problems.push({ field, message: t('{label} cannot be changed by hand', { label: t(label) }) })
    }
  }
  return problems
}
