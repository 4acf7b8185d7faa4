import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Home } from '#domain/api/home.ts'
import { addDays } from '#domain/dates/dates.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { planOf, setStatistics, statementsOf } from '#testing/query-plans.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

// It is Sunday, 2026-11-15, 11:30 in India.
const today = '2026-11-15'

describe.each(databaseNames)('plans without a result on %s', (database) => {
  let test: TestApp
  let first: Json
  let ravi: { id: string; token: string }
  beforeAll(async () => {
    test = await openTestApp(database)
    first = await test.make('customer', { Customer_Code: 'U1', Customer_Name: 'Umiya Traders' })
    const place = {
      countryCode: first.Country_Code,
      zoneCode: first.Zone_Code,
      stateCode: first.State_Code,
      poolCode: first.Pool_Code,
      stationCode: first.Station_Code,
      cityCode: first.City_Code,
    }
    await test.make('employee', { name: 'Ravi Solanki', email: 'ravi@example.in', ...place })
    ravi = await newPerson(test, 'ravi@example.in', 'FIELD')
    for (const code of ['U2', 'U3', 'U4', 'U5', 'U6', 'U7'])
      await test.make('customer', { ...territoryOf(first), Customer_Code: code })
  })
  afterAll(() => test.close())

  const territoryOf = ({
    Country_Code,
    Zone_Code,
    State_Code,
    Pool_Code,
    Station_Code,
    City_Code,
    Pin_Code,
  }: Json): Json => ({ Country_Code, Zone_Code, State_Code, Pool_Code, Station_Code, City_Code, Pin_Code })
  const plan = async (code: string, day: string, time = '10:00'): Promise<Json> => {
    const body = { Customer_Code: code, Planned_Date: day, Planned_Time: time, Remarks: '' }
    const answer = await test.request('POST', '/api/v1/visits', body, { as: ravi.token })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const record = async (body: Json): Promise<void> => {
    const answer = await test.request('POST', '/api/v1/visits', body, { as: ravi.token })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  }
  const asked = async (as = ravi.token): Promise<{ count: number; items: Json[]; daysOff: string[] }> => {
    const { body } = await test.request('GET', '/api/v1/home', undefined, { as })
    return (body as Home).unrecorded as never
  }

  it('counts plans of earlier days until they have a result or another day', async () => {
    expect(await asked()).toMatchObject({ count: 0, items: [] })
    const old = await plan('U1', addDays(today, -3))
    await plan('U2', addDays(today, -1), '23:59')
    await plan('U3', today, '00:00')
    await plan('U4', addDays(today, 1))
    expect(await asked()).toMatchObject({
      count: 2,
      items: [
        { Customer_Code: 'U1', Customer_ID: first.id, Visit_ID: old.Visit_ID, version: old.version },
        { Customer_Code: 'U2' },
      ],
    })
    // Today is a Sunday.
    expect((await asked()).daysOff).toEqual([today, '2026-11-22', '2026-11-29', '2026-12-06'])
    await record({ Visit_ID: old.Visit_ID, Customer_Code: 'U1', Status: 'missed', Reason: 'Road or weather' })
    expect(await asked()).toMatchObject({ count: 1, items: [{ Customer_Code: 'U2' }] })
    await plan('U2', addDays(today, 2))
    expect(await asked()).toMatchObject({ count: 0, items: [] })
  })

  it('lists the oldest, and counts all', async () => {
    const codes = ['U1', 'U2', 'U5', 'U6', 'U7', 'U3']
    for (const [at, code] of codes.entries()) await plan(code, addDays(today, at - 10))
    const { count, items } = await asked()
    expect(count).toBe(6)
    expect(items.map(({ Customer_Code }) => Customer_Code)).toEqual(codes.slice(0, 5))
  })

  it('asks about the own plans only, and an account without visits not at all', async () => {
    const other = await newPerson(test, 'other@example.in', 'FIELD')
    expect(await asked(other.token)).toMatchObject({ count: 0 })
    expect(await asked('VIEWER')).toBeUndefined()
  })

  it('reads the open plans of the employee, not the visits of all years', async () => {
    await setStatistics(test, 'visit', {
      visit_assigned_to_planned_at: '100000 5000 2 1',
      visit_status_assigned_to_planned_by_customer_code: '100000 30000 50 40 1 1',
      visit_status_planned_at: '100000 30000 2 1',
    })
    const statements = await statementsOf(test, '/api/v1/home', ravi.token)
    const own = statements.filter(({ sql }) => sql.includes('count(*) over ()'))
    expect(own.length).toBeGreaterThan(0)
    for (const statement of own) {
      const steps = await planOf(test, statement, ['seqscan'])
      expect(steps.join('\n'), statement.sql).toMatch(/visit_status_assigned_to_planned_by/)
    }
  })
})
