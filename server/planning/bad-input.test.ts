import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/dates/dates.ts'
import { databaseNames } from '#testing/databases.ts'
import { ok, PlanFirm, week } from '#testing/plan-firm.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { dynamic } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import { openStore } from '../store/open-store.ts'
import { inParts } from '../store/records/record-sets.ts'
import { findRun, reportOf } from './plan-run-store.ts'
import { PlanSolver } from './solve-service.ts'

describe.each(databaseNames)('bad input of plans on %s', (database) => {
  let test: TestApp
  let firm: PlanFirm
  beforeAll(async () => {
    // The search goes on to the end of its time, and the tests do not need the best days.
    test = await openTestApp(database, { PLAN_SECONDS: '1' })
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

  it('considers the most urgent of 5,000 visits that fall due for one person, and its plan can be used', async () => {
    const owner = await firm.newEmployee()
    await firm.newCustomer(owner, { Place: '24,72' })
    await addCopies(test, 4999)
    ok(
      await firm.post('working-times', {
        Employee_Number: owner,
        Start_Place: '24.2,72.2',
        Stops_Per_Day: 20,
        Visit_Minutes: 15,
      }),
    )
    const before = process.memoryUsage().rss
    const plan = await firm.propose(owner, { From_Date: '2026-11-16', To_Date: '2026-12-30' })
    expect(process.memoryUsage().rss - before, 'bytes').toBeLessThan(400_000_000)
    expect(plan.run.state).toBe('done')
    const { report } = plan
    expect(report).toMatchObject({ due: 5000, considered: 600 })
    expect(report.notes).toContain(
      '600 of the visits that fall due were considered, the most urgent ones; 4,400 that are far less urgent were left out',
    )
    expect(report.planned).toBeGreaterThan(300)
    // The visits that were not considered could fit as well: 39 days have 20 stops each.
    expect(report.atMost).toBe(39 * 20)
    // The page shows the most urgent ones; the report keeps all.
    expect(report.leftOut).toHaveLength(200)
    expect(JSON.stringify(plan).length).toBeLessThan(1_000_000)
    const stored = reportOf(await findRun(test.store.read, plan.Plan_ID))
    expect(stored!.leftOut).toHaveLength(5000 - report.planned)
    const accepted = ok(await firm.post(`planning/${plan.Plan_ID}/accept`, { version: plan.version }))
    expect(accepted.planned).toBe(report.planned)
  }, 180_000)

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
    const other = new PlanSolver()
    try {
      const { items } = ok(await firm.post('planning', { Employee_Numbers: [owner], ...week }))
      const plan = items[0].Plan_ID
      await firm.post(`planning/${plan}/cancel`)
      await firm.solved(plan)
      const config = { ...test.config, planSeconds: 60 }
      await other.start({ ...test.ctx, store, config }, plan)
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

/** Copies the last customer with its owner and its place: each has another place and last visit. */
async function addCopies(test: TestApp, count: number): Promise<void> {
  const copies = async (table: string, change: (at: number) => Record<string, unknown>): Promise<void> => {
    const db = dynamic(test.store.read)
    const [found] = await db.selectFrom(table).selectAll().orderBy('id', 'desc').limit(1).execute()
    // Computed by the database.
    const { due_day: _1, rid: _2, ...last } = found!
    const rows = Array.from({ length: count }, (_, at) => {
      const customer_code = `MANY${String(at).padStart(5, '0')}`
      return { ...last, id: newId(test.clock.now), customer_code, ...change(at) }
    })
    for (const part of inParts(rows))
      await test.store.transaction((tx) => dynamic(tx).insertInto(table).values(part).execute())
  }
  const key = (at: number): string => `many${String(at).padStart(5, '0')}`
  await copies('customer', (at) => ({
    natural_key: key(at),
    last_visited: addDays('2026-10-20', -(at % 60)),
  }))
  await copies('assignment', (at) => ({ natural_key: `${key(at)} 2026-01-01` }))
  await copies('customer_place', (at) => ({
    natural_key: key(at),
    place: `${24 + ((at * 37) % 500) / 1000},${72 + ((at * 53) % 500) / 1000}`,
  }))
}
