import { showDay } from '#domain/dates.ts'
import { wallClock } from '#domain/moments.ts'
import type { CalendarItem } from '#domain/visits/calendar.ts'
import type { FirmClock } from '#domain/visits/plans.ts'

/** A visit where it stands in the calendar; one that nobody planned has a day and no time. */
export interface Placed extends CalendarItem {
  day: string
  time: string
}

export function placed(item: CalendarItem, { timeZone }: FirmClock): Placed {
  if (item.Planned_At === null) return { ...item, day: item.Visited_On ?? '', time: '' }
  const { day, time } = wallClock(new Date(item.Planned_At), timeZone)
  return { ...item, day, time: time.slice(0, 5) }
}

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-IN', { ...options, timeZone: 'UTC' })

export const weekdayOf = (day: string): string => format(day, { weekday: 'long' })
export const shortWeekdayOf = (day: string): string => format(day, { weekday: 'short' })
export const monthInWords = (day: string): string => format(day, { month: 'long', year: 'numeric' })
/** "Monday 16/11/2026" */
export const dayInWords = (day: string): string => `${weekdayOf(day)} ${showDay(day)}`

export function statusInWords({ Status, day }: Placed, today: string): string {
  if (Status !== 'planned') return { visited: 'made', missed: 'missed', cancelled: 'cancelled' }[Status]
  return day < today ? 'not made yet' : 'planned'
}
