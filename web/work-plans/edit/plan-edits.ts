import type { StopView, WorkPlanView } from '#domain/api/planning/work-plans.ts'
import type { EditedStop } from '../work-plans-api.ts'

export type PlanDays = readonly Pick<WorkPlanView['days'][number], 'date' | 'off' | 'stops'>[]

/** A day of the plan, and the number of stops before the place. */
export interface PlanPosition {
  day: string
  at: number
}

export const stopsOf = (days: PlanDays): StopView[] => days.flatMap(({ stops }) => stops)

export const withoutStop = (days: PlanDays, code: string): EditedStop[] =>
  stopsOf(days).filter((stop) => stop.Customer_Code !== code)

/** The stops with this one at the position, whether it was among them or not; the others keep their order. */
export function withStopAt(days: PlanDays, stop: EditedStop, { day, at }: PlanPosition): EditedStop[] {
  return days.flatMap(({ date, stops }) => {
    const others: EditedStop[] = stops.filter((each) => each.Customer_Code !== stop.Customer_Code)
    return date === day ? others.toSpliced(at, 0, { ...stop, Visit_Date: day }) : others
  })
}

/**
 * The position one step earlier or later: within the day, and from its first or last stop on the nearest working day before
 * or after it; undefined at the ends of the plan.
 */
export function shifted(days: PlanDays, stop: StopView, step: -1 | 1): PlanPosition | undefined {
  const index = days.findIndex(({ date }) => date === stop.Visit_Date)
  const own = days[index]
  if (!own) return undefined
  const at = own.stops.findIndex((each) => each.Customer_Code === stop.Customer_Code) + step
  if (at >= 0 && at < own.stops.length) return { day: own.date, at }
  const others = step < 0 ? days.slice(0, index).toReversed() : days.slice(index + 1)
  const next = others.find(({ off }) => off === null)
  return next && { day: next.date, at: step < 0 ? next.stops.length : 0 }
}
