/** A visit as a calendar event. Without amounts, because calendars may be shared. */
export interface CalendarEvent {
  /** Stays the same when the visit is moved. */
  id: string
  version: number
  changedAt: string
  /** An instant, or a day for an all-day event. */
  startsAt: string
  isCancelled: boolean
  summary: string
  location: string
  description: string
  url: string
}

/** Writes RFC 5545: lines end in CRLF and have at most 75 octets. */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//AgriDesk//Visits//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    // RFC 5545 requires a component: a calendar without events has a time zone.
    ...(events.length === 0 ? noEvents : events.flatMap(linesOf)),
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('')
}

const noEvents = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]

const linesOf = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.id}@agridesk`,
  `DTSTAMP:${moment(event.changedAt)}`,
  `LAST-MODIFIED:${moment(event.changedAt)}`,
  `SEQUENCE:${event.version}`,
  ...(event.startsAt.includes('T')
    ? [`DTSTART:${moment(event.startsAt)}`, 'DURATION:PT45M']
    : [`DTSTART;VALUE=DATE:${event.startsAt.replaceAll('-', '')}`]),
  `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  `SUMMARY:${escaped(event.summary)}`,
  ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
  ...(event.description ? [`DESCRIPTION:${escaped(event.description)}`] : []),
  // A URI value is not escaped like TEXT; it is already encoded.
  `URL:${event.url}`,
  'END:VEVENT',
]

/** `2026-11-16T04:00:00.000Z` → `20261116T040000Z` */
const moment = (instant: string): string => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Removes control characters and writes line ends as a literal `\n`, so that text cannot inject lines. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|[\n\u2028\u2029]/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')
    .toWellFormed()

const encoder = new TextEncoder()
const maxOctets = 75

/** Folds a long line between characters; each continuation begins with a space that is not part of the value. */
function fold(line: string): string {
  if (line.length * 3 <= maxOctets) return line
  let folded = ''
  let octets = 0
  for (const character of line) {
    const { length } = encoder.encode(character)
    if (octets + length > maxOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += length
  }
  return folded
}
