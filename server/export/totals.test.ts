import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('totals of lists on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    const first = await test.make('customer', { Customer_Code: 'T0', Visit_In_Days: 10, Last_Visited: null })
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = first
    const days = ['2026-03-01', '2026-01-31', null]
    for (const [at, Last_Visited] of days.entries()) {
      const input = { ...base, Customer_Code: `T${at + 1}`, Visit_In_Days: at + 1, Last_Visited }
      await test.request('POST', '/api/v1/customers', input)
    }
    for (const [at, Receivable] of [1000.1, -0.05, 999_999_999_999.99].entries())
      await test.make('balance', { Customer_Code: `T${at}`, Receivable, Overdue: 0 })
  })
  afterAll(() => test.close())

  /** Spreads row ids so far that SQLite reads them in slices. */
  const spreadOut = (): Promise<unknown> =>
    test.store.transaction((tx) =>
      sql`update customer set rid = rid + 50000 where customer_code in ('T1', 'T3')`.execute(tx),
    )

  const totals = async (path: string): Promise<Json> => {
    const { status, body } = await test.request('GET', `/api/v1/totals/${path}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }

  it('count and sum what matches, whatever page is shown', async () => {
    const all = 'customers?of=Visit_In_Days,Last_Visited&sort=-Street&limit=1'
    const sums = {
      count: 4,
      totals: {
        Visit_In_Days: { sum: 16, average: 4, least: 1, most: 10 },
        Last_Visited: { least: '2026-01-31', most: '2026-03-01' },
      },
    }
    expect(await totals(all)).toEqual(sums)
    if (database === 'sqlite') await spreadOut()
    expect(await totals(all)).toEqual(sums)
    expect(await totals('customers?Visit_In_Days.from=2&of=Visit_In_Days&q=t')).toMatchObject({
      count: 3,
      totals: { Visit_In_Days: { sum: 15 } },
    })
    expect(await totals('customers')).toEqual({ count: 4, totals: {} })
    expect(await totals('balances?of=Receivable')).toEqual({
      count: 3,
      totals: {
        Receivable: {
          sum: 1_000_000_001_000.04,
          average: 333_333_333_666.68,
          least: -0.05,
          most: 999_999_999_999.99,
        },
      },
    })
    expect(await totals('customers?of=Visit_In_Days,Last_Visited&Street=nowhere')).toEqual({
      count: 0,
      totals: {
        Visit_In_Days: { sum: 0, average: null, least: null, most: null },
        Last_Visited: { least: null, most: null },
      },
    })
  })

  it.each([
    ['of=Street', 'Street is neither a number nor a date'],
    ['of=Nothing', 'Customers have no field Nothing'],
    ['of=__proto__', 'Customers have no field __proto__'],
    ['of=Visit_In_Days&of=Last_Visited', 'of should be given once, with the fields separated by commas'],
    [`of=${'a,'.repeat(31)}`, 'of should not name more than 30 fields'],
    ['Nothing=1', 'Customers cannot be filtered by Nothing'],
    ['__proto__=1', '__proto__ is not supported here'],
  ])('refuse %s with a message', async (query, sentence) => {
    const { status, body } = await test.request('GET', `/api/v1/totals/customers?${query}`)
    expect([status, body.msg]).toEqual([422, sentence])
  })
})
