import { parseDay, showDay } from './dates.ts'

/** Moments are UTC ISO text inside; clocks and calendars are those of a time zone that is always said. */

const timeOfDay = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/
const zonedInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

const formatters = new Map<string, Intl.DateTimeFormat>()

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const kept = formatters.get(timeZone)
  if (kept) return kept
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formatters.set(timeZone, formatter)
  return formatter
}

interface WallClock {
  day: string
  time: string
}

/** What a wall calendar and clock in that zone show at an instant. */
export function wallClock(instant: Date, timeZone: string): WallClock {
  const part: Record<string, string> = {}
  for (const { type, value } of clockIn(timeZone).formatToParts(instant)) part[type] = value
  return {
    day: `${part['year']}-${part['month']}-${part['day']}`,
    time: `${part['hour']}:${part['minute']}:${part['second']}`,
  }
}

/** A moment as people read it, on the clock of that zone: `15/11/2026 11:30`. */
export function showMoment(instant: string, timeZone: string): string {
  const { day, time } = wallClock(new Date(instant), timeZone)
  return `${showDay(day)} ${time.slice(0, 5)}`
}

export const dayIn = (instant: Date, timeZone: string): string => wallClock(instant, timeZone).day

/** The instant at which a clock in that zone shows this day and time (`hh:mm`), as UTC ISO text. */
export function instantAt(day: string, time: string, timeZone: string): string {
  const wanted = Date.parse(`${day}T${time.padStart(5, '0')}:00Z`)
  let guess = wanted
  // Twice is enough: the second round corrects an offset that changed between guess and result.
  for (let round = 0; round < 2; round++) {
    const shown = wallClock(new Date(guess), timeZone)
    guess += wanted - Date.parse(`${shown.day}T${shown.time}Z`)
  }
  return new Date(guess).toISOString()
}

/** Reads `hh:mm` (seconds allowed); undefined when there is no such time. */
export function parseTime(text: string): string | undefined {
  const match = timeOfDay.exec(text)
  return match ? `${match[1]!.padStart(2, '0')}:${match[2]}` : undefined
}

/** Reads a moment that says its zone itself: `2026-12-31T09:30:00+05:30`. */
export function parseZonedInstant(text: string): string | undefined {
  if (!zonedInstant.test(text) || !parseDay(text.slice(0, 10))) return undefined
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString()
}

/**
 * Reads one moment from the forms people and programs write it in: an ISO instant with a zone, or a day and a time
 * joined by a space or `T`, which mean the firm's wall clock.
 */
export function parseInstant(text: string, timeZone: string): string | undefined {
  if (zonedInstant.test(text)) return parseZonedInstant(text)
  const [dayText, timeText, ...rest] = text.split(/[\sT,]+/)
  if (rest.length > 0 || !dayText) return undefined
  const day = parseDay(dayText)
  const time = parseTime(timeText ?? '00:00')
  return day && time ? instantAt(day, time, timeZone) : undefined
}
