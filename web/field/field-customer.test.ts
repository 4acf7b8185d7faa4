import { afterEach, expect, it, vi } from 'vitest'
import { daysPending } from '#domain/visits/schedule.ts'
import { packCustomer } from '#testing/field-customer.ts'
import { dueOf } from './field-customer.ts'

const clock = { today: '2026-11-17', timeZone: 'Asia/Kolkata' }

afterEach(() => vi.useRealTimers())

it('counts the days that a visit is due like the planner, by the day of the firm', () => {
  const noon = new Date('2026-11-17T06:30:00.000Z')
  // The clock of the phone is two days fast.
  vi.useFakeTimers({ now: noon.getTime() + 2 * 86_400_000 })
  for (const lastVisited of [null, '2026-10-01', '2026-10-18', '2026-11-16']) {
    const customer = packCustomer('c1', { lastVisited, visitInDays: 30 })
    expect(dueOf(customer, clock).days).toBe(daysPending(lastVisited, 30, noon, clock.timeZone))
  }
})
