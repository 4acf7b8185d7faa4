import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('names and counts of lists on %s', (database) => {
  let test: TestApp
  let customer: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    customer = await test.make('customer', { Customer_Code: 'N1' })
    for (const code of ['N2', 'N3']) await test.make('customer', { ...base(customer), Customer_Code: code })
  })
  afterAll(() => test.close())

  const base = ({ id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values }: Json): Json => values
  const get = async (query: string, as?: Json): Promise<Json> => {
    const { status, body } = await test.request('GET', `/api/v1/${query}`, undefined, as)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const nameOf = async (path: string, field: string, code: string, title: string): Promise<string> =>
    (await get(`${path}?${field}=${encodeURIComponent(code)}`)).items[0][title]

  it('come with the page when asked for, by field and code', async () => {
    const { names, items } = await get('customers?names=true')
    expect(items).toHaveLength(3)
    expect(names).toMatchObject({
      City_Code: {
        [customer.City_Code]: await nameOf('cities', 'City_Code', customer.City_Code, 'City_Name'),
      },
      Zone_Code: {
        [customer.Zone_Code]: await nameOf('zones', 'Zone_Code', customer.Zone_Code, 'Zone_Name'),
      },
    })
    // The soil is referred to by its name, which needs no other.
    expect(names.Soil_Name).toBeUndefined()
    expect(await get('customers')).not.toHaveProperty('names')
  })

  it('are left out of records that the account may not read', async () => {
    const rights = { city: [] }
    const decision = { rights, sees: 'everything', version: 0 }
    expect((await test.request('PUT', '/api/v1/role-rights/VIEWER', decision)).status).toBe(200)
    const { names } = await get('customers?names=true', { as: 'VIEWER' })
    expect(Object.keys(names)).toContain('Zone_Code')
    expect(Object.keys(names)).not.toContain('City_Code')
  })

  it('leave out codes that several records have with different names', async () => {
    for (const name of ['East', 'West']) {
      const company = await test.make('company')
      const { City_Code, State_Code, Country_Code, Company_Code } = company
      const place = { City_Code, State_Code, Country_Code, Reporting_Branch: null }
      await test.make('branch', { Company_Code, Branch_Code: 'HQ', Branch_Name: name, ...place })
      await test.make('jobFunction', { Company_Code, Branch_Code: 'HQ', Function_Code: `F-${name}` })
    }
    const { names } = await get('functions?names=true')
    expect(Object.keys(names)).toContain('Company_Code')
    expect(names.Branch_Code ?? {}).not.toHaveProperty('HQ')
  })

  it('count quickly up to a maximum', async () => {
    expect(await get('customers?total=quick')).toMatchObject({ total: 3 })
    expect(await get('customers?total=quick&limit=2')).toMatchObject({ total: 3 })
    expect(await get('customers?total=quick&Customer_Code=N2')).toMatchObject({ total: 1 })
    expect(await get('customers?total=quick&limit=2')).not.toHaveProperty('totalIsMinimum')
  })

  it.each([
    ['total=all', 'total should be true, false or quick'],
    ['names=yes', 'names should be true or false'],
  ])('refuse %s', async (query, message) => {
    const { status, body } = await test.request('GET', `/api/v1/customers?${query}`)
    expect([status, body.msg]).toEqual([422, message])
  })
})
