import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/dates/dates.ts'
import { codeInAddress } from '#domain/visits/customer-path.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('the page of a customer on %s', (database) => {
  let test: TestApp
  let base: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    base = await test.make('customer', {
      Customer_Code: 'P-1',
      PAN: 'ABCDE1234F',
      Last_Visited: null,
      Last_Visit_ID: null,
    })
  })
  afterAll(() => test.close())

  const newCustomer = (Customer_Code: string): Promise<Json> => {
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = base
    return test.make('customer', { ...values, Customer_Code })
  }
  const pageOf = (code: string, as = 'VIEWER'): Promise<Answer> =>
    test.request('GET', `/api/v1/customers/${codeInAddress(code)}/page`, undefined, { as })
  const post = async (path: string, body: object, as = 'ADMIN'): Promise<Json> => {
    const response = await test.request('POST', path, body, { as })
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
    return response.body
  }

  it('contains all data of the customer, with the names of the codes', async () => {
    const { employeeNumber } = await test.make('employee', { name: 'Asha Beat' })
    const { employeeNumber: earlier } = await test.make('employee', { name: 'Old Hand' })
    const reference = { Customer_Code: 'P-1' }
    await post('/api/v1/assignments', {
      ...reference,
      From_Day: '2025-01-01',
      Until_Day: '2025-12-31',
      Employee_Number: earlier,
    })
    await post('/api/v1/assignments', {
      ...reference,
      From_Day: '2026-01-01',
      Employee_Number: employeeNumber,
    })
    await post('/api/v1/customer-places', { ...reference, Place: '22.5645, 72.9289' })
    await post('/api/v1/city-places', { City_Code: base.City_Code, Place: '23.5, 72.5' })
    for (const [As_Of, Receivable, Overdue] of [
      ['2026-10-01', 500, 0],
      ['2026-11-01', 900, 100],
      ['2026-11-01', 800, 100],
    ])
      await post('/api/v1/balances/upload', { rows: [{ ...reference, As_Of, Receivable, Overdue }] })
    await post('/api/plan-visit', { ...reference, Feedback: 'First', Visited_On: '2026-11-02' }, 'FIELD')
    await post(
      '/api/plan-visit',
      { ...reference, Planned_Date: '2026-11-20', Planned_Time: '10:00', Remarks: 'Call first' },
      'OFFICE',
    )
    const { status, body } = await pageOf('p-1')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      customer: { Customer_Code: 'P-1', PAN: 'AB••••••4F' },
      place: { Place: '22.5645,72.9289', version: 1 },
      cityPlace: '23.5,72.5',
      plan: {
        Plan: { Remarks: 'Call first' },
        Balance: { As_Of: '2026-11-01', Receivable: 800, Overdue: 100 },
        Employee: { name: 'Asha Beat' },
      },
      balances: [
        { As_Of: '2026-10-01', Receivable: 500, Overdue: 0 },
        { As_Of: '2026-11-01', Receivable: 800, Overdue: 100 },
      ],
      assignments: [
        { name: 'Asha Beat', From_Day: '2026-01-01', Until_Day: null },
        { name: 'Old Hand', From_Day: '2025-01-01', Until_Day: '2025-12-31' },
      ],
      today: '2026-11-15',
      timeZone: 'Asia/Kolkata',
    })
    expect(body.visits).toMatchObject({
      items: [
        { Status: 'planned', plannedBy: 'OFFICE person', recordedBy: null },
        { Status: 'visited', recordedBy: 'FIELD person', Feedback: 'First' },
      ],
      next: null,
    })
    const city = await test.request('GET', `/api/v1/cities/${base.City_Code}`)
    expect(body.names).toMatchObject({ City_Code: city.body.City_Name })
    expect(Object.keys(body.names).toSorted()).toEqual(
      [
        'City_Code',
        'Country_Code',
        'Pool_Code',
        'State_Code',
        'Station_Code',
        'Zone_Code',
        'paymentTermCode',
      ].toSorted(),
    )
  })

  it('pages visits by the day they were made, however late they were recorded', async () => {
    await newCustomer('P-many')
    const days = Array.from({ length: 45 }, (_, at) => addDays('2026-11-10', -((at * 17) % 45)))
    for (const Visited_On of days)
      await post('/api/plan-visit', { Customer_Code: 'P-many', Visited_On, Feedback: 'x' })
    const first = (await pageOf('P-many')).body.visits
    expect(first.items).toHaveLength(20)
    const visitedDays = first.items.map((each: Json) => each.Visited_On)
    for (let { next } = first; next !== null;) {
      const { body } = await test.request('GET', `/api/v1/customers/P-many/visits?after=${next}`, undefined, {
        as: 'VIEWER',
      })
      visitedDays.push(...body.items.map((each: Json) => each.Visited_On))
      next = body.next
    }
    expect(visitedDays).toEqual(days.toSorted().toReversed())
    const wrong = await test.request('GET', '/api/v1/customers/P-many/visits?after=nonsense')
    expect(wrong.status).toBe(400)
  })

  it.each([
    'A/B 1',
    '...',
    '%',
    '%2F',
    'a?b#c',
    'કોડ-૧',
    'ક'.repeat(32),
    'O\'Neil & "Sons"',
    'page',
    '../page',
  ])('is found by the code %j', async (code) => {
    await newCustomer(code)
    const { status, body } = await pageOf(code)
    expect([status, body.customer?.Customer_Code]).toEqual([200, code])
  })

  describe('with limited rights', () => {
    const all = [
      'assignments',
      'balances',
      'bills',
      'cityPlace',
      'customer',
      'names',
      'place',
      'plan',
      'timeZone',
      'today',
      'visits',
    ]
    const ofPlan = ['Balance', 'Credit_Limit', 'Employee', 'Plan']
    const asRole = async (role: string, rights: Record<string, string[]>): Promise<string> => {
      await test.make('role', { Role_Code: role, Role_Name: role })
      const decision = { rights, sees: 'everything', version: 0 }
      const { status, body } = await test.request('PUT', `/api/v1/role-rights/${role}`, decision)
      expect(status, JSON.stringify(body)).toBe(200)
      return (await newPerson(test, `${role.toLowerCase()}@example.in`, role)).token
    }
    const read = ['read']

    it.each<[string, Record<string, string[]>, string[], string[]]>([
      [
        'ONLYCUST',
        { customer: read },
        ['assignments', 'balances', 'bills', 'cityPlace', 'place', 'visits'],
        ofPlan,
      ],
      [
        'BOOKS',
        { customer: read, balance: read },
        ['assignments', 'cityPlace', 'place', 'visits'],
        ['Employee', 'Plan'],
      ],
      [
        'FIELDLESS',
        { customer: read, visit: read, assignment: read, employee: read, cityPlace: read },
        ['balances', 'bills', 'place'],
        ['Balance', 'Credit_Limit'],
      ],
      [
        'NAMELESS',
        {
          customer: read,
          visit: read,
          assignment: read,
          balance: read,
          cityPlace: read,
          customerPlace: read,
        },
        [],
        ['Employee'],
      ],
    ])(
      'role %s gets the page without the members it may not read',
      async (role, rights, missing, missingOfPlan) => {
        const { status, body } = await pageOf('P-1', await asRole(role, rights))
        expect(status, JSON.stringify(body)).toBe(200)
        expect(Object.keys(body).toSorted()).toEqual(all.filter((part) => !missing.includes(part)))
        expect(ofPlan.filter((part) => !(part in body.plan))).toEqual(missingOfPlan)
        expect(body.plan).toMatchObject({
          Customer_Code: 'P-1',
          Recommended_Date: expect.any(String) as string,
        })
        expect(body.names).toEqual({})
        // Without the right to read employees, their numbers are shown.
        if (role === 'NAMELESS')
          expect(body.assignments.map((each: Json) => each.name)).toEqual(
            body.assignments.map((each: Json) => each.employeeNumber),
          )
      },
    )

    it('an API token with a limited role gets a limited page', async () => {
      await asRole('ERP', { customer: read, balance: read })
      const created = await test.request('POST', '/api/v1/api-tokens', {
        name: 'ERP',
        role: 'ERP',
        places: 'everything',
        expiresOn: '2027-11-14',
      })
      expect(created.status, JSON.stringify(created.body)).toBe(201)
      const { status, body } = await pageOf('P-1', created.body.token)
      expect([status, 'visits' in body, body.balances.length]).toEqual([200, false, 2])
    })
  })

  it('returns 404 for an unknown customer, and refuses accounts without the right', async () => {
    const missing = await pageOf('Nobody')
    expect([missing.status, missing.body.msg]).toEqual([404, 'There is no customer Nobody'])
    expect((await pageOf('P-1', 'anonymous')).status).toBe(401)
    expect((await pageOf('P-1', 'pending')).status).toBe(403)
  })
})
