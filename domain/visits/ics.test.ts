import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeCalendar, type CalendarEvent } from './ics.ts'

interface Line {
  name: string
  parameters: string
  value: string
}

const octets = (text: string): number => Buffer.byteLength(text)

/** A strict RFC 5545 parser. */
function parse(text: string): Line[] {
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', ''), 'a bare CR or LF, or another control character').not.toMatch(/\p{Cc}/u)
  expect(text.isWellFormed(), 'half a character').toBe(true)
  expect(text.split('\r\n').filter((physical) => octets(physical) > 75)).toEqual([])
  const lines = text.replaceAll('\r\n ', '').slice(0, -2).split('\r\n')
  return lines.map((line) => {
    const found = /^([A-Z-]+)((?:;[A-Z-]+=[^:;]+)*):(.*)$/su.exec(line)
    if (!found) throw new Error(`not a content line: ${line}`)
    return { name: found[1]!, parameters: found[2]!, value: found[3]! }
  })
}

/** Reads a TEXT value; an invalid escape fails the test. */
function readText(value: string): string {
  expect(value).toMatch(/^(?:[^\\;,]|\\[\\;,nN])*$/su)
  return value.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))
}

const event: CalendarEvent = {
  id: '0193-a',
  version: 3,
  changedAt: '2026-11-15T06:00:00.000Z',
  startsAt: '2026-11-16T04:00:00.000Z',
  isCancelled: false,
  summary: 'Visit Patel',
  location: 'Station Road, Anand',
  description: 'Carry the price list',
  url: 'https://agridesk.example/customers/C1001',
}
/** Any character; `unit: 'binary'` of fast-check first builds a table of them all, which takes a second. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10_f7_ff })
  .map((n) => String.fromCodePoint(n < 0xd8_00 ? n : n + 0x8_00))
const valueOf = (lines: readonly Line[], name: string): string | undefined =>
  lines.find((line) => line.name === name)?.value

describe('writeCalendar', () => {
  it('writes RFC 5545', () => {
    expect(writeCalendar('AgriDesk: Ravi', [event])).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//AgriDesk//Visits//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'X-WR-CALNAME:AgriDesk: Ravi',
        'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
        'X-PUBLISHED-TTL:PT1H',
        'BEGIN:VEVENT',
        'UID:0193-a@agridesk',
        'DTSTAMP:20261115T060000Z',
        'LAST-MODIFIED:20261115T060000Z',
        'SEQUENCE:3',
        'DTSTART:20261116T040000Z',
        'DURATION:PT45M',
        'STATUS:CONFIRMED',
        'SUMMARY:Visit Patel',
        String.raw`LOCATION:Station Road\, Anand`,
        'DESCRIPTION:Carry the price list',
        'URL:https://agridesk.example/customers/C1001',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    )
    expect(writeCalendar('x', [{ ...event, isCancelled: true }])).toContain('\r\nSTATUS:CANCELLED\r\n')
    // An all-day event has neither a time nor a duration.
    expect(writeCalendar('x', [{ ...event, startsAt: '2026-11-12' }])).toContain(
      '\r\nSEQUENCE:3\r\nDTSTART;VALUE=DATE:20261112\r\nSTATUS:CONFIRMED\r\n',
    )
  })

  it('writes one component when there are no events, as RFC 5545 requires', () => {
    const lines = parse(writeCalendar('x', []))
    expect(lines.filter(({ name }) => name === 'BEGIN').map(({ value }) => value)).toEqual([
      'VCALENDAR',
      'VTIMEZONE',
      'STANDARD',
    ])
  })

  it('escapes line ends, special characters, emoji and Gujarati', () => {
    const hostile =
      'પટેલ ખેતર, આણંદ; "બીજ" 🌾👩🏽‍🌾\r\nEND:VEVENT\nBEGIN:VALARM\u2028x\u0000\u0007\\n \ud800 ' +
      'લાંબુ નામ 🌱'.repeat(40)
    const text = writeCalendar(hostile, [
      { ...event, summary: hostile, location: hostile, description: hostile },
    ])
    const lines = parse(text)
    expect(lines.filter(({ name }) => name === 'END').map(({ value }) => value)).toEqual([
      'VEVENT',
      'VCALENDAR',
    ])
    expect(readText(valueOf(lines, 'SUMMARY')!)).toBe(
      hostile
        .replaceAll('\r\n', '\n')
        .replaceAll('\u2028', '\n')
        .replaceAll('\u0000', '')
        .replaceAll('\u0007', '')
        .toWellFormed(),
    )
  })

  it('round-trips any text of any length', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (summary) => {
        const lines = parse(writeCalendar('x', [{ ...event, summary }]))
        const expected = summary.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(/(?!\n)\p{Cc}/gu, '')
        expect(readText(valueOf(lines, 'SUMMARY')!)).toBe(expected.toWellFormed())
      }),
      { numRuns: 300, seed: 5545 },
    )
  })
})
