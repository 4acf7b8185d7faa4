import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { addCoverage, addMoney, addUp } from './dashboard-parts.ts'
import * as store from './dashboard-store.ts'

const today = '2026-11-15'

describe.each(databaseNames)('counting in batches on %s', (database) => {
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
      // The rows of one customer must be in one batch.
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

  async function inBatches<R extends { code: string }>(
    table: string,
    length: number,
    read: (range: store.CustomerRange) => Promise<R[]>,
    add: (one: R, other: R) => R,
  ): Promise<{ rows: R[]; batches: number }> {
    const totals = new Map<string, R>()
    let batches = 0
    for await (const range of store.customerRanges(test.store.read, table, length)) {
      addUp(totals, await read(range), add)
      batches++
    }
    return { rows: [...totals.values()], batches }
  }

  it.each([1, 2, 3, 7, 9, 100])('returns the same totals with %i rows per batch', async (length) => {
    const db = test.store.read
    for (const scope of [
      null,
      { part: { column: 'zone_code', code: zone }, inBatches: true, limit: undefined },
    ]) {
      const money = (range: store.CustomerRange) => store.moneyByTerritory(db, 'zone_code', scope, range)
      const owed = await inBatches('balance', length, money, addMoney)
      expect(owed.rows).toEqual(await money(null))
      expect(owed.rows).toMatchObject([{ code: zone, receivable: 2100, overdue: 1000, debtors: 4 }])
      const employees = (range: store.CustomerRange) => store.coverageByEmployee(db, scope, today, range)
      const coverage = await inBatches('assignment', length, employees, addCoverage)
      expect(coverage.rows).toEqual(await employees(null))
      expect(coverage.rows).toMatchObject([{ never: 4, age1: 3 }])
      expect(owed.batches).toBe(Math.floor(7 / length) + 1)
    }
  })

  it('leaves out visits that were not made, even if they have a day', async () => {
    const { createInTransaction } = await import('#server/records/record-service.ts')
    for (const Status of ['visited', 'visited', 'missed', 'cancelled']) {
      const visit = { Customer_Code: 'S1', Status, Planned_At: `${today}T04:30:00.000Z`, Visited_On: today }
      await test.store.transaction((tx) => createInTransaction(test.ctx, tx, 'visit', visit))
    }
    for (const scope of [
      null,
      { part: { column: 'zone_code', code: zone }, inBatches: true, limit: undefined },
    ]) {
      const rows = await store.visitsMade(test.store.read, scope, today, today)
      expect(rows.map(({ day, visits }) => [day, visits])).toEqual([[today, 2]])
    }
  })
})
