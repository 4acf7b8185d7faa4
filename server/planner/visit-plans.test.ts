import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

// It is 2026-11-15, 11:30 in India. Customers with their due day, the most overdue first.
const customers: [code: string, lastVisited: string | null, interval: number][] = [
  ['D1', '2026-01-01', 30], // 31/01
  ['D2', '2025-12-31', 60], // 01/03
  ['D3', '2026-11-01', 13], // 14/11
  ['D4', null, 30], // today
  ['D5', '2026-11-08', 7], // today
  ['D6', null, 1], // today
  ['D7', '2026-11-15', 1], // tomorrow
  ['D8', '2026-11-14', 365],
]
const byDue = customers.map(([code]) => code)

describe.each(databaseNames)('visit plans on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    const first = await test.make('customer', { Customer_Code: 'D0', Visit_In_Days: 9, Last_Visited: null })
    const { id, version: _2, createdAt: _3, updatedAt: _4, ...base } = first
    for (const [Customer_Code, Last_Visited, Visit_In_Days] of customers) {
      const Customer_Name = `Farmer ${Customer_Code} 100% o'Agro_`
      const Credit_Limit = Customer_Code === 'D1' ? 50_000.5 : null
      const record = { ...base, Customer_Code, Customer_Name, Last_Visited, Visit_In_Days, Credit_Limit }
      const { status, body } = await test.request('POST', '/api/v1/customers', record)
      if (status !== 201) throw new Error(JSON.stringify(body))
    }
    await test.request('DELETE', `/api/v1/customers/${id}`)
  })
  afterAll(() => test.close())

  const list = (query: string, as = 'FIELD'): Promise<Answer> =>
    test.request('GET', `/api/v1/visit-plans?${query}`, undefined, { as })
  const codesOf = (items: Json[]): string[] => items.map((item) => item.Customer_Code)
  const codes = async (query: string): Promise<string[]> => {
    const { status, body } = await list(query)
    expect(status, JSON.stringify(body)).toBe(200)
    return codesOf(body.items)
  }
  /** All pages of this size, one after the other. */
  const pages = async (query: string, limit: number): Promise<string[][]> => {
    const all: string[][] = []
    let after = ''
    do {
      const { status, body } = await list(`${query}&limit=${limit}${after}`)
      expect(status, JSON.stringify(body)).toBe(200)
      all.push(codesOf(body.items))
      after = body.next ? `&after=${encodeURIComponent(body.next)}` : ''
    } while (after)
    return all
  }
  const plan = (Customer_Code: string, moment: string): Promise<Answer> =>
    test.request('POST', '/api/plan-visit', { Customer_Code, Planned_Date: moment, Planned_Time: moment })

  it('lists the most overdue first; a customer never visited is due today', async () => {
    const { body } = await list('')
    expect(codesOf(body.items).slice(0, 3)).toEqual(byDue.slice(0, 3))
    expect(codesOf(body.items).slice(3, 6).toSorted()).toEqual(['D4', 'D5', 'D6'])
    expect(codesOf(body.items).slice(6)).toEqual(['D7', 'D8'])
    expect([body.next, body.today, body.timeZone]).toEqual([null, '2026-11-15', 'Asia/Kolkata'])
    const itemOf = (code: string): Json => body.items.find((item: Json) => item.Customer_Code === code)
    expect(itemOf('D1')).toEqual({
      Customer_ID: expect.any(String),
      Customer_Code: 'D1',
      Customer_Name: "Farmer D1 100% o'Agro_",
      Local_Name: null,
      Customer_Phone: expect.any(String),
      Street: expect.any(String),
      City_Code: expect.any(String),
      City_Name: expect.stringMatching(/^City Name /),
      Pin_Code: expect.any(String),
      Visit_In_Days: 30,
      Last_Visited: '2026-01-01',
      Recommended_Date: '2026-01-31',
      Days_Since_Visit_Pending: 289, // 318 days and 11½ hours, rounded up, less 30
      Plan: null,
      Balance: null,
      Credit_Limit: 50_000.5,
      Employee: null,
    })
    expect(itemOf('D4')).toMatchObject({
      Last_Visited: null,
      Recommended_Date: '2026-11-15',
      Credit_Limit: null,
    })
    expect(itemOf('D8')).toMatchObject({ Recommended_Date: '2027-11-14', Days_Since_Visit_Pending: -363 })
  })

  it('pages without gaps or repeats, across midnight, in both orders', async () => {
    await plan('D8', '2026-11-20 09:30')
    await plan('D5', '2026-11-16 10:00')
    for (const limit of [1, 2, 3, 5, 8]) {
      const all = await pages('order=due', limit)
      expect(all.flat(), `due by ${limit}`).toEqual(await codes('order=due'))
      expect(all.every((page) => page.length > 0)).toBe(true)
      const planned = await pages('order=planned', limit)
      expect(planned.flat(), `planned by ${limit}`).toEqual(await codes('order=planned'))
      expect(planned.every((page) => page.length > 0)).toBe(true)
    }
    const before = test.clock.now
    const first = (await list('limit=4')).body
    test.clock.now = new Date('2026-11-15T18:31:00.000Z') // 16/11 in India
    const second = (await list(`limit=4&after=${first.next}`)).body
    test.clock.now = before
    expect([...codesOf(first.items), ...codesOf(second.items)].toSorted()).toEqual(byDue)
    expect(second.today).toBe('2026-11-16')
  })

  it('order=planned lists open plans by their time, then the most overdue', async () => {
    const { body } = await list('order=planned')
    expect(codesOf(body.items).slice(0, 5)).toEqual(['D5', 'D8', 'D1', 'D2', 'D3'])
    expect(body.items[0].Plan).toEqual({
      Visit_ID: expect.stringMatching(/^V\d{6}$/),
      Planned_At: '2026-11-16T04:30:00.000Z',
      version: 1,
      Remarks: null,
      Assigned_To: null,
    })
    // A recorded visit is no longer an open plan.
    const { Visit_ID } = body.items[0].Plan
    await test.request('POST', '/api/plan-visit', { Customer_Code: 'D5', Visit_ID, Feedback: 'Seen' })
    const after = (await list('order=planned')).body.items
    expect(codesOf(after)[0]).toBe('D8')
    expect(after.find((item: Json) => item.Customer_Code === 'D5')).toMatchObject({
      Plan: null,
      Last_Visited: '2026-11-15',
      Recommended_Date: '2026-11-22',
    })
    // The plan is shown in the order of due days as well.
    expect((await list('q=D8')).body.items[0].Plan).toMatchObject({ Planned_At: '2026-11-20T04:00:00.000Z' })
  })

  it('finds by name and code, planned or not, and escapes the search text', async () => {
    for (const order of ['due', 'planned']) {
      expect(await codes(`order=${order}&q=d8`)).toEqual(['D8'])
      expect(await codes(`order=${order}&q=FARMER%20d2`)).toEqual(['D2'])
      expect(await codes(`order=${order}&q=${encodeURIComponent("100% o'agro_")}`)).toHaveLength(8)
      for (const hostile of ["'; drop table customer; --", '"', '\\', '%%', '__', 'o"agro', ') or (1=1', '*'])
        expect(await codes(`order=${order}&q=${encodeURIComponent(hostile)}`), hostile).toEqual([])
      expect(await codes(`order=${order}&Visit_In_Days=365`)).toEqual(['D8'])
    }
    expect(await pages('order=planned&q=farmer', 1)).toHaveLength(8)
  })

  it.each([
    ['order=name', 422, 'order should be due or planned'],
    ['order=due&order=planned', 422, 'order should be due or planned'],
    ['sort=Customer_Name', 422, 'sort is not supported here: use order'],
    ['limit=0', 422, 'limit should be a whole number from 1 to 200'],
    ['nonsense=1', 422, 'Customers cannot be filtered by nonsense'],
    [`q=${'x'.repeat(201)}`, 422, 'q should not exceed 200 characters and 8 words'],
    ['after=nonsense', 400, 'The cursor in "after" is not one of this list'],
    ['after=due.2026-02-31.', 400, 'The cursor in "after" is not one of this list'],
    ['after=due.2026-11-15.WyJ4IiwiJyJd', 400, 'The cursor in "after" is not one of this list'],
    ['after=planned.2026-11-15.', 400, 'The cursor in "after" is not one of this list'],
  ])('refuses %s', async (query, status, sentence) => {
    const response = await list(query)
    expect([response.status, response.body.msg]).toEqual([status, sentence])
  })

  it('needs the rights to read customers and visits', async () => {
    expect((await list('', 'VIEWER')).status).toBe(200)
    expect((await list('', 'anonymous')).status).toBe(401)
    expect((await list('', 'pending')).status).toBe(403)
  })
})
