import { showDay } from '#domain/dates.ts'
import { wallClock } from '#domain/moments.ts'
import type { FirmClock, VisitPlan } from '#domain/visits/plans.ts'

export const lastVisitedInWords = ({ Last_Visited }: VisitPlan): string =>
  Last_Visited === null ? 'Never visited' : showDay(Last_Visited)

/** Days pending as Visit Entry shows and sends them: a visit that is not yet due is not pending. */
export const daysInEntry = (plan: VisitPlan): number => Math.max(0, plan.Days_Since_Visit_Pending)

export interface Planned {
  /** ISO. */
  day: string
  time: string
  /** What is sent in both fields of a payload. */
  joined: string
  /** For a person. */
  words: string
}

export const joinMoment = (day: string, time: string): string => `${day} ${time}`

/** When the open plan is for, on the firm's clock. */
export function plannedFor({ Plan }: VisitPlan, { timeZone }: FirmClock): Planned | undefined {
  if (!Plan) return undefined
  const { day, time } = wallClock(new Date(Plan.Planned_At), timeZone)
  const hours = time.slice(0, 5)
  return { day, time: hours, joined: joinMoment(day, hours), words: `${showDay(day)} ${hours}` }
}
