import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freeSlots } from './free-slots.ts'
import { minutesOfDay } from '../planning/working-time.ts'

const hours = { start: '09:00', end: '17:00', stopsPerDay: 4, visitMinutes: 30 }
const days = ['2026-11-16', '2026-11-17', '2026-11-18']

describe('free slots', () => {
  it('spread over the day, the earliest due first, and go on with the next day', () => {
    const due = ['A', 'B', 'C', 'D', 'E'].map((code) => ({ code, day: '2026-11-10' }))
    due.push({ code: 'F', day: '2026-11-18' }, { code: 'G', day: '2026-11-01' })
    expect(freeSlots({ due, days, planned: new Map(), hours }).map(Object.values)).toEqual([
      ['G', '2026-11-16', '09:00'],
      ['A', '2026-11-16', '11:00'],
      ['B', '2026-11-16', '13:00'],
      ['C', '2026-11-16', '15:00'],
      ['D', '2026-11-17', '09:00'],
      ['E', '2026-11-17', '11:00'],
      ['F', '2026-11-18', '09:00'],
    ])
  })

  it('keep free what is planned, and are none without capacity or days', () => {
    const due = [{ code: 'A', day: '2026-11-16' }]
    const planned = new Map([['2026-11-16', ['09:10']]])
    expect(freeSlots({ due, days, planned, hours })).toEqual([
      { code: 'A', day: '2026-11-16', time: '11:00' },
    ])
    expect(freeSlots({ due, days, planned, hours: { ...hours, stopsPerDay: 0 } })).toEqual([])
    expect(freeSlots({ due, days: [], planned, hours })).toEqual([])
  })

  it('never overlap, exceed the day or come before the due day', () => {
    const time = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:20`)
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...days, '2026-11-01', '2026-12-01'), { maxLength: 30 }),
        fc.array(time, { maxLength: 5 }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 600 }),
        (dueDays, times, stopsPerDay, visitMinutes) => {
          const due = dueDays.map((day, at) => ({ code: `C${at}`, day }))
          const planned = new Map([[days[0]!, times]])
          const own = { ...hours, stopsPerDay, visitMinutes }
          const slots = freeSlots({ due, days, planned, hours: own })
          for (const slot of slots) {
            expect(slot.day >= due.find(({ code }) => code === slot.code)!.day).toBe(true)
            const start = minutesOfDay(slot.time)
            expect(start + visitMinutes).toBeLessThanOrEqual(minutesOfDay(own.end))
            const others = [
              ...slots.filter((other) => other !== slot && other.day === slot.day).map((other) => other.time),
              ...(planned.get(slot.day) ?? []),
            ]
            for (const other of others)
              expect(Math.abs(minutesOfDay(other) - start)).toBeGreaterThanOrEqual(visitMinutes)
            expect(others.length + 1).toBeLessThanOrEqual(stopsPerDay)
          }
        },
      ),
    )
  })
})
