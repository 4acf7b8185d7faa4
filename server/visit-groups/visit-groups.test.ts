import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanResults } from '#domain/api/visit-plans/plan-results.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { otherState, saveRecord } from '#testing/save-record.ts'

const today = '2026-11-15'

describe.each(databaseNames)('joint and group visits on %s', (database) => {
  let test: TestApp
  const employees: Json[] = []
  const customers: Json[] = []
  beforeAll(async () => {
    test = await openTestApp(database)
    const first = await test.make('customer', {
      Customer_Code: 'G0',
      Last_Visited: null,
      Last_Visit_ID: null,
    })
    const { id: _, version: _2, createdAt: _3, updatedAt: _4, ...values } = first
    customers.push(first)
    for (let n = 1; n < 6; n++)
      customers.push(await saveRecord(test, 'customers', { ...values, Customer_Code: `G${n}` }))
    const elsewhere = await otherState(test, first)
    customers.push(await saveRecord(test, 'customers', { ...values, ...elsewhere, Customer_Code: 'FAR' }))
    for (const name of ['Asha', 'Bina'])
      employees.push(await test.make('employee', { name, email: `${name.toLowerCase()}@joint.in` }))
  }, 60_000)
  afterAll(() => test.close())

  const group = (more: Json = {}, as = 'ADMIN'): Promise<Answer> =>
    test.request(
      'POST',
      '/api/v1/group-visits',
      {
        customers: ['G0', 'G1', 'G2'],
        Group_Title: 'Castor meeting',
        Feedback: 'Wilt in two fields',
        ...more,
      },
      { as },
    )
  const customer = async (code: string): Promise<Json> =>
    (await test.request('GET', `/api/v1/customers/${code}`)).body
  const timeline = async (code: string): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/customers/${code}/visits`)).body.items

  it('is on the timeline of each customer, whose last visit follows, and is undone as a whole', async () => {
    const plan = { Customer_Code: 'G1', Planned_Date: '15/11/2026', Planned_Time: '10:00' }
    const planned = (await test.request('POST', '/api/v1/visits', plan)).body
    const { status, body } = await group({ Group_Kind: 'farmer meeting', Attendees: 45 })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.visits).toHaveLength(3)
    expect(new Set(body.visits.map(({ Group_ID }: Json) => Group_ID))).toEqual(new Set([body.Group_ID]))
    for (const code of ['G0', 'G1', 'G2']) {
      expect((await customer(code)).Last_Visited).toBe(today)
      expect((await timeline(code))[0]).toMatchObject({
        Status: 'visited',
        Group_Title: 'Castor meeting',
        Group_Kind: 'farmer meeting',
        Attendees: 45,
        Feedback: 'Wilt in two fields',
      })
    }
    // The meeting was the result of the plan.
    expect((await timeline('G1'))[0].Visit_ID).toBe(planned.Visit_ID)
    const read = await test.request('GET', `/api/v1/group-visits/${body.Group_ID}`)
    expect(read.body.customers.map(({ Customer_Code }: Json) => Customer_Code).toSorted()).toEqual([
      'G0',
      'G1',
      'G2',
    ])
    const undone = await test.request('POST', `/api/v1/group-visits/${body.Group_ID}/undo`)
    expect(undone.body).toEqual({ undone: 3 })
    for (const code of ['G0', 'G1', 'G2']) expect((await customer(code)).Last_Visited).toBeNull()
    expect((await timeline('G1'))[0]).toMatchObject({ Status: 'planned', Group_ID: null })
    expect(await timeline('G0')).toEqual([])
    expect((await test.request('GET', `/api/v1/group-visits/${body.Group_ID}`)).status).toBe(404)
  })

  it('undoes none when one of its visits was changed since', async () => {
    const { body } = await group()
    const [visit] = body.visits
    await test.request('PATCH', `/api/v1/visits/${visit.id}`, { Feedback: 'Other', version: visit.version })
    const undone = await test.request('POST', `/api/v1/group-visits/${body.Group_ID}/undo`)
    expect(undone.status).toBe(409)
    expect((await test.request('GET', `/api/v1/group-visits/${body.Group_ID}`)).body.customers).toHaveLength(
      3,
    )
    for (const each of body.visits) await test.request('DELETE', `/api/v1/visits/${each.id}`)
    expect((await customer('G2')).Last_Visited).toBeNull()
  })

  it('is recorded once for one key', async () => {
    const send = (): Promise<Answer> =>
      test.request(
        'POST',
        '/api/v1/group-visits',
        { customers: ['G3', 'G4'], Group_Title: 'Once' },
        { headers: { 'idempotency-key': 'group-once' } },
      )
    const [one, two] = [await send(), await send()]
    expect(one.body.Group_ID).toBe(two.body.Group_ID)
    expect(await timeline('G3')).toHaveLength(1)
  })

  it.each([
    [
      'no customers',
      { customers: [] },
      'A group visit has at least two customers. Record the visit of one customer as usual',
    ],
    [
      'one customer',
      { customers: ['G0'] },
      'A group visit has at least two customers. Record the visit of one customer as usual',
    ],
    [
      '500 customers',
      { customers: Array.from({ length: 500 }, (_, n) => `X${n}`) },
      'A group visit has at most 100 customers. Record the others as a second group',
    ],
    ['a customer twice', { customers: ['G0', ' g0 '] }, 'Customer g0 is there twice'],
    ['an unknown customer', { customers: ['G0', 'NONE'] }, 'There is no customer NONE'],
    ['no title', { Group_Title: ' ' }, 'Group Title is required'],
    ['an unknown kind', { Group_Kind: 'party' }, undefined],
    ['an unknown employee', { Joined_By: ['EMP9999'] }, undefined],
    ['a day to come', { Visited_On: '16/11/2026' }, 'Visited On should not be later than today'],
  ])('refuses %s, and records nothing', async (_, more, message) => {
    const before = (await test.request('GET', '/api/v1/visits?total=true&limit=1')).body.total
    const { status, body } = await group(more)
    expect(status, JSON.stringify(body)).toBe(422)
    if (message !== undefined) expect(body.errors[0].message).toBe(message)
    expect((await test.request('GET', '/api/v1/visits?total=true&limit=1')).body.total).toBe(before)
  })

  it('has only customers in scope', async () => {
    const { id, token } = await newPerson(test, 'scope@joint.in', 'FIELD')
    const places = [{ level: 'station', code: customers[0].Station_Code }]
    await test.request('PATCH', `/api/admin/users/${id}`, { places, version: 1 })
    const refused = await group({ customers: ['G0', 'FAR'] }, token)
    expect(refused.status).toBe(422)
    expect(refused.body.errors[0].message).toBe('There is no customer FAR')
  })

  it('counts a joint visit for everyone who took part, who see it as well', async () => {
    const [asha, bina] = employees.map(({ employeeNumber }) => employeeNumber)
    const one = await newPerson(test, 'asha@joint.in', 'OFFICE')
    const two = await newPerson(test, 'bina@joint.in', 'FIELD')
    const saved = await test.request(
      'POST',
      '/api/v1/visits',
      { Customer_Code: 'FAR', Feedback: 'Together', Joined_By: [bina, bina] },
      { as: one.token },
    )
    expect(saved.status, JSON.stringify(saved.body)).toBe(201)
    expect(saved.body.Joined_By).toEqual([bina])
    const all: PlanResults = (await test.request('GET', '/api/v1/plan-results')).body
    const of = (number: string): number =>
      all.people.find(({ employee }) => employee?.employeeNumber === number)?.unplanned ?? 0
    expect([of(asha), of(bina)]).toEqual([1, 1])
    const list = await test.request('GET', `/api/v1/plan-results/visits?employee=${bina}`)
    expect(list.body.items).toMatchObject([{ Visit_ID: saved.body.Visit_ID, result: 'unplanned' }])
    // Bina sees the visit, and not the customer in another state.
    const seen = await test.request('GET', `/api/v1/visits/${saved.body.Visit_ID}`, undefined, {
      as: two.token,
    })
    expect(seen.status).toBe(200)
    expect((await test.request('GET', '/api/v1/customers/FAR', undefined, { as: two.token })).status).toBe(
      404,
    )
    const own = await test.request(
      'POST',
      '/api/v1/visits',
      { Customer_Code: 'G5', Feedback: 'x', Joined_By: [asha] },
      { as: one.token },
    )
    expect(own.status).toBe(422)
    expect(own.body.errors[0].message).toBe(`It is the visit of ${asha}: name only the others who took part`)
  })

  it('is handed in by a phone as a visit of each customer with the same group', async () => {
    const { id, token } = await newPerson(test, 'phone@joint.in', 'OFFICE')
    const device = '01a1d000-0000-7000-8000-000000000001'
    const events = ['G4', 'G5'].map((code, n) => ({
      id: `01a1d000-0000-7000-8000-00000000010${n}`,
      kind: 'visit',
      version: 1,
      account: id,
      device,
      at: test.clock.now.toISOString(),
      customer: { id: customers.find((each) => each.Customer_Code === code).id },
      seen: null,
      values: {
        Feedback: 'On the phone',
        Group_ID: '7K3M-Q2XD',
        Group_Title: 'Demo plot',
        Group_Kind: 'demo plot',
      },
    }))
    const { status, body } = await test.request(
      'POST',
      '/api/v1/field/events',
      { events, device, clock: test.clock.now.toISOString() },
      { as: token },
    )
    expect(status, JSON.stringify(body)).toBe(200)
    const read = await test.request('GET', '/api/v1/group-visits/7K3M-Q2XD')
    expect(read.body.customers).toHaveLength(2)
  })
})
