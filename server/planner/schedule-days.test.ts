import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn, instantAt, wallClock } from '#domain/dates/moments.ts'
import type { DueState } from '#domain/visits/plans.ts'
import { daysPending, recommendedDate } from '#domain/visits/schedule.ts'
import { create } from '../records/record-service.ts'
import type { ListQuery } from '../store/query/record-list.ts'
import { toPlanQuery } from './plan-query.ts'
import { listVisitPlans } from './planner-service.ts'
import { recordVisit } from '../visits/visit-service.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

const zones = ['Asia/Kolkata', 'America/New_York', 'Pacific/Auckland', 'UTC']
const runs = Number(process.env['SCHEDULE_RUNS'] ?? 12)
/** In milliseconds; more work may take longer. */
const timeout = 15_000 + runs * 500

// Timestamps where the day is easily wrong: around midnight in several zones, year ends, leap days, daylight saving
// changes.
const moments = fc.oneof(
  fc.constantFrom(
    '2026-11-14T18:29:59.999Z', // 23:59:59 in India
    '2026-11-14T18:30:00.000Z',
    '2026-12-31T18:30:00.000Z',
    '2026-12-31T23:59:59.999Z',
    '2028-02-28T19:00:00.000Z',
    '2028-02-29T04:30:00.000Z',
    '2026-03-08T07:00:00.000Z', // daylight saving starts in New York
    '2026-09-26T14:00:00.000Z', // and in Auckland
  ),
  fc
    .date({ min: new Date('2025-06-01'), max: new Date('2029-06-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
)

const byCode = (code: string): ListQuery => ({
  filters: [{ field: 'Customer_Code', test: 'is', values: [code] }],
  sort: { field: 'id', descending: false },
  limit: 2,
  total: false,
})

describe.each(databaseNames)('days of visits on %s', { timeout }, (database) => {
  let test: TestApp
  let base: Json
  let number = 0
  beforeAll(async () => {
    test = await openTestApp(database)
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...rest } = await test.make('customer')
    base = rest
  })
  afterAll(() => test.close())

  it.each(zones)('due, planned and visited days are never shifted in %s', async (zone) => {
    const ctx = { ...test.ctx, config: { ...test.config, timeZone: zone } }
    await fc.assert(
      fc.asyncProperty(
        moments,
        fc.option(fc.integer({ min: 0, max: 800 })),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 23 }),
        async (moment, daysAgo, interval, hour) => {
          test.clock.now = new Date(moment)
          const today = dayIn(test.clock.now, zone)
          const last = daysAgo === null ? null : addDays(today, -daysAgo)
          const Customer_Code = `S${++number}`
          const record = { ...base, Customer_Code, Last_Visited: last, Visit_In_Days: interval }
          await create(ctx, 'customer', record)

          const due = recommendedDate(last, interval, today)
          const planItem = async (due?: DueState): Promise<Json> => {
            const { items } = await listVisitPlans(
              ctx,
              toPlanQuery(ctx, { order: 'due', due }),
              byCode(Customer_Code),
            )
            return items[0]
          }
          expect(await planItem()).toMatchObject({
            Last_Visited: last,
            Recommended_Date: due,
            Days_Since_Visit_Pending: daysPending(last, interval, test.clock.now, zone),
          })
          const states = await Promise.all(
            (['overdue', 'today', 'later', 'never'] as const).map((s) => planItem(s)),
          )
          expect(states.map(Boolean)).toEqual([due < today, due === today, due > today, last === null])

          const day = addDays(today, 3)
          const time = `${String(hour).padStart(2, '0')}:30`
          const joined = `${day} ${time}`
          const plan = { Customer_Code, Planned_Date: joined, Planned_Time: joined }
          const planned: Json = (await recordVisit(ctx, plan)).body
          expect(planned.Planned_At).toBe(instantAt(day, time, zone))
          expect(wallClock(new Date(planned.Planned_At), zone).day).toBe(day)

          const made: Json = (await recordVisit(ctx, { Customer_Code, Feedback: 'Met' })).body
          expect(made.Visited_On).toBe(today)
          const after = await planItem()
          expect([after.Last_Visited, after.Recommended_Date]).toEqual([today, addDays(today, interval)])
        },
      ),
      { numRuns: runs },
    )
  })
})
