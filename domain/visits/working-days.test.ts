import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../dates.ts'
import {
  dealTimes,
  lastStart,
  nextHalfHour,
  nextWorkingDay,
  offDayInWords,
  offDaysBetween,
  reasonsOff,
  weekdayOf,
  weekdays,
  type Holiday,
} from './working-days.ts'

const gujarat = { code: 'GJ', name: 'Gujarat' }
const holidays: Holiday[] = [
  { day: '2026-11-20', name: 'Diwali', state: null },
  { day: '2026-11-21', name: 'New Year', state: gujarat },
]

describe('working days', () => {
  it('knows the day of the week, whatever the clock of the machine', () => {
    expect(['2026-11-15', '2026-11-16', '2024-02-29', '1900-01-01'].map(weekdayOf)).toEqual([
      'sunday',
      'monday',
      'thursday',
      'monday',
    ])
  })

  it('a holiday of a state is one for its customers only', () => {
    const inGujarat = reasonsOff(['sunday'], holidays, ['GJ'])
    const inPunjab = reasonsOff(['sunday'], holidays, ['PB'])
    expect([inGujarat('2026-11-20'), inPunjab('2026-11-20')]).toEqual(Array(2).fill('a holiday: Diwali'))
    expect(inGujarat('2026-11-21')).toBe('a holiday in Gujarat: New Year')
    expect(inPunjab('2026-11-21')).toBeUndefined()
    expect([nextWorkingDay('2026-11-19', inGujarat), nextWorkingDay('2026-11-19', inPunjab)]).toEqual([
      '2026-11-23',
      '2026-11-21',
    ])
  })

  it('says in one sentence why a day is off', () => {
    const reasonOf = reasonsOff(['friday'], holidays, [])
    const [first] = offDaysBetween('2026-11-18', '2026-11-21', reasonOf)
    expect(offDayInWords(first!)).toBe('Friday 20/11/2026 is a weekly off and a holiday: Diwali')
  })

  it('gives up where nobody ever works', () => {
    const never = reasonsOff(weekdays, [], [])
    expect(nextWorkingDay('2026-11-15', never)).toBeUndefined()
    expect(
      dealTimes({ day: '2026-11-15', from: '18:30', every: 30, count: 2, reasonOf: never }),
    ).toHaveLength(2)
    expect(
      dealTimes({ day: '2026-11-15', from: '18:30', every: 30, count: 3, reasonOf: never }),
    ).toBeUndefined()
  })

  it('goes on to the next working day after the last start', () => {
    const reasonOf = reasonsOff(['sunday'], [], [])
    expect(dealTimes({ day: '2026-11-14', from: '17:30', every: 45, count: 4, reasonOf })).toEqual([
      { day: '2026-11-14', time: '17:30' },
      { day: '2026-11-14', time: '18:15' },
      { day: '2026-11-14', time: '19:00' },
      { day: '2026-11-16', time: '17:30' },
    ])
  })

  it('on any day, with any offs: every time is dealt once, in order, on working days, within the hours', () => {
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
      const reasonOf = reasonsOff(weeklyOffs, some, random(2) ? ['GJ'] : [])
      const from = `${String(random(20)).padStart(2, '0')}:00`
      const every = 1 + random(600)
      const count = 1 + random(40)
      const slots = dealTimes({ day, from, every, count, reasonOf })!
      expect(slots).toHaveLength(count)
      expect(slots[0]).toEqual({ day, time: from })
      const moments = slots.map((slot) => `${slot.day} ${slot.time}`)
      expect(moments).toEqual([...new Set(moments)].toSorted())
      for (const slot of slots) {
        expect(slot.time >= from && slot.time <= lastStart).toBe(true)
        if (slot.day !== day) expect(reasonOf(slot.day)).toBeUndefined()
      }
      const next = nextWorkingDay(day, reasonOf)!
      expect(reasonOf(next)).toBeUndefined()
      // Every day that was passed over is on the list of days off, and only those.
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
])('offers after %s the next half hour at which a visit may begin: %s', (now, next) => {
  expect(nextHalfHour(now)).toBe(next)
})
