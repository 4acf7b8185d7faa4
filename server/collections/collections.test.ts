import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { judgePromise } from '#domain/balances/promises.ts'
import { addDays } from '#domain/dates/dates.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

const today = '2026-11-15'

describe.each(databaseNames)('collections and promises on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('customer', { Customer_Code: 'C1', Credit_Limit: null })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    await test.store.transaction(async (tx) => {
      for (const table of ['bill', 'book_balance', 'complete_bill_day', 'balance', 'visit'])
        await sql`delete from ${sql.table(table)}`.execute(tx)
    })
  })

  const record = (values: object): Promise<Answer> =>
    test.request('POST', '/api/v1/visits', {
      Customer_Code: 'C1',
      Status: 'visited',
      Feedback: 'ok',
      ...values,
    })
  const upload = (Receivable: number, As_Of: string): Promise<Answer> =>
    test.request('POST', '/api/v1/balances/upload', {
      rows: [{ Customer_Code: 'C1', Receivable, Overdue: 0, As_Of }],
    })
  const visitOf = async (id: string): Promise<Json> =>
    (await test.request('GET', `/api/v1/visits/${id}`)).body
  const list = async (query = ''): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/collections${query}`)).body.items

  const paid = { Collected_Amount: '1500.50', Collected_Way: 'UPI', Collected_Reference: '=42' }
  const promise = { Promised_Amount: 500, Promised_On: '2026-11-20' }

  it('keeps what was paid and promised, and changes no balance', async () => {
    await upload(2000, '2026-11-10')
    const { status, body } = await record({ ...paid, ...promise })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      Collected_Amount: 1500.5,
      Collected_Way: 'UPI',
      Promised_Amount: 500,
      Promised_On: '2026-11-20',
      Promise_State: 'open',
      Money_On: today,
    })
    expect((await test.request('GET', '/api/v1/balances/C1')).body.Receivable).toBe(2000)
    expect(await list()).toMatchObject([
      { Visit_ID: body.Visit_ID, Collected_Amount: 1500.5, Promise_State: 'open' },
    ])
    expect(await list('?state=kept')).toEqual([])
    expect(await list('?from=2026-11-16')).toEqual([])
    const totals = (await test.request('GET', '/api/v1/collection-totals')).body
    expect(totals).toEqual({
      collected: { visits: 1, amount: 1500.5 },
      promised: {
        open: { visits: 1, amount: 500 },
        kept: { visits: 0, amount: 0 },
        broken: { visits: 0, amount: 0 },
      },
    })
    const file = await test.request('GET', '/api/v1/exports/collections.csv')
    expect(String(file.body)).toContain(`${body.Visit_ID},15/11/2026,C1,`)
    expect(String(file.body)).toContain("1500.5,UPI,'=42,500,20/11/2026,open")
  })

  it.each([
    [
      'a promise for yesterday',
      { Promised_Amount: 5, Promised_On: '2026-11-14' },
      'Promised On should not be before the visit: 14/11/2026 has passed',
    ],
    ['a promise of nothing', { Promised_Amount: 0, Promised_On: '2026-11-20' }, /^Promised Amount should/],
    ['a collection of nothing', { Collected_Amount: 0, Collected_Way: 'cash' }, /^Collected Amount should/],
    ['a negative amount', { Collected_Amount: -5, Collected_Way: 'cash' }, /^Collected Amount should/],
    [
      'an absurd amount',
      { Collected_Amount: 10_000_000_000, Collected_Way: 'cash' },
      /^Collected Amount should/,
    ],
    ['an impossible day', { Promised_Amount: 5, Promised_On: '2026-02-31' }, /^Promised On should be/],
    ['another way', { Collected_Amount: 5, Collected_Way: 'barter' }, /^Collected By should be/],
    ['no way', { Collected_Amount: 5 }, 'Collected By says how it was paid: choose it'],
  ])('refuses %s, and records nothing', async (_name, values, sentence) => {
    const { status, body } = await record(values)
    expect(status, JSON.stringify(body)).toBe(422)
    expect(body.errors.map(({ message }: Json) => message)).toContainEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    )
    expect((await test.request('GET', '/api/v1/visits')).body.items).toEqual([])
  })

  it('judges a promise by the next balances, and says so on the visit', async () => {
    await upload(2000, '2026-11-01')
    const kept = (await record({ Visited_On: '2026-11-02', Promised_Amount: 500, Promised_On: '2026-11-08' }))
      .body
    const broken = (
      await record({ Visited_On: '2026-11-03', Promised_Amount: 1500, Promised_On: '2026-11-09' })
    ).body
    expect([kept.Promise_State, broken.Promise_State]).toEqual(['open', 'open'])
    await upload(1400, '2026-11-09')
    expect(await visitOf(kept.id)).toMatchObject({ Promise_State: 'kept', version: kept.version + 1 })
    expect(await visitOf(broken.id)).toMatchObject({ Promise_State: 'broken' })
    const owed = async (as = 'ADMIN'): Promise<Json> =>
      (await test.request('GET', '/api/v1/receivables?show=all', undefined, { as })).body.items[0]
    expect((await owed()).promise).toEqual({ amount: 1500, by: '2026-11-09', state: 'broken' })
    // The same file again changes nothing.
    await upload(1400, '2026-11-09')
    expect(await visitOf(kept.id)).toMatchObject({ version: kept.version + 1 })
    expect((await list('?state=broken')).map(({ Visit_ID }) => Visit_ID)).toEqual([broken.Visit_ID])
  })

  it('answers with the version that is stored, when the promise is decided at once', async () => {
    await upload(2000, '2026-11-01')
    await upload(100, '2026-11-09')
    const { body } = await record({
      Visited_On: '2026-11-02',
      Promised_Amount: 500,
      Promised_On: '2026-11-08',
    })
    expect(body.Promise_State).toBe('kept')
    expect(await visitOf(body.id)).toMatchObject({ version: body.version, Promise_State: 'kept' })
    // Never taken from the request.
    const changed = await test.request('PATCH', `/api/v1/visits/${body.id}`, {
      Promise_State: 'broken',
      version: body.version,
    })
    expect([changed.status, changed.body.Promise_State]).toEqual([200, 'kept'])
  })

  it('judges by complete files of bills, also for a customer that they do not name', async () => {
    const other = await test.make('customer', { Customer_Code: `O-${database}`, Credit_Limit: null })
    const bills = (rows: object[], As_Of: string): Promise<Answer> =>
      test.request('POST', '/api/v1/balances/upload', {
        rows: rows.map((row) => ({ ...row, As_Of })),
        complete: true,
      })
    const bill = { Bill_Number: '1', Bill_Date: '2026-10-01' }
    await bills(
      [
        { ...bill, Customer_Code: 'C1', Bill_Amount: 900 },
        { ...bill, Customer_Code: other.Customer_Code, Bill_Amount: 1 },
      ],
      '2026-11-01',
    )
    const { body } = await record({
      Visited_On: '2026-11-02',
      Promised_Amount: 900,
      Promised_On: '2026-11-08',
    })
    expect(body.Promise_State).toBe('open')
    await bills([{ ...bill, Customer_Code: other.Customer_Code, Bill_Amount: 1 }], '2026-11-07')
    expect(await visitOf(body.id)).toMatchObject({ Promise_State: 'kept' })
  })

  it('shows collections only of customers in scope', async () => {
    await record({ ...paid, ...promise })
    const { id, token } = await newPerson(test, `few-${database}@example.in`, 'OFFICE')
    const elsewhere = await test.make('station', {})
    await test.request('PATCH', `/api/admin/users/${id}`, {
      places: [{ level: 'station', code: elsewhere.Station_Code }],
      version: 1,
    })
    const { body } = await test.request('GET', '/api/v1/collections', undefined, { as: token })
    expect(body.items).toEqual([])
    const totals = (await test.request('GET', '/api/v1/collection-totals', undefined, { as: token })).body
    expect(totals.collected).toEqual({ visits: 0, amount: 0 })
  })

  it(
    'comes to the same judgement in any order of files and visit, also when they are sent again',
    { timeout: 120_000 },
    async () => {
      const day = fc.integer({ min: 0, max: 12 })
      const file = fc.record({ day, amount: fc.integer({ min: 0, max: 1000 }), isBills: fc.boolean() })
      const uploads = fc.uniqueArray(file, { selector: (each) => each.day, minLength: 1, maxLength: 5 })
      const steps = fc.record({
        uploads,
        madeOn: day,
        after: fc.integer({ min: 0, max: 6 }),
        promised: fc.integer({ min: 1, max: 900 }),
        at: fc.nat({ max: 5 }),
      })
      const on = (days: number): string => addDays('2026-11-01', days)
      /** A balance, or all open bills: two of them, together as much. */
      const sendFile = ({
        day: days,
        amount,
        isBills,
      }: {
        day: number
        amount: number
        isBills: boolean
      }): Promise<Answer> => {
        const bill = { Customer_Code: 'C1', Bill_Date: '2026-10-01', As_Of: on(days) }
        const part = Math.floor(amount / 3)
        const rows = [
          { ...bill, Bill_Number: '1', Bill_Amount: part },
          { ...bill, Bill_Number: '2', Bill_Amount: amount - part },
        ]
        return isBills
          ? test.request('POST', '/api/v1/balances/upload', { rows, complete: true })
          : upload(amount, on(days))
      }
      await fc.assert(
        fc.asyncProperty(steps, async ({ uploads: files, madeOn, after, promised, at }) => {
          await test.store.transaction(async (tx) => {
            for (const table of ['bill', 'book_balance', 'complete_bill_day', 'balance', 'visit'])
              await sql`delete from ${sql.table(table)}`.execute(tx)
          })
          const by = on(madeOn + after)
          let id = ''
          const make = async (): Promise<void> => {
            const values = { Visited_On: on(madeOn), Promised_Amount: promised, Promised_On: by }
            id = (await record(values)).body.id
          }
          for (const [index, each] of files.entries()) {
            if (index === Math.min(at, files.length - 1)) await make()
            await sendFile(each)
          }
          const books = files.map((each) => ({ day: on(each.day), amount: each.amount }))
          const expected = judgePromise({ madeOn: on(madeOn), amount: promised, by }, books)
          const visit = await visitOf(id)
          expect(visit.Promise_State).toBe(expected)
          for (const each of files) await sendFile(each)
          expect(await visitOf(id)).toEqual(visit)
        }),
        { numRuns: 20 },
      )
    },
  )
})
