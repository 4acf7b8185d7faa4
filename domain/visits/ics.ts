/** A visit as a calendar on somebody's phone or desk shows it. No money: what a calendar was told may be shown to others there. */
export interface CalendarEvent {
  /** Stays the same however often the visit is moved. */
  id: string
  version: number
  changedAt: string
  /** A moment or, of what has no time, a day. */
  startsAt: string
  isCancelled: boolean
  summary: string
  location: string
  description: string
  url: string
}

/** As RFC 5545 has it: lines end in CRLF and are at most 75 octets long. */
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
    // A calendar must hold something: one without events holds the time zone they would be in.
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
  // An address is not text: it has its own way of escaping, and has been through it.
  `URL:${event.url}`,
  'END:VEVENT',
]

/** `2026-11-16T04:00:00.000Z` → `20261116T040000Z` */
const moment = (instant: string): string => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Text can neither end its line nor begin another: control characters go, a line end becomes `\n` in letters. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|[\n\u2028\u2029]/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')
    .toWellFormed()

const encoder = new TextEncoder()
const mostOctets = 75

/** Breaks a long line between characters, never within one; what follows begins with a space that is not part of it. */
function fold(line: string): string {
  if (line.length * 3 <= mostOctets) return line
  let folded = ''
  let octets = 0
  for (const character of line) {
    const { length } = encoder.encode(character)
    if (octets + length > mostOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += length
  }
  return folded
}
