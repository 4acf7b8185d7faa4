import type { visitStatuses } from '../catalogue/entities/visit-choices.ts'

/**
 * What became of a planned visit. `moved`: to a later day that has not passed. `noResult`: its day passed and nothing was
 * recorded. `ahead`: its day is today or later.
 */
export const planResults = [
  'onDay',
  'early',
  'late',
  'moved',
  'missed',
  'cancelled',
  'noResult',
  'ahead',
] as const
export type PlanResult = (typeof planResults)[number]

/** The results of which the visit was made. */
export const madeResults: readonly PlanResult[] = ['onDay', 'early', 'late']

/** The facts of a planned visit; days are in the time zone of the firm. */
export interface PlannedFacts {
  status: Exclude<(typeof visitStatuses)[number], 'unassigned'>
  /** When it was made, compared with the day it was planned for first: below, on or above it. */
  timing: number
  /** Whether it was moved to another day on its day or later. */
  isMoved: boolean
  /** Whether the day it is planned for now has passed. */
  isPast: boolean
}

/** Every planned visit has exactly one result. */
export function resultOf({ status, timing, isMoved, isPast }: PlannedFacts): PlanResult {
  if (status === 'missed' || status === 'cancelled') return status
  if (status === 'visited') return timing === 0 ? 'onDay' : timing < 0 ? 'early' : 'late'
  if (isPast) return 'noResult'
  return isMoved ? 'moved' : 'ahead'
}

/** The numbers of one person, or of all. */
export interface ResultCounts {
  planned: number
  results: Record<PlanResult, number>
  /** Visits that were made without a plan. */
  unplanned: number
}

export const noCounts = (): ResultCounts => ({
  planned: 0,
  results: { onDay: 0, early: 0, late: 0, moved: 0, missed: 0, cancelled: 0, noResult: 0, ahead: 0 },
  unplanned: 0,
})

export const madeOf = ({ results }: Pick<ResultCounts, 'results'>): number =>
  madeResults.reduce((sum, result) => sum + results[result], 0)

/** The share of the planned visits whose day has come that were made, in whole per cent; null if there are none. */
export function shareMade(counts: Pick<ResultCounts, 'planned' | 'results'>): number | null {
  const { planned, results } = counts
  const made = madeOf(counts)
  // A visit that was made before its day counts, one whose day is still to come does not.
  const due = planned - results.ahead
  if (due <= 0) return null
  return made === due ? 100 : Math.min(99, Math.round((100 * made) / due))
}

/**
 * A plan that is moved on its day or later was not kept: the first such day is stored. One that is moved before its day was
 * planned anew, and counts for its new day, unless the day is that of an approved or accepted work plan (`isAgreed`).
 */
export function movedFrom(
  before: { Planned_At: string | null; Moved_From: string | null },
  days: { before: string | null; after: string | null; today: string; isAgreed: boolean },
): string | null {
  if (before.Moved_From !== null) return before.Moved_From
  const isOtherDay = days.before !== null && days.after !== null && days.before !== days.after
  return isOtherDay && (days.isAgreed || days.before! <= days.today) ? before.Planned_At : null
}
