import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

// It is Sunday, 15/11/2026, in India. Due: overdue, today, never, tomorrow, in six days, in seven.
const customers: [code: string, lastVisited: string | null, interval: number][] = [
  ['F1', '2026-11-01', 13],
  ['F2', '2026-11-01', 14],
  ['F3', null, 30],
  ['F4', '2026-11-01', 15],
  ['F5', '2026-11-01', 20],
  ['F6', '2026-11-01', 21],
]

describe.each(databaseNames)('filters of visit plans on %s', (database) => {
  let test: TestApp
  let [one, other]: Json[] = []
  beforeAll(async () => {
    test = await openTestApp(database)
    const save = async (path: string, record: object): Promise<Json> => {
      const { status, body } = await test.request('POST', `/api/v1/${path}`, record)
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body
    }
    const { id, version: _2, createdAt: _3, updatedAt: _4, ...base } = await test.make('customer')
    for (const [Customer_Code, Last_Visited, Visit_In_Days] of customers)
      await save('customers', { ...base, Customer_Code, Last_Visited, Visit_In_Days })
    await test.request('DELETE', `/api/v1/customers/${id}`)
    const balances = { F1: [900, 0.01], F2: [500.5, 0], F3: [0, 0], F4: [-20, 0] } as const
    for (const [Customer_Code, [Receivable, Overdue]] of Object.entries(balances))
      await save('balances', { Customer_Code, As_Of: '2026-11-12', Receivable, Overdue })
    one = await test.make('employee')
    other = await test.make('employee', { userId: 'other' })
    const assign = (Customer_Code: string, employee: Json, From_Day: string, Until_Day: string | null) =>
      save('assignments', { Customer_Code, Employee_Number: employee.employeeNumber, From_Day, Until_Day })
    await assign('F1', one, '2026-01-01', null)
    await assign('F2', one, '2026-01-01', '2026-11-15')
    await assign('F3', one, '2026-01-01', '2026-11-14') // over
    await assign('F3', other, '2026-11-15', null)
    await assign('F4', one, '2026-11-16', null) // to come
    for (const [code, day] of [
      ['F6', '2026-11-16'],
      ['F1', '2026-11-17'],
    ])
      await save('visits', { Customer_Code: code, Planned_Date: `${day} 09:00`, Planned_Time: '' })
  })
  afterAll(() => test.close())

  const list = (query: string): Promise<Json> => test.request('GET', `/api/v1/visit-plans?${query}`)
  const codes = async (query: string): Promise<string[]> => {
    const codesFound: string[] = []
    let after = ''
    do {
      const { status, body } = await list(`${query}&limit=2${after}`)
      expect(status, JSON.stringify(body)).toBe(200)
      codesFound.push(...body.items.map((item: Json) => item.Customer_Code))
      after = body.next ? `&after=${encodeURIComponent(body.next)}` : ''
    } while (after)
    return codesFound
  }

  it.each<[string, string[]]>([
    ['due=overdue', ['F1']],
    ['due=today', ['F2', 'F3']],
    ['due=week', ['F2', 'F3', 'F4', 'F5']],
    ['due=later', ['F4', 'F5', 'F6']],
    ['due=never', ['F3']],
    ['due=seen', ['F2', 'F4', 'F5', 'F6']],
    ['due=overdue-7', ['F1']],
    ['due=overdue-30', []],
    ['', ['F1', 'F2', 'F3', 'F4', 'F5', 'F6']],
    ['balance=overdue', ['F1']],
    ['balance=owing', ['F1', 'F2']],
    ['balance=clear', ['F3', 'F4', 'F5', 'F6']],
    ['balance=clear&due=later', ['F4', 'F5', 'F6']],
    ['employee=none', ['F4', 'F5', 'F6']],
  ])('filters by %s, page by page', async (query, expected) => {
    expect(await codes(query)).toEqual(expected)
    const planned: string[] = expected
      .filter((code) => code === 'F6' || code === 'F1')
      .toSorted()
      .toReversed()
    const rest = expected.filter((code) => !planned.includes(code))
    expect(await codes(`order=planned&${query}`), 'planned first').toEqual([...planned, ...rest])
  })

  it('employee filters by the owner today, by number in any letter case', async () => {
    const number = one!.employeeNumber
    expect(await codes(`employee=${number.toLowerCase()}`)).toEqual(['F1', 'F2'])
    expect(await codes(`employee=${number}&balance=overdue&due=overdue`)).toEqual(['F1'])
    expect(await codes(`employee=${other!.employeeNumber}`)).toEqual(['F3'])
    expect(await codes('employee=EMP9999')).toEqual([])
    const { body } = await list('q=F2')
    expect(body.items[0]).toMatchObject({
      Employee: { employeeNumber: number, name: one!.name },
      Balance: { As_Of: '2026-11-12', Receivable: 500.5, Overdue: 0 },
    })
  })

  it.each([
    [
      'due=tomorrow',
      'due should be overdue, today, week, later, never, seen, overdue-7, overdue-30, overdue-90 or overdue-more',
    ],
    [
      'balance=rich',
      'balance should be overdue, owing, clear, due30, due60, due90, dueMore, above-limit, promised or promise-broken',
    ],
    ['employee=', 'employee should be one employee number, or none'],
    ['employee=a&employee=b', 'employee should be one employee number, or none'],
  ])('refuses %s', async (query, sentence) => {
    const { status, body } = await list(query)
    expect([status, body.msg]).toEqual([422, sentence])
  })
})
