import { addDays, parseDay } from '../dates/dates.ts'
import { dayIn } from '../dates/moments.ts'
import { addMonths, mondayOf } from '../visits/calendar.ts'

/** The clock and the time zone of the firm. */
export interface FirmCalendar {
  now: () => Date
  timeZone: string
}

/** Relative days, optionally with an offset in days: `today-7`, `fy-start+30`. */
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

// In an unencoded URL a plus arrives as a space.
const shape = new RegExp(`^(${relativeDays.join('|')})(?:\\s*([+ -])\\s*(\\d{1,5}))?$`, 'i')

/** Longer input is rejected before the regular expression runs. */
const maxLength = 100

/** The resolved day; undefined when the text is not a relative day or the day is out of range. */
export function readRelativeDay(text: string, calendar: FirmCalendar): string | undefined {
  if (text.length > maxLength) return undefined
  const [, typed, sign, days = '0'] = shape.exec(text.trim()) ?? []
  const word = relativeDays.find((each) => each === typed?.toLowerCase())
  if (!word) return undefined
  const start = startOf(word, dayIn(calendar.now(), calendar.timeZone))
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
      // The Indian financial year begins on 1 April.
      return `${addMonths(month, -3).slice(0, 4)}-04-01`
  }
}
