import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#server/store/dialect.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { addUp } from './glance-parts.ts'
import * as store from './glance-store.ts'

const today = '2026-11-15'

describe.each(databaseNames)('counting in stretches on %s', (database) => {
  let test: TestApp
  let zone: string
  beforeAll(async () => {
    test = await openTestApp(database)
    const { id: _, version: _2, createdAt: _3, updatedAt: _4, ...place } = await test.make('customer')
    zone = place.Zone_Code
    const { employeeNumber } = await test.make('employee')
    const save = async (path: string, input: Record<string, unknown>): Promise<void> => {
      const { status, body } = await test.request('POST', `/api/v1/${path}`, input)
      expect(status, JSON.stringify(body)).toBe(201)
    }
    for (const [nth, Customer_Code] of ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'].entries()) {
      const Last_Visited = nth % 2 ? '2026-11-01' : null
      await save('customers', { ...place, Customer_Code, Last_Visited, Visit_In_Days: nth + 1 })
      await save('balances', {
        Customer_Code,
        As_Of: `2026-11-0${9 - nth}`,
        Receivable: nth,
        Overdue: nth - 2,
      })
      // The rows of one customer must not be torn apart.
      for (const day of nth === 2 ? ['2026-01-01', '2026-02-01', '2026-03-01'] : ['2026-03-01']) {
        const Until_Day = day === '2026-03-01' ? null : day
        await save('assignments', {
          Customer_Code,
          Employee_Number: employeeNumber,
          From_Day: day,
          Until_Day,
        })
      }
    }
  })
  afterAll(() => test.close())

  async function inStretches(
    table: string,
    length: number,
    read: (stretch: store.Stretch) => Promise<Row[]>,
  ): Promise<{ rows: Row[]; stretches: number }> {
    const whole = new Map<string, Row>()
    let stretches = 0
    for await (const stretch of store.stretchesOf(test.store.read, table, length)) {
      addUp(whole, await read(stretch))
      stretches++
    }
    return { rows: [...whole.values()], stretches }
  }
  const inNumbers = (rows: readonly Row[]): Row[] =>
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [name, /code|oldest/.test(name) ? cell : Number(cell)]),
      ),
    )

  it.each([1, 2, 3, 7, 9, 100])('comes to the same with %i rows at a time', async (length) => {
    const db = test.store.read
    for (const within of [
      null,
      { part: { column: 'zone_code', code: zone }, inStretches: true, limit: undefined },
    ]) {
      const money = (stretch: store.Stretch): Promise<Row[]> =>
        store.moneyByTerritory(db, 'zone_code', within, stretch)
      const owed = await inStretches('balance', length, money)
      expect(inNumbers(owed.rows)).toEqual(inNumbers(await money(null)))
      expect(inNumbers(owed.rows)).toMatchObject([
        { code: zone, receivable: 2100, overdue: 1000, debtors: 4 },
      ])
      const employees = (stretch: store.Stretch): Promise<Row[]> =>
        store.coverageByEmployee(db, within, today, stretch)
      const covered = await inStretches('assignment', length, employees)
      expect(inNumbers(covered.rows)).toEqual(inNumbers(await employees(null)))
      expect(inNumbers(covered.rows)).toMatchObject([{ never: 4, age1: 3 }])
      expect(owed.stretches).toBe(Math.floor(7 / length) + 1)
    }
  })

  it('leaves out visits that were not made, whatever day they name', async () => {
    const { createWithin } = await import('#server/resources/resource-service.ts')
    for (const Status of ['visited', 'visited', 'missed', 'cancelled']) {
      const visit = { Customer_Code: 'S1', Status, Planned_At: `${today}T04:30:00.000Z`, Visited_On: today }
      await test.store.transaction((tx) => createWithin(test.ctx, tx, 'visit', visit))
    }
    for (const within of [
      null,
      { part: { column: 'zone_code', code: zone }, inStretches: true, limit: undefined },
    ]) {
      const rows = await store.visitsMade(test.store.read, within, today, today)
      expect(rows.map(({ day, visits }) => [day, Number(visits)])).toEqual([[today, 2]])
    }
  })
})
