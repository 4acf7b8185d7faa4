import { formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import type { CalendarItem, OffDay } from '#domain/api/visits/calendar.ts'
import { describeDayOff } from '#domain/visits/calendar.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { currentLocale, t } from '#domain/messages/t.ts'

/** A visit with its day and time in the calendar; one made on another day than planned has no time. */
export interface CalendarEntry extends CalendarItem {
  day: string
  time: string
}

export function toCalendarEntry(item: CalendarItem, { timeZone }: FirmClock): CalendarEntry {
  const planned = item.Planned_At === null ? null : wallClock(new Date(item.Planned_At), timeZone)
  const day = (item.Status === 'visited' ? item.Visited_On : planned?.day) ?? ''
  return { ...item, day, time: planned?.day === day ? planned.time.slice(0, 5) : '' }
}

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(currentLocale(), { ...options, timeZone: 'UTC' })

export const weekdayOf = (day: string): string => format(day, { weekday: 'long' })
export const shortWeekdayOf = (day: string): string => format(day, { weekday: 'short' })
export const formatMonth = (day: string): string => format(day, { month: 'long', year: 'numeric' })
/** "16–22 Nov 2026" */
export const formatDays = (first: string, last: string): string =>
  new Intl.DateTimeFormat(currentLocale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).formatRange(new Date(first), new Date(last))

/** "Monday 16/11/2026" */
export const formatDay = (day: string): string => `${weekdayOf(day)} ${formatDate(day)}`

/** Which of the statuses of the calendar, in English. */
export function statusOf({ Status, Contact_Mode, day }: CalendarEntry, today: string): string {
  if (Status === 'visited') return Contact_Mode === 'by phone' ? 'by phone' : 'visited'
  if (Status !== 'planned') return Status
  return day < today ? 'not recorded' : 'planned'
}

export const formatStatus = (status: string): string => t(status)

/** Why a day is off; the weekday is not repeated for a weekly off, because the heading shows it. */
export const offLabel = (off: readonly OffDay[], day: string): string | undefined =>
  describeDayOff(off, day)?.replace(weekdayOf(day), t('weekly off'))

/** "Sunday is a weekly off. Holiday: Diwali." */
export function offSentence(names: string, day: string): string {
  const weekday = weekdayOf(day)
  const isWeekly = names === weekday || names.startsWith(`${weekday}, `)
  const holidays = isWeekly ? names.slice(weekday.length + 2) : names
  return [
    isWeekly && t('{weekday} is a weekly off.', { weekday }),
    holidays && t('Holiday: {holidays}.', { holidays }),
  ]
    .filter(Boolean)
    .join(' ')
}
