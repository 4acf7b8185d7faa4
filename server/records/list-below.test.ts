import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

/** Two separate subtrees: a filter on one must not return records of the other. */
describe.each(databaseNames)('the filter “below” on %s', (database) => {
  let test: TestApp
  let one: Json
  let company: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    one = await test.make('customer', { Customer_Code: 'B1' })
    const other = await test.make('customer', { Customer_Code: 'B2' })
    for (const { Customer_Code } of [one, other]) await test.make('balance', { Customer_Code })
    for (const { City_Code } of [one, other]) await test.make('cityPlace', { City_Code })
    company = await test.make('company', { Company_Code: 'KUT' })
    const second = await test.make('company', { Company_Code: 'VIP' })
    // The same branch code in two companies: a branch is identified together with its company.
    for (const { Company_Code, City_Code, State_Code, Country_Code } of [company, second]) {
      const place = { City_Code, State_Code, Country_Code, Reporting_Branch: null }
      await test.make('branch', { Company_Code, Branch_Code: 'HQ', ...place })
      const branch = { Company_Code, Branch_Code: 'HQ' }
      await test.make('jobFunction', { ...branch, Function_Code: `F-${Company_Code}` })
    }
  })
  afterAll(() => test.close())

  const below = async (path: string, ...parents: string[]): Promise<Json[]> => {
    const query = parents.map((each) => `below=${encodeURIComponent(each)}`).join('&')
    const { status, body } = await test.request('GET', `/api/v1/${path}?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.items
  }

  it.each([
    ['states', 'State_Code'],
    ['pools', 'Pool_Code'],
    ['stations', 'Station_Code'],
    ['cities', 'City_Code'],
    ['customers', 'Customer_Code'],
    ['balances', 'Customer_Code'],
    ['city-places', 'City_Code'],
  ])('finds the %s of a zone at any depth', async (path, field) => {
    const items = await below(path, `zone:${one.Zone_Code.toLowerCase()}`)
    expect(items.map((each) => each[field])).toEqual([one[field]])
    const all = await below(path, `country:${one.Country_Code}`)
    expect(all.map((each) => each[field])).toContain(one[field])
    expect(await below(path, 'zone:nowhere')).toEqual([])
  })

  it('finds the branches and functions of a company, with a branch identified by its company', async () => {
    const functions = async (...parents: string[]): Promise<string[]> =>
      (await below('functions', ...parents)).map((each) => each.Function_Code)
    expect((await below('branches', 'company:KUT')).map((each) => each.Company_Code)).toEqual(['KUT'])
    expect(await functions('company:VIP')).toEqual(['F-VIP'])
    expect(await functions('branch:kut/HQ')).toEqual(['F-KUT'])
    expect(await functions('branch:HQ')).toEqual(['F-KUT', 'F-VIP'])
    expect(await functions(`city:${company.City_Code}`)).toEqual(['F-KUT'])
  })

  it('combines values of one master by OR, and those of different masters by AND', async () => {
    const { items } = (await test.request('GET', '/api/v1/customers')).body
    const two = items.find((each: Json) => each.Customer_Code !== one.Customer_Code)
    const zones = [`zone:${one.Zone_Code}`, `zone:${two.Zone_Code}`]
    expect(await below('customers', ...zones)).toHaveLength(2)
    expect(await below('customers', zones[0]!, `city:${two.City_Code}`)).toEqual([])
    const soils = await test.request('GET', `/api/v1/soils?Soil_Name=${encodeURIComponent(one.Soil_Name)}`)
    const soil = `soil:${soils.body.items[0].Soil_Code}`
    expect((await below('customers', soil)).map((each) => each.Customer_Code)).toEqual(['B1'])
  })

  it('filters the planner and the visit log as well', async () => {
    const query = `below=zone:${encodeURIComponent(one.Zone_Code)}`
    const { body } = await test.request('GET', `/api/v1/visit-plans?${query}`)
    expect(body.items.map((each: Json) => each.Customer_Code)).toEqual(['B1'])
    expect((await test.request('GET', `/api/v1/visit-log?${query}`)).status).toBe(200)
  })
})
