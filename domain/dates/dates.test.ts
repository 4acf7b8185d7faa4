import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, parseDay, formatDate } from './dates.ts'
import { dayIn, instantAt, parseInstant, parseTime, parseZonedInstant, wallClock } from './moments.ts'
import { daysPending, recommendedDate } from '../visits/schedule.ts'

const zones = ['Asia/Kolkata', 'America/New_York', 'Pacific/Auckland', 'UTC']
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('days', () => {
  it.each([
    ['2026-11-03', '2026-11-03'],
    ['03/11/2026', '2026-11-03'],
    ['3.11.2026', '2026-11-03'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2027', undefined],
    ['2026-13-01', undefined],
    ['31/04/2026', undefined],
    ['0000-01-01', undefined],
    ['1900-01-01', '1900-01-01'],
    ['31/12/2200', '2200-12-31'],
    ['31/12/1899', undefined],
    ['2201-01-01', undefined],
    ['31/12/9999', undefined],
    ['tomorrow', undefined],
    ['2026-11-03T10:00', undefined],
  ])('reads %s as %s', (text, expected) => expect(parseDay(text)).toBe(expected))

  it('parses back what showDay formats', () => {
    fc.assert(
      fc.property(day, (each) => {
        expect(parseDay(formatDate(each))).toBe(each)
      }),
      { numRuns: 2000 },
    )
  })

  it('adds and subtracts days consistently', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -5000, max: 5000 }), (each, days) => {
        expect(daysBetween(each, addDays(each, days))).toBe(days)
        expect(addDays(addDays(each, days), -days)).toBe(each)
      }),
    )
  })

  it.each(zones)('keeps the day when converting to an instant and back in %s', (zone) => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 1439 }), (each, minute) => {
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        const shown = wallClock(new Date(instantAt(each, time, zone)), zone)
        // When the clock skips an hour in spring, that time does not exist; the day still must not change.
        expect(shown.day).toBe(each)
        if (zone === 'Asia/Kolkata' || zone === 'UTC') expect(shown.time).toBe(`${time}:00`)
      }),
      { numRuns: 500 },
    )
  })

  it('returns the Indian date between 00:00 and 05:30, while UTC is still on the day before', () => {
    expect(dayIn(new Date('2026-12-31T18:29:59Z'), 'Asia/Kolkata')).toBe('2026-12-31')
    expect(dayIn(new Date('2026-12-31T18:30:00Z'), 'Asia/Kolkata')).toBe('2027-01-01')
    expect(dayIn(new Date('2028-02-28T20:00:00Z'), 'Asia/Kolkata')).toBe('2028-02-29')
  })

  it.each([
    ['9:05', '09:05'],
    ['23:59', '23:59'],
    ['10:30:00', '10:30'],
    ['24:00', undefined],
    ['9:5', undefined],
    ['', undefined],
  ])('reads the time %s as %s', (text, expected) => expect(parseTime(text)).toBe(expected))

  it.each([
    ['2026-11-20 10:30', '2026-11-20T05:00:00.000Z'],
    ['20/11/2026, 10:30', '2026-11-20T05:00:00.000Z'],
    ['2026-11-20T05:00:00Z', '2026-11-20T05:00:00.000Z'],
    ['2026-11-20T10:30:00+05:30', '2026-11-20T05:00:00.000Z'],
    ['2026-11-20', '2026-11-19T18:30:00.000Z'],
    ['2026-02-30T10:00:00Z', undefined],
    ['2026-11-20 10:30 extra', undefined],
    ['31/12/9999 23:59', undefined],
    ['9999-12-31T23:59:00-05:00', undefined],
  ])('reads the instant %s as %s', (text, expected) =>
    expect(parseInstant(text, 'Asia/Kolkata')).toBe(expected),
  )
})

describe('parseZonedInstant', () => {
  it.each([
    ['2026-12-31T09:30:00+05:30', '2026-12-31T04:00:00.000Z'],
    ['2026-12-31T09:30Z', '2026-12-31T09:30:00.000Z'],
    ['2026-12-31T09:30', undefined],
    ['2026-12-31 09:30', undefined],
    ['2026-12-31', undefined],
    ['2026-02-30T09:30:00Z', undefined],
    ['2026-12-31T25:30:00Z', undefined],
  ])('reads %s as %s', (text, expected) => expect(parseZonedInstant(text)).toBe(expected))
})

describe('the visit schedule', () => {
  const at = (text: string): Date => new Date(instantAt(text.slice(0, 10), text.slice(11), 'Asia/Kolkata'))

  it('recommends the last visit plus the interval, and today for a customer who was never visited', () => {
    expect(recommendedDate('2026-02-20', 10, '2026-11-15')).toBe('2026-03-02')
    expect(recommendedDate(null, 10, '2026-11-15')).toBe('2026-11-15')
  })

  it.each([
    ['2026-11-01', 14, '2026-11-15 00:00', 0],
    ['2026-11-01', 14, '2026-11-15 00:01', 1],
    ['2026-11-01', 14, '2026-11-15 23:59', 1],
    ['2026-11-01', 14, '2026-11-10 09:00', -4],
    ['2026-11-01', 14, '2026-11-20 03:00', 6],
    ['2025-12-31', 1, '2026-01-01 02:00', 1],
    [null, 30, '2026-11-15 00:00', 0],
    [null, 30, '2026-11-15 09:00', 1],
  ])('last %s, every %i days, at %s: %i pending', (last, interval, now, expected) => {
    expect(daysPending(last, interval, at(now), 'Asia/Kolkata')).toBe(expected)
  })

  it('increases days pending by exactly one per day', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 365 }),
        fc.constantFrom(...zones),
        (last, interval, zone) => {
          const pending = (days: number): number =>
            daysPending(last, interval, new Date(instantAt(addDays(last, days), '12:00', zone)), zone)
          expect(pending(interval)).toBe(1)
          expect(pending(interval + 7) - pending(interval)).toBe(7)
        },
      ),
    )
  })
})
