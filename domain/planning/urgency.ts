import { daysBetween } from '../dates/dates.ts'

// How urgent a visit is: the cost of each further day without it.

const daysPerPoint = 15
const rupeesPerPoint = 10_000
const maxPoints = 4

/**
 * The weight of a visit: 1, and one more for every 15 days that it is overdue at the start of the plan and for every
 * ₹ 10,000 that the customer is overdue, at most four of each.
 */
export function weightOf(overdueDays: number, overdueRupees: number): number {
  const points = (amount: number, per: number): number => Math.min(maxPoints, Math.max(0, amount) / per)
  return 1 + points(overdueDays, daysPerPoint) + points(overdueRupees, rupeesPerPoint)
}

/** A visit may be made before its due day by this share of the days between visits, to be near others. */
const shareEarly = 0.25

/** The first day on which a visit makes sense, counted from the first day of the period. */
export const earliestOf = (due: number, visitInDays: number): number =>
  Math.max(0, due - Math.floor(visitInDays * shareEarly))

/** A day counted from the first day of the period. */
export const numberOfDay = (first: string, day: string): number => daysBetween(first, day)
