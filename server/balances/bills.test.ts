import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ageingOf, isOpen, overdueIn } from '#domain/balances/bills.ts'
import { addDays } from '#domain/dates/dates.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

const today = '2026-11-15'

describe.each(databaseNames)('bills on %s', (database) => {
  let test: TestApp
  let base: Json

  beforeAll(async () => {
    test = await openTestApp(database)
    const term = await test.make('paymentTerm', { paymentTermCode: 'N30', paymentTermDays: '30' })
    base = await test.make('customer', {
      Customer_Code: 'C1',
      Erp_Code: 'E1',
      paymentTermCode: term.paymentTermCode,
      Credit_Limit: null,
    })
    await newCustomer('C2', { Erp_Code: 'E2' })
    await newCustomer('C3', { Erp_Code: 'E3' })
  })
  afterAll(() => test.close())
  beforeEach(forgetBooks)

  async function forgetBooks(): Promise<void> {
    await test.store.transaction(async (tx) => {
      for (const table of ['bill', 'book_balance', 'complete_bill_day', 'balance'])
        await sql`delete from ${sql.table(table)}`.execute(tx)
    })
  }
  function newCustomer(Customer_Code: string, change: object = {}): Promise<Json> {
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = base
    return test.make('customer', { ...values, Customer_Code, ...change })
  }
  const send = (body: object, as = 'OFFICE'): Promise<Answer> =>
    test.request('POST', '/api/v1/balances/upload', body, { as })
  const bill = (Customer_Code: string, Bill_Number: string, rest: object): object => ({
    Customer_Code,
    Bill_Number,
    Bill_Date: '2026-10-01',
    As_Of: '2026-11-10',
    ...rest,
  })
  const page = async (code: string, as = 'OFFICE'): Promise<Json> =>
    (await test.request('GET', `/api/v1/customers/${code}/page`, undefined, { as })).body
  const outcomes = ({ body }: Answer): string[] => body.rows.map((row: Json) => row.outcome)

  it('keeps the bills, their due days by the payment term, and the balance that follows', async () => {
    const answer = await send({
      rows: [
        bill('C1', 'INV-1', { Bill_Amount: '1,000.50' }),
        bill('C1', 'inv-2', { Bill_Date: '2026-11-09', Bill_Amount: 200 }),
        bill('c1', 'INV-3', { Bill_Date: '2026-07-01', Bill_Amount: 50 }),
      ],
    })
    expect([answer.status, outcomes(answer)]).toEqual([200, ['new', 'new', 'new']])
    expect(answer.body.rows[0]).toEqual({
      line: 1,
      customer: 'C1',
      outcome: 'new',
      sentence: 'Bill INV-1 of 01/10/2026: ₹1,000.50, due 31/10/2026',
    })
    const { bills, plan } = await page('C1')
    expect(bills.ageing).toEqual({ notDue: 200, due30: 1000.5, due60: 0, due90: 0, dueMore: 50 })
    expect(bills.open.map((each: Json) => [each.Bill_Number, each.Due_Date, each.Amount])).toEqual([
      ['INV-3', '2026-07-31', 50],
      ['INV-1', '2026-10-31', 1000.5],
      ['inv-2', '2026-12-09', 200],
    ])
    expect(plan.Balance).toEqual({ As_Of: '2026-11-10', Receivable: 1250.5, Overdue: 1050.5 })
    // Another payment term is another due day, at once.
    const { id, version } = (await test.request('GET', '/api/v1/payment-terms/N30')).body
    await test.request('PATCH', `/api/v1/payment-terms/${id}`, { paymentTermDays: '200', version })
    expect((await page('C1')).bills.ageing).toMatchObject({ notDue: 1250.5, due30: 0, dueMore: 0 })
    await test.request('PATCH', `/api/v1/payment-terms/${id}`, {
      paymentTermDays: '30',
      version: version + 1,
    })
  })

  it('changes nothing when the same file is sent twice', async () => {
    const rows = [bill('C1', '1', { Bill_Amount: 10 }), bill('C2', '1', { Bill_Amount: 20 })]
    await send({ rows, complete: true })
    const state = async (): Promise<unknown> =>
      Promise.all(
        ['bill', 'book_balance', 'complete_bill_day', 'balance'].map(
          async (table) =>
            (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(test.store.read)).rows,
        ),
      )
    const before = await state()
    const again = await send({ rows, complete: true })
    expect(outcomes(again)).toEqual(['same', 'same'])
    expect(again.body.complete).toEqual({ isAccepted: true, settled: 0, sentence: 'No other bill was open' })
    expect(await state()).toEqual(before)
  })

  it('settles what is missing from a complete file, and only says so in a dry run', async () => {
    await send({
      rows: [
        bill('C1', '1', { Bill_Amount: 10 }),
        bill('C1', '2', { Bill_Amount: 5 }),
        bill('C2', '1', { Bill_Amount: 20 }),
      ],
    })
    const rows = [bill('C1', '2', { Bill_Amount: 5, As_Of: '2026-11-12' })]
    const checked = await send({ rows, complete: true, dryRun: true })
    expect(checked.body.complete).toEqual({
      isAccepted: true,
      settled: 2,
      sentence: '2 bills that are missing from the file will be settled as of 12/11/2026',
    })
    expect((await page('C2')).plan.Balance).toMatchObject({ Receivable: 20 })
    const saved = await send({ rows, complete: true })
    expect(saved.body.complete).toMatchObject({ isAccepted: true, settled: 2 })
    expect((await page('C1')).plan.Balance).toEqual({ As_Of: '2026-11-12', Receivable: 5, Overdue: 5 })
    expect((await page('C2')).plan.Balance).toEqual({ As_Of: '2026-11-12', Receivable: 0, Overdue: 0 })
    expect((await page('C2')).bills).toMatchObject({ open: [] })
    // An older file that arrives later changes neither.
    const late = await send({ rows: [bill('C2', '9', { Bill_Amount: 7, As_Of: '2026-11-11' })] })
    expect(outcomes(late)).toEqual(['new'])
    expect((await page('C2')).plan.Balance).toEqual({ As_Of: '2026-11-12', Receivable: 0, Overdue: 0 })
  })

  it.each([
    [
      'a row that is not valid',
      { rows: [{ Customer_Code: 'C1', Bill_Number: '1', Bill_Date: 'soon', Bill_Amount: 1, As_Of: today }] },
      /1 row is not valid/,
    ],
    [
      'no bills',
      { rows: [{ Customer_Code: 'C1', Receivable: 1, Overdue: 0, As_Of: today }] },
      /the file has no bills/,
    ],
    ['nothing', { rows: [] }, /the file has no bills/],
    [
      'two days',
      {
        rows: [
          { Customer_Code: 'C1', Bill_Number: '1', Bill_Date: '2026-10-01', Bill_Amount: 1, As_Of: today },
          {
            Customer_Code: 'C1',
            Bill_Number: '2',
            Bill_Date: '2026-10-01',
            Bill_Amount: 1,
            As_Of: '2026-11-14',
          },
        ],
      },
      /several dates, 14\/11\/2026 to 15\/11\/2026/,
    ],
  ])('does not take a file with %s as complete', async (_name, body, sentence) => {
    await send({ rows: [bill('C2', '1', { Bill_Amount: 20 })] })
    const answer = await send({ ...body, complete: true })
    expect(answer.body.complete).toEqual({
      isAccepted: false,
      settled: 0,
      sentence: expect.stringMatching(sentence),
    })
    expect((await page('C2')).plan.Balance).toMatchObject({ Receivable: 20 })
  })

  it('refuses bills of unknown customers, and one bill with two amounts, and saves the others', async () => {
    const answer = await send({
      rows: [
        bill('Nobody', '1', { Bill_Amount: 1 }),
        bill('C1', 'A', { Bill_Amount: 1 }),
        bill('C1', 'a', { Bill_Amount: 2 }),
        bill('C1', 'B', { Bill_Amount: 3 }),
        bill('C1', 'B', { Bill_Amount: 3 }),
        { Erp_Code: 'none', Bill_Number: '1', Bill_Date: '2026-10-01', Bill_Amount: 1, As_Of: today },
      ],
    })
    expect(answer.body.rows.map((row: Json) => [row.outcome, row.sentence])).toEqual([
      ['unknown', 'There is no customer Nobody (Customer Code)'],
      ['wrong', 'Line 3 has the same bill with another amount or date. Neither is saved: remove one of them'],
      ['wrong', 'Line 2 has the same bill with another amount or date. Neither is saved: remove one of them'],
      ['new', 'Bill B of 01/10/2026: ₹3, due 31/10/2026'],
      ['repeated', 'Line 4 has the same bill, and the same amount'],
      ['unknown', 'There is no customer with the Erp Code none'],
    ])
    expect((await page('C1')).bills.open).toMatchObject([{ Bill_Number: 'B', Amount: 3 }])
  })

  it('finds customers by the codes they had, and says so', async () => {
    const { id, version } = await newCustomer('OLD-1', { Erp_Code: null })
    const renamed = await test.request('POST', `/api/v1/customers/${id}/rename`, {
      to: { Customer_Code: 'NEW-1' },
      version,
    })
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200)
    const answer = await send({
      rows: [
        bill('old-1', '1', { Bill_Amount: 4 }),
        { Customer_Code: 'OLD-1', Receivable: 9, Overdue: 0, As_Of: '2026-11-11' },
      ],
    })
    expect(answer.body.rows.map((row: Json) => [row.customer, row.outcome, row.sentence])).toEqual([
      ['NEW-1', 'new', 'Bill 1 of 01/10/2026: ₹4, due 31/10/2026. old-1 is now NEW-1'],
      ['NEW-1', 'new', '₹9 receivable, nothing overdue, as of 11/11/2026. OLD-1 is now NEW-1'],
    ])
  })

  it('keeps the bills of a customer that is merged', async () => {
    const one = await newCustomer('KEPT', { Erp_Code: null })
    const two = await newCustomer('GONE', { Erp_Code: null })
    await send({
      rows: [
        bill('KEPT', '1', { Bill_Amount: 1 }),
        bill('GONE', '1', { Bill_Amount: 9 }),
        bill('GONE', '2', { Bill_Amount: 2 }),
      ],
    })
    const merged = await test.request('POST', `/api/v1/customers/${one.id}/merge`, {
      with: two.id,
      versions: { [one.id]: one.version, [two.id]: two.version },
      take: {},
    })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    const { bills } = await page('KEPT')
    expect(bills.open.map((each: Json) => [each.Bill_Number, each.Amount])).toEqual([
      ['1', 1],
      ['2', 2],
    ])
  })

  it('prefers the balance that the accounts state to the sum of the bills of the same day', async () => {
    const balance = { Customer_Code: 'C1', Receivable: 90, Overdue: 1, As_Of: '2026-11-10' }
    const bills = [bill('C1', '1', { Bill_Amount: 100 })]
    for (const order of [
      [{ rows: bills }, { rows: [balance] }],
      [{ rows: [balance] }, { rows: bills }],
      [{ rows: [...bills, balance] }],
    ]) {
      await forgetBooks()
      for (const body of order) await send(body)
      expect((await page('C1')).plan.Balance).toMatchObject({ Receivable: 90, Overdue: 1 })
    }
  })

  it('filters planner and receivables by age and credit limit, and adds up the ages', async () => {
    const { id, version } = (await test.request('GET', '/api/v1/customers/C3')).body
    await test.request('PATCH', `/api/v1/customers/${id}`, { Credit_Limit: 100, version })
    await send({
      rows: [
        bill('C1', '1', { Bill_Amount: 10 }),
        bill('C2', '1', { Bill_Date: '2026-07-01', Bill_Amount: 20 }),
        bill('C3', '1', { Bill_Date: '2026-11-01', Bill_Amount: 100.01 }),
      ],
    })
    const planned = async (query: string): Promise<string[]> =>
      (await test.request('GET', `/api/v1/visit-plans?${query}`, undefined, { as: 'OFFICE' })).body.items.map(
        (item: Json) => item.Customer_Code,
      )
    expect(await planned('balance=due30')).toEqual(['C1'])
    expect(await planned('balance=due60')).toEqual([])
    expect(await planned('balance=dueMore&order=planned')).toEqual(['C2'])
    expect(await planned('balance=above-limit')).toEqual(['C3'])
    const listed = async (query: string): Promise<Json[]> =>
      (await test.request('GET', `/api/v1/receivables?${query}`, undefined, { as: 'OFFICE' })).body.items
    expect((await listed('show=above-limit')).map((row) => [row.Customer_Code, row.Credit_Limit])).toEqual([
      ['C3', 100],
    ])
    expect(
      (await listed('show=all&age=dueMore')).map((row) => [row.Customer_Code, row.ageing.dueMore]),
    ).toEqual([['C2', 20]])
    const { body: totals } = await test.request('GET', '/api/v1/receivable-totals?show=all', undefined, {
      as: 'OFFICE',
    })
    expect(totals.ageing).toEqual({ notDue: 100.01, due30: 10, due60: 0, due90: 0, dueMore: 20 })
    expect(totals.aboveLimit).toBe(1)
    const { body: dashboard } = await test.request('GET', '/api/v1/dashboard?fresh=true', undefined, {
      as: 'OFFICE',
    })
    expect(dashboard.money.ageing).toEqual(totals.ageing)
  })

  it('shows money only of customers in scope, and takes no complete file from an account that sees few', async () => {
    await newCustomer('C4', { Erp_Code: null })
    await send({ rows: [bill('C1', '1', { Bill_Amount: 10 }), bill('C4', '1', { Bill_Amount: 10 })] })
    const { id, token } = await newPerson(test, `clerk-${database}@example.in`, 'OFFICE')
    const other = await test.make('station', {})
    await test.request('PATCH', `/api/admin/users/${id}`, {
      places: [{ level: 'station', code: other.Station_Code }],
      version: 1,
    })
    const as = token
    const rows = (await test.request('GET', '/api/v1/receivables?show=all', undefined, { as })).body.items
    expect(rows).toEqual([])
    expect((await test.request('GET', '/api/v1/customers/C1/page', undefined, { as })).status).toBe(404)
    const totals = (await test.request('GET', '/api/v1/receivable-totals?show=all', undefined, { as })).body
    expect(totals.ageing.due30).toBe(0)
    const answer = await send({ rows: [bill('C1', '1', { Bill_Amount: 1 })], complete: true }, as)
    expect([outcomes(answer), answer.body.complete.sentence]).toEqual([
      ['unknown'],
      'Not taken as complete: only an account that sees all customers can upload all bills',
    ])
  })

  it('settles a bill also when the complete file arrives after a later one', async () => {
    await send({ rows: [bill('C1', 'A', { Bill_Amount: 5, As_Of: '2026-11-01' })] })
    await send({ rows: [bill('C1', 'B', { Bill_Amount: 7, As_Of: '2026-11-03' })] })
    expect((await page('C1')).plan.Balance).toMatchObject({ As_Of: '2026-11-03', Receivable: 12 })
    await send({ rows: [bill('C2', 'A', { Bill_Amount: 1, As_Of: '2026-11-02' })], complete: true })
    expect((await page('C1')).plan.Balance).toMatchObject({ As_Of: '2026-11-03', Receivable: 7 })
  })

  const uploads = fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 0, max: 6 }),
      isComplete: fc.boolean(),
      bills: fc.uniqueArray(
        fc.record({
          customer: fc.constantFrom('C1', 'C2'),
          number: fc.constantFrom('1', '2', '3'),
          amount: fc.integer({ min: 0, max: 500 }),
        }),
        { selector: ({ customer, number }) => `${customer} ${number}`, minLength: 1, maxLength: 5 },
      ),
    }),
    { selector: ({ day }) => day, minLength: 1, maxLength: 4 },
  )
  const dateOf = (number: string): string => addDays('2026-10-20', -20 * Number(number))

  it('comes to the same bills and balances in any order of files', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(uploads, fc.infiniteStream(fc.nat()), async (files, random) => {
        const shuffled = files
          .map((file) => ({ file, at: random.next().value ?? 0 }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ file }) => file)
        const results: unknown[] = []
        for (const order of [files, [...shuffled, shuffled[0]!]]) {
          await forgetBooks()
          for (const { day, isComplete, bills } of order)
            await send({
              complete: isComplete,
              rows: bills.map(({ customer, number, amount }) =>
                bill(customer, number, {
                  Bill_Date: dateOf(number),
                  Bill_Amount: amount,
                  As_Of: addDays('2026-11-01', day),
                }),
              ),
            })
          const pages = await Promise.all(['C1', 'C2'].map((code) => page(code)))
          results.push(pages.map(({ bills, plan }) => ({ bills, balance: plan.Balance })))
        }
        expect(results[1]).toEqual(results[0])
        // The last file that had a bill says what is left of it, unless a later complete file did not have it.
        const complete = files.filter(({ isComplete }) => isComplete).map(({ day }) => day)
        const lastComplete = complete.length > 0 ? addDays('2026-11-01', Math.max(...complete)) : null
        for (const [at, code] of ['C1', 'C2'].entries()) {
          const latest = new Map<string, { Bill_Date: string; Amount: number; As_Of: string }>()
          for (const { day, bills } of files.toSorted((one, other) => one.day - other.day))
            for (const { customer, number, amount } of bills)
              if (customer === code)
                latest.set(number, {
                  Bill_Date: dateOf(number),
                  Amount: amount,
                  As_Of: addDays('2026-11-01', day),
                })
          const open = [...latest.values()].filter((each) => isOpen(each, lastComplete))
          const found = (results[0] as Json[])[at]
          expect(found.bills.ageing).toEqual(ageingOf(open, 30, today))
          if (latest.size === 0) expect(found.balance).toBeNull()
          else {
            expect(found.balance.Receivable).toBe(open.reduce((sum, { Amount }) => sum + Amount, 0))
            expect(found.balance.Overdue).toBe(overdueIn(ageingOf(open, 30, found.balance.As_Of)))
          }
        }
      }),
      { numRuns: 30 },
    )
  })
})
