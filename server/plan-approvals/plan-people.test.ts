import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanPerson } from '#domain/api/planning/work-plans.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('people to plan for on %s', (database) => {
  let test: TestApp
  let customer: Json
  let ravi: string
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    test = await openTestApp(database)
    customer = await test.make('customer', { Customer_Code: 'C1' })
    const place = Object.fromEntries(
      ['zone', 'state', 'pool', 'station', 'city', 'country'].map((level) => [
        `${level}Code`,
        customer[`${level[0]!.toUpperCase()}${level.slice(1)}_Code`],
      ]),
    )
    const make = async (name: string, manager: string | null, role: string): Promise<string> => {
      const email = `${name.toLowerCase()}@example.in`
      const userId = `U-${name.toUpperCase()}`
      const { employeeNumber } = await test.make('employee', { name, email, userId, ...place })
      await test.make('staffUser', {
        User_Id: userId,
        Employee_Code: name,
        Employee_Name: name,
        Emp_Mail_Id: email,
        Admin_Rpt_Manager_Code: manager,
        Function_Rpt_Manager_Code: null,
      })
      tokens[name] = (await newPerson(test, email, role)).token
      return employeeNumber
    }
    await make('Meena', null, 'OFFICE')
    ravi = await make('Ravi', 'Meena', 'FIELD')
  }, 60_000)
  afterAll(() => test.close())

  const month = { From_Date: '2026-12-01', To_Date: '2026-12-31' }
  const people = async (as: string, period: Record<string, string> = month): Promise<PlanPerson[]> => {
    const path = `/api/v1/planning/people?${new URLSearchParams(period).toString()}`
    const { status, body } = await test.request('GET', path, undefined, { as })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.items
  }
  const named = async (name: string, as: string): Promise<PlanPerson> =>
    (await people(as)).find((each) => each.name === name)!

  it('are those that the account sees, with who reports to it', async () => {
    const own = await people(tokens['Meena']!)
    expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(['Meena', 'Ravi']))
    expect(own.find(({ name }) => name === 'Ravi')).toMatchObject({ isReport: true, isOwn: false })
    expect(own.find(({ name }) => name === 'Meena')).toMatchObject({ isReport: false, isOwn: true })
    expect(await people(tokens['Ravi']!)).toMatchObject([{ employeeNumber: ravi, isOwn: true }])
    expect(await people('FIELD')).toEqual([])
  })

  it('say what is missing for a plan, and which plan they have', async () => {
    const before = await named('Ravi', 'OFFICE')
    expect(before).toMatchObject({ customers: 0, stopsPerDay: 8, hasStart: false, plan: null })
    const post = async (path: string, body: object): Promise<Json> => {
      const made = await test.request('POST', `/api/v1/${path}`, body)
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      return made.body
    }
    await post('assignments', { Customer_Code: 'C1', From_Day: '2026-01-01', Employee_Number: ravi })
    await post('city-places', { City_Code: customer.City_Code, Place: '23.85,72.13' })
    await post('working-times', { Employee_Number: ravi, Stops_Per_Day: 0 })
    const { Plan_ID } = await post('work-plans', {
      Employee_Number: ravi,
      From_Date: '2026-12-28',
      To_Date: '2027-01-03',
    })
    const after = await named('Ravi', 'OFFICE')
    expect(after).toMatchObject({
      customers: 1,
      stopsPerDay: 0,
      hasStart: true,
      plan: { Plan_ID, State: 'draft' },
    })
    const week = { From_Date: '2026-12-21', To_Date: '2026-12-27' }
    expect((await people('OFFICE', week)).find(({ name }) => name === 'Ravi')!.plan).toBeNull()
  })

  it('are refused for days that cannot be planned, and to accounts without the right', async () => {
    const ask = (query: string, as = 'OFFICE') =>
      test.request('GET', `/api/v1/planning/people?${query}`, undefined, { as })
    const long = await ask('From_Date=2026-12-01&To_Date=2027-12-01')
    expect([long.status, long.body.msg]).toEqual([
      422,
      'A plan has at most 45 days. Plan a week or a month at a time',
    ])
    expect((await ask('From_Date=2026-12-01')).status).toBe(422)
    expect((await ask('From_Date=2026-12-01&To_Date=2026-12-07', 'VIEWER')).status).toBe(403)
  })
})
