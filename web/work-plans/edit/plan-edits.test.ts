import { describe, expect, it } from 'vitest'
import type { StopView } from '#domain/api/planning/work-plans.ts'
import { bestPosition } from './best-position.ts'
import { shifted, stopsOf, withoutStop, withStopAt, type PlanDays } from './plan-edits.ts'

const stop = (Customer_Code: string, Visit_Date: string, Place: string | null = null): StopView => ({
  Customer_Code,
  Customer_Name: Customer_Code,
  Local_Name: null,
  City_Name: 'Patan',
  City_Local_Name: null,
  Visit_Date,
  Start_Time: '09:00',
  Minutes: 30,
  Is_Fixed: false,
  Is_Appointment: false,
  Reason: null,
  Kilometres: 1,
  Place,
  Due: null,
  Overdue: null,
})

const day = (date: string, codes: string, off: string | null = null): PlanDays[number] => ({
  date,
  off,
  stops: [...codes].map((code) => stop(code, date)),
})

const days: PlanDays = [
  day('2026-11-20', 'ab'),
  day('2026-11-21', ''),
  day('2026-11-22', '', 'a weekly off'),
  day('2026-11-23', 'cde'),
]
const named = (code: string): StopView => stopsOf(days).find(({ Customer_Code }) => Customer_Code === code)!
const asText = (stops: readonly { Customer_Code: string; Visit_Date: string }[]): string =>
  stops.map(({ Customer_Code, Visit_Date }) => Customer_Code + Visit_Date.slice(-2)).join(' ')

describe('editing the stops of a plan', () => {
  it('moves a stop within its day and to another one, and the others keep their order', () => {
    expect(asText(withStopAt(days, named('e'), { day: '2026-11-23', at: 0 }))).toBe('a20 b20 e23 c23 d23')
    expect(asText(withStopAt(days, named('c'), { day: '2026-11-20', at: 1 }))).toBe('a20 c20 b20 d23 e23')
    expect(asText(withStopAt(days, named('a'), { day: '2026-11-21', at: 9 }))).toBe('b20 a21 c23 d23 e23')
  })

  it('adds a customer that is not in the plan, and removes one', () => {
    expect(asText(withStopAt(days, stop('x', ''), { day: '2026-11-21', at: 0 }))).toBe(
      'a20 b20 x21 c23 d23 e23',
    )
    expect(asText(withoutStop(days, 'd'))).toBe('a20 b20 c23 e23')
    expect(asText(withoutStop(days, 'unknown'))).toBe('a20 b20 c23 d23 e23')
  })

  it('steps over days off to the next working day, and not beyond the plan', () => {
    expect(shifted(days, named('b'), -1)).toEqual({ day: '2026-11-20', at: 0 })
    expect(shifted(days, named('b'), 1)).toEqual({ day: '2026-11-21', at: 0 })
    expect(shifted(days, named('c'), -1)).toEqual({ day: '2026-11-21', at: 0 })
    expect(shifted(days, named('a'), -1)).toBeUndefined()
    expect(shifted(days, named('e'), 1)).toBeUndefined()
  })

  it('finds the least detour, and the end where a place is unknown', () => {
    const along: PlanDays[number] = {
      date: '2026-11-20',
      off: null,
      stops: [stop('a', '2026-11-20', '23.1,72'), stop('b', '2026-11-20', '23.2,72.3')],
    }
    const at = (Place: string | null, start: string | null = '23,72'): number =>
      bestPosition(along, { Customer_Code: 'x', Place }, start)
    expect(at('23.05,72')).toBe(0)
    expect(at('23.15,72.15')).toBe(1)
    expect(at('23.1,72.15')).toBe(2)
    expect(at(null)).toBe(2)
    expect(at('23.15,72.15', null)).toBe(1)
  })
})
