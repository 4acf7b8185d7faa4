import { showDay } from '#domain/dates.ts'
import { wallClock } from '#domain/moments.ts'
import { offInWords, type CalendarItem, type OffDay } from '#domain/visits/calendar.ts'
import type { FirmClock } from '#domain/visits/plans.ts'

/** A visit where it stands in the calendar; one that was made on another day than planned has a day and no time. */
export interface Placed extends CalendarItem {
  day: string
  time: string
}

export function placed(item: CalendarItem, { timeZone }: FirmClock): Placed {
  const planned = item.Planned_At === null ? null : wallClock(new Date(item.Planned_At), timeZone)
  const day = (item.Status === 'visited' ? item.Visited_On : planned?.day) ?? ''
  return { ...item, day, time: planned?.day === day ? planned.time.slice(0, 5) : '' }
}

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-IN', { ...options, timeZone: 'UTC' })

export const weekdayOf = (day: string): string => format(day, { weekday: 'long' })
export const shortWeekdayOf = (day: string): string => format(day, { weekday: 'short' })
export const monthInWords = (day: string): string => format(day, { month: 'long', year: 'numeric' })
/** "Monday 16/11/2026" */
export const dayInWords = (day: string): string => `${weekdayOf(day)} ${showDay(day)}`

export function statusInWords({ Status, Contact_Mode, day }: Placed, today: string): string {
  if (Status === 'visited') return Contact_Mode === 'by phone' ? 'by phone' : 'visited'
  if (Status !== 'planned') return Status
  return day < today ? 'not visited yet' : 'planned'
}

/** What keeps people from being visited on a day: its name is above it, so a weekly off need not say it again. */
export const offLabel = (off: readonly OffDay[], day: string): string | undefined =>
  offInWords(off, day)?.replace(weekdayOf(day), 'weekly off')

/** "Sunday is a weekly off. Holiday: Diwali." */
export function offSentence(names: string, day: string): string {
  const weekday = weekdayOf(day)
  const isWeekly = names === weekday || names.startsWith(`${weekday}, `)
  const holidays = isWeekly ? names.slice(weekday.length + 2) : names
  return [isWeekly && `${weekday} is a weekly off.`, holidays && `Holiday: ${holidays}.`]
    .filter(Boolean)
    .join(' ')
}
