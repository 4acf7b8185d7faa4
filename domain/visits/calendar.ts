import { addDays, daysBetween } from '../dates/dates.ts'

export const calendarViews = ['week', 'month'] as const
export type CalendarView = (typeof calendarViews)[number]

/** Per response. */
export const maxItems = 1000

/** The Monday on or before the day. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

const monthOf = (day: string): string => day.slice(0, 7)

/** The same day some months later; the last of the month if that day does not exist. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return `${last.toISOString().slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`
}

/** Every day a view shows: a week from Monday, or all weeks that contain a day of the month. */
export function daysOf(view: CalendarView, day: string): string[] {
  const first = mondayOf(view === 'week' ? day : `${monthOf(day)}-01`)
  const last = view === 'week' ? day : addDays(`${monthOf(addMonths(day, 1))}-01`, -1)
  const count = daysBetween(first, addDays(mondayOf(last), 7))
  return Array.from({ length: count }, (_, at) => addDays(first, at))
}

export const isSameMonth = (one: string, other: string): boolean => monthOf(one) === monthOf(other)

/** The target of PageUp and PageDown. */
export const turnPage = (view: CalendarView, day: string, pages: number): string =>
  view === 'week' ? addDays(day, 7 * pages) : addMonths(day, pages)

/** Why the day is off, as text; undefined on a working day. */
export function describeDayOff(
  off: readonly { day: string; name: string; State_Code: string | null }[],
  day: string,
  state?: string,
): string | undefined {
  const names = off
    .filter((each) => each.day === day && (each.State_Code === null || each.State_Code === state))
    .map(({ name }) => name)
  return names.length > 0 ? names.join(', ') : undefined
}
