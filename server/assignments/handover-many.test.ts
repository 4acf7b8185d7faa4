import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRows } from '#server/store/query/prepared.ts'
import { databaseNames } from '#testing/databases.ts'
import { retryBusy } from '#testing/retry-busy.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

const today = '2026-11-15'

describe.each(databaseNames)('concurrent and large hand-overs on %s', (database) => {
  let test: TestApp
  let base: Json
  const [ravi, meena, sunil] = ['EMP0001', 'EMP0002', 'EMP0003'] as const
  beforeAll(async () => {
    test = await openTestApp(database)
    const { id } = await test.make('customer', { Customer_Code: 'M0' })
    base = await test.store.read.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst()
    for (const name of ['Ravi', 'Meena', 'Sunil']) await test.make('employee', { name })
    await test.as('OFFICE')
  })
  afterAll(() => test.close())

  let count = 0
  /** Copies of one customer, inserted directly: thousands of requests would prove nothing about hand-overs. */
  const newCustomers = async (howMany: number): Promise<string[]> => {
    const { due_day: _, rid: _2, ...cells } = base
    const codes = Array.from({ length: howMany }, () => `M${String(++count).padStart(5, '0')}`)
    await test.store.transaction(async (tx) => {
      const copies = codes.map((code) => {
        const id = base.id.slice(0, -12) + code.slice(1).padStart(12, '0')
        return { ...cells, id, customer_code: code, natural_key: code.toLowerCase() }
      })
      await insertRows(tx, test.store.dialect, 'customer', copies)
    })
    return codes
  }
  const handOver = (Customer_Codes: string[], To_Employee: string | null, headers = {}): Promise<Answer> => {
    const body = { To_Employee, customers: { Customer_Codes }, From_Day: today, Remarks: 'Given' }
    return test.request('POST', '/api/v1/handovers', body, { as: 'OFFICE', headers })
  }
  const ownersOf = async (codes: string[]): Promise<string[]> => {
    const rows = await test.store.read
      .selectFrom('assignment')
      .select('employee_number')
      .where('customer_code', 'in', codes)
      .where('until_day', 'is', null)
      .orderBy('customer_code')
      .execute()
    return rows.map((row) => row.employee_number)
  }
  const handoversOf = async (employee: string): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/handovers?employee=${employee}`)).body.items

  it('twenty concurrent hand-overs do not deadlock on database connections', async () => {
    const codes = await newCustomers(40)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        retryBusy(() => handOver(codes.slice(n, n + 20), n % 2 ? ravi : meena)),
      ),
    )
    // Earlier ones may have left nothing to hand over.
    const statuses = answers.map(({ status, body }) => (status === 422 ? body.msg : status))
    for (const status of statuses)
      expect([201, expect.stringContaining('nothing to hand over')]).toContainEqual(status)
    expect(statuses).toContain(201)
    expect(await ownersOf(codes.slice(0, 39))).toHaveLength(39)
  })

  it('hands over more than two thousand customers in one request, once per idempotency key', async () => {
    const codes = await newCustomers(2100)
    const headers = { 'idempotency-key': `${database}-large` }
    const first = await handOver(codes, ravi, headers)
    const { customers, Customer_Codes, first: firstCustomers } = first.body
    expect([first.status, customers, Customer_Codes.length, firstCustomers.length]).toEqual([
      201, 2100, 2100, 20,
    ])
    expect((await handoversOf(ravi))[0].moves).toMatchObject([
      { customers: 2100, from: null, to: { employeeNumber: ravi } },
    ])
    expect((await handOver([codes[7]!], sunil)).status).toBe(201)
    const again = await handOver(codes, ravi, headers)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await ownersOf(codes.slice(6, 9))).toEqual([ravi, sunil, ravi])
    const more = await handOver([...codes, ...(await newCustomers(401))], ravi)
    expect([more.status, more.body.msg]).toEqual([422, 'Choose at most 2,500 customers at a time'])
  }, 30_000)

  it('lists a hand-over after a hundred assignments of others', async () => {
    const [first, second, ...others] = await newCustomers(102)
    const { employeeNumber } = await test.make('employee', { name: 'Lata' })
    expect((await handOver([first!, second!], employeeNumber)).status).toBe(201)
    for (const Customer_Code of others) {
      const assignment = { Customer_Code, Employee_Number: meena, From_Day: today }
      expect((await test.request('POST', '/api/v1/assignments', assignment)).status).toBe(201)
    }
    const expected = [
      { Remarks: 'Given', by: 'OFFICE person', moves: [{ customers: 2, from: null, to: { name: 'Lata' } }] },
    ]
    expect(await handoversOf(employeeNumber)).toMatchObject(expected)
    expect(await handoversOf(employeeNumber.toLowerCase())).toMatchObject(expected)
    const { body } = await test.request('GET', '/api/v1/handovers')
    expect(body.items).toHaveLength(20)
    expect(body.items[0].moves).toMatchObject([{ customers: 1, to: { employeeNumber: meena } }])
  })
})
