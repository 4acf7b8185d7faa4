import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../dates/dates.ts'
import {
  assignTimes,
  lastStart,
  nextHalfHour,
  nextWorkingDay,
  formatDayOff,
  offDaysBetween,
  dayOffReasons,
  weekdayOf,
  weekdays,
  type Holiday,
  type Slot,
} from './working-days.ts'

const gujarat = { code: 'GJ', name: 'Gujarat' }
const holidays: Holiday[] = [
  { day: '2026-11-20', name: 'Diwali', state: null },
  { day: '2026-11-21', name: 'New Year', state: gujarat },
]

describe('working days', () => {
  it('computes the weekday independently of the machine’s time zone', () => {
    expect(['2026-11-15', '2026-11-16', '2024-02-29', '1900-01-01'].map(weekdayOf)).toEqual([
      'sunday',
      'monday',
      'thursday',
      'monday',
    ])
  })

  it('applies a state holiday only to customers of that state', () => {
    const inGujarat = dayOffReasons(['sunday'], holidays, ['GJ'])
    const inPunjab = dayOffReasons(['sunday'], holidays, ['PB'])
    expect([inGujarat('2026-11-20'), inPunjab('2026-11-20')]).toEqual(Array(2).fill('a holiday: Diwali'))
    expect(inGujarat('2026-11-21')).toBe('a holiday in Gujarat: New Year')
    expect(inPunjab('2026-11-21')).toBeUndefined()
    expect([nextWorkingDay('2026-11-19', inGujarat), nextWorkingDay('2026-11-19', inPunjab)]).toEqual([
      '2026-11-23',
      '2026-11-21',
    ])
  })

  it('describes why a day is off', () => {
    const reasonOf = dayOffReasons(['friday'], holidays, [])
    const [first] = offDaysBetween('2026-11-18', '2026-11-21', reasonOf)
    expect(formatDayOff(first!)).toBe('Friday 20/11/2026 is a weekly off and a holiday: Diwali')
  })

  it('returns undefined when there are no working days', () => {
    const never = dayOffReasons(weekdays, [], [])
    expect(nextWorkingDay('2026-11-15', never)).toBeUndefined()
    expect(
      assignTimes({ day: '2026-11-15', from: '18:30', every: 30, count: 2, reasonOf: never }),
    ).toHaveLength(2)
    expect(
      assignTimes({ day: '2026-11-15', from: '18:30', every: 30, count: 3, reasonOf: never }),
    ).toBeUndefined()
  })

  it('continues on the next working day after the last start time', () => {
    const reasonOf = dayOffReasons(['sunday'], [], [])
    expect(assignTimes({ day: '2026-11-14', from: '17:30', every: 45, count: 4, reasonOf })).toEqual([
      { day: '2026-11-14', time: '17:30' },
      { day: '2026-11-14', time: '18:15' },
      { day: '2026-11-14', time: '19:00' },
      { day: '2026-11-16', time: '17:30' },
    ])
  })

  it('assigns each time once, in order, on working days and within hours, for random calendars', () => {
    let seed = 20_261_115
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 2000; round++) {
      const day = addDays('2026-01-01', random(3000))
      const weeklyOffs = weekdays.filter(() => random(4) === 0).slice(0, 6)
      const some = Array.from({ length: random(8) }, () => ({
        day: addDays(day, random(20)),
        name: 'H',
        state: random(2) ? null : gujarat,
      }))
      const reasonOf = dayOffReasons(weeklyOffs, some, random(2) ? ['GJ'] : [])
      const from = `${String(random(20)).padStart(2, '0')}:00`
      const every = 1 + random(600)
      const count = 1 + random(40)
      const slots = assignTimes({ day, from, every, count, reasonOf })!
      expect(slots).toHaveLength(count)
      expect(slots[0]).toEqual({ day, time: from })
      const moments = slots.map((slot) => `${slot.day} ${slot.time}`)
      expect(moments).toEqual([...new Set(moments)].toSorted())
      const isAllowed = (slot: Slot): boolean =>
        slot.time >= from && slot.time <= lastStart && (slot.day === day || !reasonOf(slot.day))
      expect(slots.filter((slot) => !isAllowed(slot))).toEqual([])
      const next = nextWorkingDay(day, reasonOf)!
      expect(reasonOf(next)).toBeUndefined()
      // The skipped days are exactly the days off.
      const passed = offDaysBetween(addDays(day, 1), addDays(next, -1), reasonOf)
      expect(passed).toHaveLength(daysBetween(day, next) - 1)
    }
  })
})

it.each([
  ['10:00', '10:30'],
  ['10:29', '10:30'],
  ['10:30', '11:00'],
  ['18:29', '18:30'],
  ['18:45', '19:00'],
  ['19:00', undefined],
  ['23:59', undefined],
])('after %s the next half hour for a visit is %s', (now, next) => {
  expect(nextHalfHour(now)).toBe(next)
})
