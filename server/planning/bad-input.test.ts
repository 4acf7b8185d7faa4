import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/dates/dates.ts'
import { hoursOf } from '#domain/planning/working-time.ts'
import { solvePlan } from '#domain/planning/solve-plan.ts'
import { numberOfDay } from '#domain/planning/urgency.ts'
import { databaseNames } from '#testing/databases.ts'
import { ok, PlanFirm, week } from '#testing/plan-firm.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { openStore } from '../store/open-store.ts'
import { loadSolver } from './highs-solver.ts'
import { buildInput, type CandidateRow, type WorkingDays } from './plan-input.ts'
import { PlanSolver, reportOn } from './solve-service.ts'

describe.each(databaseNames)('bad input of plans on %s', (database) => {
  let test: TestApp
  let firm: PlanFirm
  beforeAll(async () => {
    test = await openTestApp(database)
    firm = await PlanFirm.open(test)
  })
  afterAll(() => test.close())

  it('plans for an employee without a place, and customers without coordinates in a city without them', async () => {
    const owner = await firm.newEmployee()
    const [known, unknown] = [
      await firm.newCustomer(owner, { Place: '23.85,72.13' }),
      await firm.newCustomer(owner),
    ]
    const plan = await firm.propose(owner)
    expect(plan.report).toMatchObject({ due: 2, planned: 2 })
    expect(plan.report.notes).toEqual([
      `The coordinates of ${firm.base.City_Code}, where the employee starts, are unknown: the middle of the customers is used`,
      `1 customer has no coordinates, and neither has the city: it is planned as if it were at the start: ${unknown}`,
    ])
    const codes = plan.days.flatMap((day: Json) => day.stops.map((stop: Json) => stop.Customer_Code))
    expect(codes.toSorted()).toEqual([known, unknown])
  })

  it('considers the most urgent of 5,000 visits that fall due for one person, in time', async () => {
    const hours = { ...hoursOf(undefined, ['sunday']), stopsPerDay: 20, visitMinutes: 15 }
    const From_Date = '2026-11-16'
    const subject = { Employee_Number: 'E1', From_Date, To_Date: addDays(From_Date, 44) }
    const dates = Array.from({ length: 45 }, (_, at) => addDays(From_Date, at)).filter((_, at) => at % 7 < 6)
    const days: WorkingDays = {
      hours,
      days: dates.map((date) => ({
        date,
        number: numberOfDay(From_Date, date),
        start: 540,
        end: 1080,
        stops: 20,
      })),
      reasonOff: () => undefined,
      start: { latitude: 24, longitude: 72.2 },
      startCity: null,
    }
    const rows = Array.from({ length: 5000 }, (_, at): CandidateRow => ({
      customer_code: `C${at}`,
      customer_name: `Customer ${at}`,
      local_name: null,
      city_code: 'CITY',
      city_name: 'City',
      city_local_name: null,
      visit_in_days: 30,
      last_visited: addDays('2026-10-20', -(at % 60)),
      overdue: (at % 97) * 10_000,
      own_place: `${24 + ((at * 37) % 500) / 1000},${72 + ((at * 53) % 500) / 1000}`,
      city_place: null,
      planned_at: null,
      assigned_to: null,
    }))
    const before = process.memoryUsage().rss
    const began = process.threadCpuUsage()
    const input = buildInput(test.ctx, subject, days, rows, [])
    const clock = (): number => performance.now()
    const solution = solvePlan(input.problem, { solve: await loadSolver(), clock, seconds: 4 })
    const report = reportOn(input, solution)
    const { user, system } = process.threadCpuUsage(began)
    expect((user + system) / 1000, 'milliseconds of the processor').toBeLessThan(10_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000)
    expect(report).toMatchObject({ due: 5000, considered: 600 })
    expect(report.notes).toContainEqual({ kind: 'less urgent', count: 4400, considered: 600 })
    expect(report.planned).toBeGreaterThan(300)
    // The visits that were not considered could fit as well: 39 days have 20 stops each.
    expect(report.atMost).toBe(39 * 20)
    expect(report.leftOut).toHaveLength(5000 - report.planned)
  }, 60_000)

  it('is solved by one instance, followed and cancelled through another', async () => {
    const owner = await firm.newEmployee()
    for (let n = 0; n < 70; n++)
      await firm.newCustomer(owner, { Place: `${23.5 + n / 100},${72 + ((n * 37) % 70) / 100}` })
    const now = (): Date => new Date(test.clock.now)
    const { dataDir, databaseUrl } = test.config
    // SQLite has one process; there the second solver shares the store of the first.
    const store =
      database === 'sqlite'
        ? test.store
        : await openStore({ dataDir, databaseUrl, now, onTrouble: () => {}, poolSize: 5 })
    const other = new PlanSolver(60)
    try {
      const { items } = ok(await firm.post('planning', { Employee_Numbers: [owner], ...week }))
      const plan = items[0].Plan_ID
      await firm.post(`planning/${plan}/cancel`)
      await firm.solved(plan)
      await other.start({ ...test.ctx, store }, plan)
      const view = (): Promise<Json> => firm.get(`planning/${plan}`)
      await expect.poll(async () => (await view()).run.state, { timeout: 10_000 }).toBe('running')
      const began = performance.now()
      expect((await firm.post(`planning/${plan}/cancel`)).status).toBe(204)
      await other.idle()
      expect(performance.now() - began).toBeLessThan(15_000)
      expect(await view()).toMatchObject({
        run: { state: 'cancelled' },
        report: { isCancelled: true, due: 70 },
      })
      // What was found until then is kept, and the plan can be solved again.
      expect((await view()).Visits_In_Time).toBeGreaterThan(20)
    } finally {
      await other.close()
      if (store !== test.store) await store.close()
    }
  }, 90_000)
})
