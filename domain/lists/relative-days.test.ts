import { describe, expect, it } from 'vitest'
import { readRelativeDay } from './relative-days.ts'

const at = (moment: string, timeZone = 'Asia/Kolkata') => ({ now: () => new Date(moment), timeZone })

describe('readRelativeDay', () => {
  it.each([
    ['today', '2026-11-15'],
    ['TODAY-7', '2026-11-08'],
    ['today+30', '2026-12-15'],
    ['today 30', '2026-12-15'],
    ['week-start', '2026-11-09'],
    ['month-start', '2026-11-01'],
    ['month-end', '2026-11-30'],
    ['month-end+1', '2026-12-01'],
    ['year-start', '2026-01-01'],
    ['last-month-start', '2026-10-01'],
    ['fy-start', '2026-04-01'],
    ['fy-start-365', '2025-04-01'],
  ])('%s is %s', (text, day) => expect(readRelativeDay(text, at('2026-11-15T06:00:00Z'))).toBe(day))

  it.each(['yesterday', 'today+', 'today+100000', 'today+99999', 'fy', '', '2026-11-15', 'today--1'])(
    'rejects “%s”',
    (text) => expect(readRelativeDay(text, at('2026-11-15T06:00:00Z'))).toBeUndefined(),
  )

  it('handles ends of months and years, and the financial year', () => {
    expect(readRelativeDay('month-end', at('2028-02-10T06:00:00Z'))).toBe('2028-02-29')
    expect(readRelativeDay('last-month-start', at('2026-01-10T06:00:00Z'))).toBe('2025-12-01')
    expect(readRelativeDay('fy-start', at('2026-03-31T06:00:00Z'))).toBe('2025-04-01')
    expect(readRelativeDay('fy-start', at('2026-04-01T06:00:00Z'))).toBe('2026-04-01')
    expect(readRelativeDay('week-start', at('2026-11-16T06:00:00Z'))).toBe('2026-11-16')
  })

  it.each([
    ['Asia/Kolkata', '2026-04-01', '2026-04-01'],
    ['UTC', '2026-03-31', '2025-04-01'],
    ['Pacific/Kiritimati', '2026-04-01', '2026-04-01'],
    ['America/Los_Angeles', '2026-03-31', '2025-04-01'],
  ])('uses the time zone of the firm: in %s it is %s', (timeZone, today, start) => {
    const calendar = at('2026-03-31T20:00:00Z', timeZone)
    expect(readRelativeDay('today', calendar)).toBe(today)
    expect(readRelativeDay('fy-start', calendar)).toBe(start)
  })
})
