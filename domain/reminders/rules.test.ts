import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../dates/dates.ts'
import { isQuiet } from './quiet-hours.ts'
import { reportingLine } from './reporting-line.ts'
import { workingDaysSince } from './working-days-since.ts'

it('knows quiet hours within a day and across midnight', () => {
  const night = { from: '22:00', to: '07:00' }
  expect(['22:00', '23:59', '00:00', '06:59'].map((time) => isQuiet(time, night))).toEqual(
    Array(4).fill(true),
  )
  expect(['07:00', '12:00', '21:59'].map((time) => isQuiet(time, night))).toEqual(Array(3).fill(false))
  expect(isQuiet('13:30', { from: '13:00', to: '14:00' })).toBe(true)
  expect(isQuiet('14:00', { from: '13:00', to: '14:00' })).toBe(false)
})

const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

it('has no quiet hours from a time to the same, and the other half of the day when they are exchanged', () => {
  fc.assert(
    fc.property(times, times, times, (time, from, to) => {
      expect(isQuiet(time, { from, to: from })).toBe(false)
      if (from !== to) expect(isQuiet(time, { from, to })).toBe(!isQuiet(time, { from: to, to: from }))
    }),
  )
})

it('follows the managers of a person once each, also where they report to each other', () => {
  const people = ['a', 'b', 'c', 'd', 'e', 'f']
  const managers = fc.dictionary(fc.constantFrom(...people), fc.constantFrom(...people, ''))
  fc.assert(
    fc.property(managers, fc.constantFrom(...people), (byPerson, person) => {
      const line = reportingLine(person, (each) => byPerson[each])
      expect(new Set(line).size).toBe(line.length)
      expect(line).not.toContain(person)
      for (const [at, manager] of line.entries())
        expect(byPerson[at === 0 ? person : line[at - 1]!]).toBe(manager)
    }),
  )
  expect(reportingLine('a', (each) => ({ a: 'b', b: 'a' })[each])).toEqual(['b'])
  expect(reportingLine('a', () => 'a')).toEqual([])
  expect(reportingLine('a', () => null)).toEqual([])
})

it('counts the working days after a plan, without today and days off', () => {
  // 2026-11-15 is a Sunday.
  const isOff = (day: string): boolean => day === '2026-11-15'
  expect(workingDaysSince('2026-11-12', '2026-11-16', isOff, 10)).toBe(2)
  expect(workingDaysSince('2026-11-12', '2026-11-17', isOff, 10)).toBe(3)
  expect(workingDaysSince('2026-11-17', '2026-11-17', isOff, 10)).toBe(0)
  expect(workingDaysSince(addDays('2026-11-17', -5000), '2026-11-17', isOff, 6)).toBe(6)
})
