import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../dates/dates.ts'
import { instantAt } from '../dates/moments.ts'
import { visitStatuses } from '../catalogue/entities/visit-choices.ts'
import { isUnrecorded } from './unrecorded.ts'

const timeZone = 'Asia/Kolkata'
const clock = { today: '2026-11-17', timeZone }

it('is a plan of an earlier day of the firm, to the minute', () => {
  const planned = (day: string, time: string): boolean =>
    isUnrecorded({ Status: 'planned', Planned_At: instantAt(day, time, timeZone) }, clock)
  expect(planned('2026-11-16', '23:59')).toBe(true)
  expect(planned('2026-11-17', '00:00')).toBe(false)
  expect(planned('2026-11-17', '23:59')).toBe(false)
  // In UTC this is still the day before.
  expect(isUnrecorded({ Status: 'planned', Planned_At: '2026-11-16T18:29:00.000Z' }, clock)).toBe(true)
  expect(isUnrecorded({ Status: 'planned', Planned_At: '2026-11-16T18:30:00.000Z' }, clock)).toBe(false)
})

it('is never a visit with a result, nor one without a planned time', () => {
  const days = fc.integer({ min: -400, max: 400 })
  fc.assert(
    fc.property(fc.constantFrom(...visitStatuses), days, (Status, ahead) => {
      const Planned_At = instantAt(addDays(clock.today, ahead), '10:00', timeZone)
      expect(isUnrecorded({ Status, Planned_At }, clock)).toBe(Status === 'planned' && ahead < 0)
      expect(isUnrecorded({ Status, Planned_At: null }, clock)).toBe(false)
    }),
  )
})
