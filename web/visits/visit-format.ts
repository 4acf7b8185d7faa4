import { formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import { nextWorkingDay, weekdayName, type DayOffReason } from '#domain/visits/working-days.ts'
import { currentLocale, t } from '#domain/messages/t.ts'

export const formatLastVisited = ({ Last_Visited }: VisitPlan): string =>
  Last_Visited === null ? t('Never visited') : formatDate(Last_Visited)

/** Days pending as Visit Entry shows and sends them, clamped at 0. */
export const daysInEntry = (plan: VisitPlan): number => Math.max(0, plan.Days_Since_Visit_Pending)

export interface PlannedMoment {
  /** ISO date. */
  day: string
  time: string
  /** Sent in both fields of the payload. */
  joined: string
  /** For display. */
  label: string
}

export const joinMoment = (day: string, time: string): string => `${day} ${time}`

/** Day and time of the open plan in the firm's time zone. */
export function plannedFor({ Plan }: VisitPlan, { timeZone }: FirmClock): PlannedMoment | undefined {
  if (!Plan) return undefined
  const { day, time } = wallClock(new Date(Plan.Planned_At), timeZone)
  const hours = time.slice(0, 5)
  return { day, time: hours, joined: joinMoment(day, hours), label: `${formatDate(day)} ${hours}` }
}

/** Default time of a planned visit. */
export const defaultTime = '10:00'

/** "Mon 7 Dec"; in the other languages as they write it. */
export function formatDay(day: string): string {
  const locale = currentLocale()
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale.startsWith('en') ? 'en-GB' : locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
}

/** The day, or the next working day with the reason ("Sunday is off"). */
export function workingDayFrom(day: string, reasonOf: DayOffReason): { day: string; why?: string } {
  const reason = reasonOf(day)
  const next = reason && nextWorkingDay(day, reasonOf)
  if (!next) return { day }
  const weekday = weekdayName(day)
  const why =
    reason === t('a weekly off')
      ? t('{weekday} is off', { weekday })
      : t('{weekday} is {reason}', { weekday, reason })
  return { day: next, why }
}
