import { addDays, daysBetween } from '../dates.ts'
import type { FirmClock } from './plans.ts'

export const calendarViews = ['week', 'month'] as const
export type CalendarView = (typeof calendarViews)[number]

/** A visit on the day it was made or, where it was not (yet), on the day it is or was planned for. */
export interface CalendarItem {
  Visit_ID: string
  version: number
  Status: 'planned' | 'visited' | 'missed' | 'cancelled'
  Planned_At: string | null
  Visited_On: string | null
  Contact_Mode: string | null
  Remarks: string | null
  Assigned_To: string | null
  employeeName: string | null
  Customer_Code: string
  Customer_Name: string
  City_Code: string
  State_Code: string
}

/** A day on which nobody is visited: everywhere or, with a state, there. */
export interface OffDay {
  day: string
  name: string
  State_Code: string | null
}

export interface Calendar extends FirmClock {
  items: CalendarItem[]
  off: OffDay[]
  /** There were more than are given. */
  isCut: boolean
}

/** The most a calendar gives at once. */
export const mostItems = 1000

/** The Monday on or before. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

const monthOf = (day: string): string => day.slice(0, 7)

/** The same day some months on; the last of the month where there is none. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return `${last.toISOString().slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`
}

/** Every day a view shows: a week from Monday on, or the whole weeks that a month touches. */
export function daysOf(view: CalendarView, day: string): string[] {
  const first = mondayOf(view === 'week' ? day : `${monthOf(day)}-01`)
  const last = view === 'week' ? day : addDays(`${monthOf(addMonths(day, 1))}-01`, -1)
  const count = daysBetween(first, addDays(mondayOf(last), 7))
  return Array.from({ length: count }, (_, at) => addDays(first, at))
}

export const isSameMonth = (one: string, other: string): boolean => monthOf(one) === monthOf(other)

/** Where somebody gets to with PageUp and PageDown. */
export const turnPage = (view: CalendarView, day: string, pages: number): string =>
  view === 'week' ? addDays(day, 7 * pages) : addMonths(day, pages)

/** What keeps people from being visited on that day, in words; undefined when nothing does. */
export function offInWords(off: readonly OffDay[], day: string, state?: string): string | undefined {
  const names = off
    .filter((each) => each.day === day && (each.State_Code === null || each.State_Code === state))
    .map(({ name }) => name)
  return names.length > 0 ? names.join(', ') : undefined
}
