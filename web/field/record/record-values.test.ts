import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FieldEvent } from '#domain/field/events.ts'
import { isDetail } from '#domain/visits/payloads.ts'
import { packCustomer, packPlan } from '#testing/field-customer.ts'
import { initialValues, outcomes, type DetailValues } from '../../visit-entry/detail-values.ts'
import { planEventValues, timeToday } from './plan-values.ts'
import { nextVisitChoices, valuesOfEvent, visitEventValues } from './record-values.ts'

const clock = { today: '2026-11-17', timeZone: 'Asia/Kolkata' }
const planned = packCustomer('c1', {
  plan: packPlan('2026-11-17T05:00:00.000Z', { Visit_ID: 'V7', remarks: 'Bring the list' }),
  balance: { As_Of: '2026-11-14', Receivable: 400, Overdue: 100 },
  visits: [
    {
      Visit_ID: 'V1',
      on: '2026-11-10',
      by: 'Ravi',
      feedback: null,
      season: 'Winter',
      crops: ['Wheat', 'Cumin'],
      materials: ['DAP'],
      next: null,
      contactMode: 'in person',
    },
  ],
})
const entered: DetailValues = {
  ...initialValues(clock.today),
  Feedback: 'Wants a price list',
  Season_Recommendation: 'Winter',
  New_Recommended_Crops: ['Gram'],
  New_Recommended_Materials: ['NPK'],
  Next_Visit_Suggested: '2026-12-02T10:00',
  Last_Crop_Result: 'worked',
  Check_In_Place: '21.96,70.8',
  Keep_Customer_Place: 'yes',
}

// The days pending are counted by the clock.
beforeAll(() => vi.useFakeTimers({ now: new Date('2026-11-17T06:00:00.000Z') }))
afterAll(() => vi.useRealTimers())

describe('the values of a visit event', () => {
  it('are those of the visit entry, without the names of customer and plan', () => {
    expect(visitEventValues(entered, planned, clock, [])).toEqual({
      Last_Visited_Date: '2026-11-10',
      Days_Since_Visit_Pending: 0,
      Planned_Date: '2026-11-17 10:30',
      Planned_Time: '2026-11-17 10:30',
      Remarks: 'Bring the list',
      Amount_Receivables: '₹400',
      Overdue_Amount: '₹100',
      Balance_As_Of: '2026-11-14',
      Fixed_Field: 'Wheat, Cumin',
      Last_Material_Recommended: 'DAP',
      Status: 'visited',
      Contact_Mode: 'in person',
      Feedback: 'Wants a price list',
      Season_Recommendation: 'Winter',
      New_Recommended_Crops: ['Gram'],
      New_Recommended_Materials: ['NPK'],
      Next_Visit_Suggested: '2026-12-02T10:00',
      Visited_On: '2026-11-17',
      Last_Crop_Result: 'worked',
      Check_In_Place: '21.96,70.8',
      Keep_Customer_Place: true,
    })
  })

  it.each(outcomes)('lead back to the form: %s', (Outcome) => {
    const isMade = Outcome === 'visited' || Outcome === 'phoned'
    const values: DetailValues = isMade
      ? { ...entered, Outcome, ...(Outcome === 'phoned' && { Check_In_Place: '', Keep_Customer_Place: '' }) }
      : { ...initialValues(clock.today), Outcome, Reason: 'Away' }
    const sent = visitEventValues(values, planned, clock, [])
    expect(isDetail(sent)).toBe(true)
    const event: FieldEvent<'visit'> = {
      id: 'e',
      kind: 'visit',
      version: 1,
      account: 'a',
      device: 'd',
      at: '2026-11-17T06:00:00.000Z',
      customer: { id: 'c1' },
      seen: null,
      values: JSON.parse(JSON.stringify(sent)),
    }
    expect(valuesOfEvent(event, clock)).toEqual(values)
  })
})

it('plans like the planner: the next half hour of today', () => {
  expect(timeToday(clock, new Date('2026-11-17T03:00:00.000Z'))).toBe('10:00')
  expect(timeToday(clock, new Date('2026-11-17T06:40:00.000Z'))).toBe('12:30')
  expect(planEventValues(planned, clock, '2026-11-18', '10:00')).toEqual({
    Last_Visited_Date: '2026-11-10',
    Recommended_Date: '2026-11-25',
    Days_Since_Visit_Pending: -7,
    Planned_Date: '2026-11-18 10:00',
    Planned_Time: '2026-11-18 10:00',
    Remarks: 'Bring the list',
  })
})

it('offers the next visit after the interval and after usual times, on working days', () => {
  const isSunday = (day: string): string | undefined => (day === '2026-12-02' ? 'a weekly off' : undefined)
  const choices = nextVisitChoices('2026-11-17', 21, isSunday)
  expect(choices.map(({ days, day }) => [days, day])).toEqual([
    [7, '2026-11-24'],
    [16, '2026-12-03'],
    [21, '2026-12-08'],
    [30, '2026-12-17'],
  ])
  expect(choices[1]!.why).toBe('Wednesday is off')
})
