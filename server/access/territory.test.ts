import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('a field account on %s', (database) => {
  let test: TestApp
  let own: Json
  let other: Json
  let ownVisit: Json
  let otherVisit: Json
  let field: string

  const placeOf = (customer: Json): Json => ({
    countryCode: customer.Country_Code,
    zoneCode: customer.Zone_Code,
    stateCode: customer.State_Code,
    poolCode: customer.Pool_Code,
    stationCode: customer.Station_Code,
    cityCode: customer.City_Code,
  })
  const ask = (path: string): Promise<Answer> => test.request('GET', path, undefined, { as: field })
  const codes = async (path: string, of = 'Customer_Code'): Promise<string[]> =>
    (await ask(path)).body.items.map((each: Json) => each[of])

  beforeAll(async () => {
    test = await openTestApp(database)
    own = await test.make('customer', { Customer_Code: 'OWN', Customer_Name: 'Green Own', Erp_Code: 'E-OWN' })
    other = await test.make('customer', {
      Customer_Code: 'FAR',
      Customer_Name: 'Green Far',
      Erp_Code: 'E-FAR',
    })
    expect(other.Station_Code).not.toBe(own.Station_Code)
    await test.make('employee', { name: 'Ravi', email: 'Ravi@Example.in', ...placeOf(own) })
    await test.make('employee', { name: 'Far Away', email: 'far@example.in', ...placeOf(other) })
    for (const each of [own, other])
      await test.make('balance', {
        Customer_Code: each.Customer_Code,
        As_Of: '2026-11-01',
        Receivable: 100,
        Overdue: 50,
      })
    const visited = async (Customer_Code: string): Promise<Json> =>
      (await test.request('POST', '/api/v1/visits', { Customer_Code, Visited_On: '2026-11-10' })).body
    ownVisit = await visited('OWN')
    otherVisit = await visited('FAR')
    field = (await newPerson(test, 'ravi@example.in', 'FIELD')).token
  })
  afterAll(() => test.close())

  it('lists, counts, searches and looks up only the customers of its own place', async () => {
    expect(await codes('/api/v1/customers')).toEqual(['OWN'])
    expect(await codes('/api/v1/customers?q=green')).toEqual(['OWN'])
    expect(await codes('/api/v1/customers?Customer_Code=FAR')).toEqual([])
    expect((await ask('/api/v1/customers?total=true')).body.total).toBe(1)
    expect((await ask('/api/v1/totals/customers')).body.count).toBe(1)
    expect((await ask('/api/v1/options/customers?of=Customer_Code')).body.items).toHaveLength(1)
    expect(await codes('/api/v1/visit-plans')).toEqual(['OWN'])
    expect(await codes('/api/v1/balances')).toEqual(['OWN'])
    expect(await codes('/api/v1/visits', 'Visit_ID')).toEqual([ownVisit.Visit_ID])
    expect(await codes('/api/v1/employees', 'name')).toEqual(['Ravi'])
    const { body: found } = await ask('/api/v1/search?q=green')
    expect(JSON.stringify(found)).not.toContain('FAR')
    expect(JSON.stringify((await ask('/api/v1/balance-summary')).body)).toContain('"customers":1')
  })

  it('gets 404 for other records by id, code or history', async () => {
    for (const path of [
      `customers/${other.id}`,
      'customers/FAR',
      `customers/${other.id}/history`,
      `visits/${otherVisit.Visit_ID}`,
      `visits/${otherVisit.id}/history`,
    ])
      expect([path, (await ask(`/api/v1/${path}`)).status]).toEqual([path, 404])
    expect((await ask('/api/v1/customers/OWN')).status).toBe(200)
    expect((await ask(`/api/v1/customers/${own.id}/history`)).status).toBe(200)
  })

  it('counts its own place on the dashboard', async () => {
    const { status, body } = await ask('/api/v1/dashboard?fresh=true')
    expect(status).toBe(200)
    expect(body.coverage.customers).toBe(1)
    expect(body.money.overdue).toBe(50)
    const all = await test.request('GET', '/api/v1/dashboard?fresh=true')
    expect(all.body.coverage.customers).toBe(2)
  })

  it('cannot plan a visit outside its place, with the same answer as for an unknown customer', async () => {
    const plan = (Customer_Code: string, path = '/api/plan-visit'): Promise<Answer> =>
      test.request(
        'POST',
        path,
        { Customer_Code, Planned_Date: '2026-11-20', Planned_Time: '11:00', Remarks: '' },
        { as: field },
      )
    const [refused, unknown] = [await plan('FAR'), await plan('NOBODY')]
    expect(refused.status).toBe(unknown.status)
    expect(JSON.stringify(refused.body).replaceAll('FAR', 'NOBODY')).toBe(JSON.stringify(unknown.body))
    expect((await plan('OWN')).status).toBeLessThan(300)
    const { body } = await test.request('GET', '/api/v1/visits?Customer_Code=FAR&Status=planned')
    expect(body.items).toEqual([])
    const many = await test.request(
      'POST',
      '/api/v1/visit-plans/bulk',
      { customers: ['FAR'], from: '2026-11-20', at: '09:00' },
      { as: field },
    )
    expect(many.status).toBeGreaterThanOrEqual(400)
  })

  it('sees the counts of its own place in the tree', async () => {
    const { body } = await ask('/api/v1/trees/territory')
    const counts = JSON.stringify(body)
    const all = JSON.stringify((await test.request('GET', '/api/v1/trees/territory')).body)
    expect(counts).not.toBe(all)
  })

  it('cannot record a visit outside its place', async () => {
    const plan = (Customer_Code: string): Promise<Answer> =>
      test.request('POST', '/api/v1/visits', { Customer_Code, Visited_On: '2026-11-12' }, { as: field })
    const refused = await plan('FAR')
    const unknown = await plan('NOBODY')
    expect(refused.status).toBe(unknown.status)
    expect(refused.body.msg.replaceAll('FAR', 'NOBODY')).toBe(unknown.body.msg)
    expect((await plan('OWN')).status).toBe(201)
  })

  it('sees another place as soon as the employee moves, and nothing without a place', async () => {
    const { token: moved } = await newPerson(test, 'far@example.in', 'FIELD')
    const listed = async (as: string): Promise<string[]> =>
      (await test.request('GET', '/api/v1/customers', undefined, { as })).body.items.map(
        (each: Json) => each.Customer_Code,
      )
    expect(await listed(moved)).toEqual(['FAR'])
    const { body } = await test.request('GET', '/api/v1/employees?email=far@example.in')
    const [employee] = body.items
    const change = { ...placeOf(own), version: employee.version }
    expect((await test.request('PATCH', `/api/v1/employees/${employee.id}`, change)).status).toBe(200)
    expect(await listed(moved)).toEqual(['OWN'])
    expect(await listed((await newPerson(test, 'stranger@example.in', 'FIELD')).token)).toEqual([])
  })
})
