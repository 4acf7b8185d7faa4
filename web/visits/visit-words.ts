import { showDay } from '#domain/dates.ts'
import { wallClock } from '#domain/moments.ts'
import type { FirmClock, VisitPlan } from '#domain/visits/plans.ts'
import { capitalised, nextWorkingDay, weekdayOf, type ReasonOf } from '#domain/visits/working-days.ts'

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

/** The start of a working day's rounds. */
export const usualTime = '10:00'

/** "Mon 7 Dec" */
export const dayInWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })

/** That day or, where it is off, the next on which somebody works; then also why: "Sunday is off". */
export function workingDayFrom(day: string, reasonOf: ReasonOf): { day: string; why?: string } {
  const reason = reasonOf(day)
  const next = reason && nextWorkingDay(day, reasonOf)
  if (!next) return { day }
  const weekday = capitalised(weekdayOf(day))
  return { day: next, why: `${weekday} is ${reason === 'a weekly off' ? 'off' : reason}` }
}
