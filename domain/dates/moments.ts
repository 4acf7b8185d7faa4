import { parseDay, formatDate } from './dates.ts'

/** Instants are UTC ISO text in all code; every conversion to a day and time takes an explicit time zone. */

const timeOfDay = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/
const zonedInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone)
  if (cached) return cached
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

/** The local day and time of an instant in that zone. */
export function wallClock(instant: Date, timeZone: string): WallClock {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatterFor(timeZone).formatToParts(instant)) part[type] = value
  return {
    day: `${part.year}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}:${part.second}`,
  }
}

/** `15/11/2026 11:30`, in that zone. */
export function formatInstant(instant: string, timeZone: string): string {
  const { day, time } = wallClock(new Date(instant), timeZone)
  return `${formatDate(day)} ${time.slice(0, 5)}`
}

export const dayIn = (instant: Date, timeZone: string): string => wallClock(instant, timeZone).day

/** The instant of a local day and time (`hh:mm`) in that zone, as UTC ISO text. */
export function instantAt(day: string, time: string, timeZone: string): string {
  const wanted = Date.parse(`${day}T${time.padStart(5, '0')}:00Z`)
  let guess = wanted
  // Two rounds are enough: the second corrects an offset that changed between guess and result.
  for (let round = 0; round < 2; round++) {
    const shown = wallClock(new Date(guess), timeZone)
    guess += wanted - Date.parse(`${shown.day}T${shown.time}Z`)
  }
  return new Date(guess).toISOString()
}

/** Parses `hh:mm` (seconds allowed); undefined when it is not a valid time. */
export function parseTime(text: string): string | undefined {
  const match = timeOfDay.exec(text)
  return match ? `${match[1]!.padStart(2, '0')}:${match[2]}` : undefined
}

/** Parses an instant with a zone offset: `2026-12-31T09:30:00+05:30`. */
export function parseZonedInstant(text: string): string | undefined {
  if (!zonedInstant.test(text) || !parseDay(text.slice(0, 10))) return undefined
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString()
}

/**
 * Parses an ISO instant with a zone, or a day and a time joined by a space or `T`, which are local to the firm's
 * time zone.
 */
export function parseInstant(text: string, timeZone: string): string | undefined {
  if (zonedInstant.test(text)) return parseZonedInstant(text)
  const [dayText, timeText, ...rest] = text.split(/[\sT,]+/)
  if (rest.length > 0 || !dayText) return undefined
  const day = parseDay(dayText)
  const time = parseTime(timeText ?? '00:00')
  return day && time ? instantAt(day, time, timeZone) : undefined
}
