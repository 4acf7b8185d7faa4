import { it } from 'vitest'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { databaseNames, onServer } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { PlanFirm } from '#testing/plan-firm.ts'
import { startServer } from '#testing/processes/server-process.ts'
import { openTestApp, type Json } from '#testing/test-app.ts'
import { aliveMilliseconds } from './plan-run-store.ts'

it.concurrent.for(databaseNames)(
  'on %s a plan whose server is killed while it is solved says so, and can be solved again',
  { timeout: 240_000 },
  async (database, { expect }) => {
    const test = await openTestApp(database)
    const firm = await PlanFirm.open(test)
    const owner = await firm.newEmployee()
    // Too many to be solved exactly, in a moment.
    for (let n = 0; n < 60; n++)
      await firm.newCustomer(owner, { Place: `${23.5 + n / 100},${72 + ((n * 37) % 70) / 100}` })
    // The real server has the real clock.
    test.clock.now = new Date()
    const { token } = await newPerson(test, 'boss@example.in', 'ADMIN')
    const { dataDir, databaseUrl, drop } = await test.leave()
    const settings = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    let server = await startServer(settings)
    try {
      const ask = async (
        method: string,
        path: string,
        body?: object,
      ): Promise<{ status: number; body: Json }> => {
        const answer = await fetch(`${server.url}/api/v1/planning${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
        return { status: answer.status, body: await answer.json() }
      }
      const tomorrow = addDays(dayIn(new Date(), 'Asia/Kolkata'), 1)
      const period = { From_Date: tomorrow, To_Date: addDays(tomorrow, 6) }
      const proposed = await ask('POST', '', { Employee_Numbers: [owner], ...period })
      expect(proposed.status, JSON.stringify(proposed.body)).toBe(201)
      const path = `/${proposed.body.items[0].Plan_ID}`
      const run = async (): Promise<Json> => (await ask('GET', path)).body.run
      await expect.poll(async () => (await run()).progress, { timeout: 30_000 }).toBeGreaterThan(0)
      expect((await run()).state).toBe('running')
      expect(await server.stop('SIGKILL')).toBe('SIGKILL')

      server = await startServer({ ...settings, PLAN_SECONDS: '1' })
      if (database === 'postgres') {
        // Another instance could be solving it.
        expect((await ask('POST', `${path}/solve`, {})).status).toBe(409)
        const before = new Date(Date.now() - aliveMilliseconds).toISOString()
        await onServer(databaseUrl!, `update plan_run set alive_at = '${before}'`)
      }
      expect((await run()).state).toBe('interrupted')
      const listed = (await ask('GET', '')).body.items
      expect(listed).toMatchObject([{ run: { state: 'interrupted' }, State: 'draft', Visits_Due: null }])
      expect((await ask('POST', `${path}/solve`, {})).status).toBe(202)
      await expect.poll(async () => (await run()).state, { timeout: 60_000, interval: 250 }).toBe('done')
      const { report } = (await ask('GET', path)).body
      expect(report).toMatchObject({ due: 60, isCancelled: false })
      expect(report.planned).toBeGreaterThan(20)
    } finally {
      await server.stop('SIGKILL')
      await drop()
    }
  },
)
