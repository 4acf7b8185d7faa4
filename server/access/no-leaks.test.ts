import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

/** Answers about one record must not reveal other records that the account may not see. */
describe.each(databaseNames)('answers on %s', (database) => {
  let test: TestApp
  let near: Json
  let far: Json
  let farEmployee: Json
  let field: string
  beforeAll(async () => {
    test = await openTestApp(database)
    const unseen = { Last_Visited: null, Last_Visit_ID: null }
    near = await test.make('customer', { Customer_Code: 'NEAR', ...unseen })
    far = await test.make('customer', { Customer_Code: 'FAR', ...unseen })
    await test.make('employee', { email: 'near@example.in', ...placeOf(near) })
    farEmployee = await test.make('employee', { email: 'far@example.in', ...placeOf(far) })
    field = (await newPerson(test, 'near@example.in', 'FIELD')).token
  })
  afterAll(() => test.close())

  const placeOf = (customer: Json): Json => ({
    countryCode: customer.Country_Code,
    zoneCode: customer.Zone_Code,
    stateCode: customer.State_Code,
    poolCode: customer.Pool_Code,
    stationCode: customer.Station_Code,
    cityCode: customer.City_Code,
  })
  const holder = async (role: string, rights: Json, sees: string): Promise<string> => {
    await test.make('role', { Role_Code: role, Role_Name: role })
    const { status } = await test.request('PUT', `/api/v1/role-rights/${role}`, { rights, sees, version: 0 })
    expect(status).toBe(200)
    return (await newPerson(test, `${role.toLowerCase()}@example.in`, role)).token
  }
  const summarize = ({ status, body }: Answer): Json => [status, body.msg, body.usedBy]

  it('say that a record is in use, without naming referrers that the account cannot see', async () => {
    const everything = ['read', 'update', 'delete']
    const clerk = await holder('TERMS', { paymentTerm: everything }, 'everything')
    const term = `/api/v1/payment-terms/${near.paymentTermCode}`
    const [name, why] = [`Payment Term ${near.paymentTermCode}`, 'records that you cannot see']
    expect(summarize(await test.request('DELETE', term, undefined, { as: clerk }))).toEqual([
      409,
      `${name} is used by ${why} and cannot be deleted`,
      undefined,
    ])
    const manager = await holder('MANAGER', { station: everything, customer: ['read'] }, 'station')
    await test.make('employee', { email: 'manager@example.in', ...placeOf(near) })
    const station = async (code: string): Promise<Json> =>
      summarize(await test.request('DELETE', `/api/v1/stations/${code}`, undefined, { as: manager }))
    expect((await station(far.Station_Code)).slice(1)).toEqual([
      `Station ${far.Station_Code} is used by ${why} and cannot be deleted`,
      undefined,
    ])
    const [, words, usedBy] = await station(near.Station_Code)
    expect(words).toBe(
      `Station ${near.Station_Code} is used by 1 customer, and by ${why} and cannot be deleted`,
    )
    expect(usedBy).toMatchObject([{ entity: 'customer', count: 1, records: [{ name: 'Customer NEAR' }] }])
  })

  it('show a photo to its author only while the visit is visible', async () => {
    const png = Buffer.from('89504e470d0a1a0a00000000', 'hex')
    const sent = await test.app.server.inject({
      method: 'POST',
      url: '/api/v1/photos',
      headers: { authorization: `Bearer ${field}`, 'content-type': 'image/png' },
      payload: png,
    })
    const Photo_ID = sent.json().id
    const photo = async (): Promise<number> => {
      const read = async (path: string): Promise<number> =>
        (await test.request('GET', `/api/v1/photos/${Photo_ID}${path}`, undefined, { as: field })).status
      const status = await read('')
      expect(await read('/thumbnail')).toBe(status)
      return status
    }
    expect(await photo()).toBe(200)
    const visit = { Customer_Code: 'NEAR', Visited_On: '2026-11-14', Feedback: 'Good', Photo_ID }
    expect((await test.request('POST', '/api/v1/visits', visit, { as: field })).status).toBe(201)
    expect(await photo()).toBe(200)
    const move = async (to: Json): Promise<void> => {
      const { version } = (await test.request('GET', '/api/v1/customers/NEAR')).body
      const { Country_Code, Zone_Code, State_Code, Pool_Code, Station_Code, City_Code } = to
      const place = { Country_Code, Zone_Code, State_Code, Pool_Code, Station_Code, City_Code }
      const moved = await test.request('PATCH', '/api/v1/customers/NEAR', { ...place, version })
      expect(moved.status).toBe(200)
    }
    await move(far)
    expect(await photo()).toBe(404)
    await move(near)
    expect(await photo()).toBe(200)
  })

  it('allow plans and visits for a visible customer whose owner is not visible', async () => {
    const { employeeNumber } = farEmployee
    const assignment = { Customer_Code: 'NEAR', From_Day: '2026-11-01', Employee_Number: employeeNumber }
    await test.make('assignment', { ...assignment, Until_Day: null })
    const plan = (more: Json): Promise<Answer> =>
      test.request('POST', '/api/plan-visit', { Customer_Code: 'NEAR', ...more }, { as: field })
    const at = { Planned_Date: '2026-11-20', Planned_Time: '10:30' }
    expect((await plan(at)).body).toMatchObject({ Status: 'planned', Assigned_To: employeeNumber })
    const moved = await plan({ ...at, Planned_Time: '11:30', Assigned_To: employeeNumber })
    expect([moved.status, moved.body.Assigned_To]).toEqual([200, employeeNumber])
    const made = await plan({ Visited_On: '2026-11-15', Feedback: 'Good' })
    expect([made.status, made.body.Assigned_To]).toEqual([201, employeeNumber])
    // Assigning an employee who is not visible is rejected.
    const other = await test.make('employee', { email: 'other@example.in', ...placeOf(far) })
    const read = ['read']
    const rights = { visit: ['read', 'create', 'update'], customer: read, employee: read, assignment: read }
    const sender = await holder('SENDER', rights, 'station')
    await test.make('employee', { email: 'sender@example.in', ...placeOf(near) })
    const sent = { Customer_Code: 'NEAR', ...at, Assigned_To: other.employeeNumber }
    const refused = await test.request('POST', '/api/plan-visit', sent, { as: sender })
    expect(refused.body.msg).toBe(`There is no employee ${other.employeeNumber} (Assigned To)`)
  })
})
