import { addDays, parseDay } from '../dates.ts'
import { dayIn } from '../moments.ts'
import { addMonths, mondayOf } from '../visits/calendar.ts'

/** What a day is counted from: the firm's clock and the zone it hangs in. */
export interface FirmCalendar {
  now: () => Date
  timeZone: string
}

/** Days that move with the calendar, each with so many days before or after: `today-7`, `fy-start+30`. */
export const relativeDays = [
  'today',
  'week-start',
  'month-start',
  'month-end',
  'year-start',
  'last-month-start',
  'fy-start',
] as const
export type RelativeDay = (typeof relativeDays)[number]

// In an address that was not encoded, a plus arrives as a space.
const shape = new RegExp(`^(${relativeDays.join('|')})(?:\\s*([+ -])\\s*(\\d{1,5}))?$`, 'i')

/** Longer than any of these: not worth a look. */
const longest = 100

/** The day that is meant; undefined when it is not one of these, or lies beyond the calendar. */
export function readRelativeDay(text: string, calendar: FirmCalendar): string | undefined {
  if (text.length > longest) return undefined
  const [, word, sign, days = '0'] = shape.exec(text.trim()) ?? []
  if (!word) return undefined
  const start = startOf(word.toLowerCase() as RelativeDay, dayIn(calendar.now(), calendar.timeZone))
  return parseDay(addDays(start, Number(days) * (sign === '-' ? -1 : 1)))
}

function startOf(word: RelativeDay, today: string): string {
  const month = `${today.slice(0, 7)}-01`
  switch (word) {
    case 'today':
      return today
    case 'week-start':
      return mondayOf(today)
    case 'month-start':
      return month
    case 'month-end':
      return addDays(addMonths(month, 1), -1)
    case 'last-month-start':
      return addMonths(month, -1)
    case 'year-start':
      return `${today.slice(0, 4)}-01-01`
    case 'fy-start':
      // The financial year of India begins on the first of April.
      return `${addMonths(month, -3).slice(0, 4)}-04-01`
  }
}
