import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../dates/dates.ts'
import { addMonths, daysOf, mondayOf, describeDayOff, turnPage } from './calendar.ts'

const anyDay = fc.integer({ min: -20_000, max: 60_000 }).map((days) => addDays('1990-01-01', days))

it('shows whole weeks from Monday that contain the day, and no week outside the month', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom('week' as const, 'month' as const), (day, view) => {
      const days = daysOf(view, day)
      expect(days).toContain(day)
      expect(days.length % 7).toBe(0)
      expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(1)
      for (const [at, each] of days.entries()) expect(each).toBe(addDays(days[0]!, at))
      if (view === 'week') expect(days).toHaveLength(7)
      else {
        for (let week = 0; week < days.length; week += 7)
          expect(days.slice(week, week + 7).some((each) => each.slice(0, 7) === day.slice(0, 7))).toBe(true)
        expect(days).toContain(`${day.slice(0, 7)}-01`)
        expect(days).toContain(addDays(`${addMonths(day, 1).slice(0, 7)}-01`, -1))
      }
    }),
    { seed: 7 },
  )
})

it('pages by week and by month, to the last day of a shorter month', () => {
  expect(turnPage('week', '2026-12-30', 1)).toBe('2027-01-06')
  expect(turnPage('month', '2027-01-31', 1)).toBe('2027-02-28')
  expect(turnPage('month', '2026-01-15', -1)).toBe('2025-12-15')
  expect(mondayOf('2026-11-15')).toBe('2026-11-09')
})

it('describes why a day is off, in one state or everywhere', () => {
  const off = [
    { day: '2026-11-15', name: 'Sunday', State_Code: null },
    { day: '2026-11-15', name: 'Fair', State_Code: 'GJ' },
  ]
  expect(describeDayOff(off, '2026-11-15', 'GJ')).toBe('Sunday, Fair')
  expect(describeDayOff(off, '2026-11-15', 'MH')).toBe('Sunday')
  expect(describeDayOff(off, '2026-11-16', 'GJ')).toBeUndefined()
})
