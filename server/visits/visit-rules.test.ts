import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('visit rules on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database) // it is 2026-11-15, 11:30 in India
  })
  afterAll(() => test.close())

  const send = (body: unknown, as = 'FIELD'): Promise<Answer> =>
    test.request('POST', '/api/plan-visit', body, { as })
  const newCustomer = async (): Promise<string> =>
    (await test.make('customer', { Last_Visited: '2026-01-01', Last_Visit_ID: null })).Customer_Code
  const planFor = async (Customer_Code: string, Planned_Date = '2026-12-01'): Promise<Json> =>
    (await send({ Customer_Code, Planned_Date, Planned_Time: '09:30' })).body
  const patch = (visit: Json, changes: object): Promise<Answer> =>
    test.request('PATCH', `/api/v1/visits/${visit.id}`, { version: visit.version, ...changes })
  const lastVisited = async (code: string): Promise<string | null> =>
    (await test.request('GET', `/api/v1/customers/${code}`)).body.Last_Visited
  const openPlans = async (code: string): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/visits?Customer_Code=${code}&Status=planned`)).body.items

  it.each(['', '  ', null])('a blank Visited_On (%j) means today', async (Visited_On) => {
    const Customer_Code = await newCustomer()
    const { status, body } = await send({ Customer_Code, Feedback: 'ok', Visited_On })
    expect([status, body.Visited_On]).toEqual([201, '2026-11-15'])
    expect(await lastVisited(Customer_Code)).toBe('2026-11-15')
  })

  it.each(['', '  ', null])('a blank Customer_Code (%j) is stored as unassigned', async (Customer_Code) => {
    const { status, body } = await send({ Customer_Code, Feedback: 'Whose?' })
    expect([status, body.Status, body.Customer_Code]).toEqual([202, 'unassigned', null])
  })

  it('assigning a customer changes no other field, and plans the suggested visit', async () => {
    const Customer_Code = await newCustomer()
    const facts = {
      Feedback: 'Good stand',
      Visited_On: '2026-02-02',
      New_Recommended_Crops: ['Wheat'],
      Next_Visit_Suggested: '2027-03-03T04:30:00.000Z',
    }
    const { body: unassigned } = await send(facts)
    const assignment = { Visit_ID: unassigned.Visit_ID, Customer_Code }
    const blanks = { Feedback: '', Visited_On: '', New_Recommended_Crops: [], Next_Visit_Suggested: '' }
    const { status, body } = await send({ ...assignment, ...blanks }, 'OFFICE')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...facts,
      ...assignment,
      Status: 'visited',
      Recorded_By: unassigned.Recorded_By,
    })
    expect(await lastVisited(Customer_Code)).toBe('2026-02-02')
    expect(await openPlans(Customer_Code)).toMatchObject([{ Planned_At: facts.Next_Visit_Suggested }])
  })

  it('a timestamp without a time zone is refused in a change, and read in the firm’s time zone in a filter', async () => {
    const Customer_Code = await newCustomer()
    const plan = await planFor(Customer_Code)
    const sentence = 'Planned At should be a date and time with its zone, like 2026-12-31T09:30:00+05:30'
    const refused = await patch(plan, { Planned_At: '2026-12-31T09:30' })
    expect([refused.status, refused.body.msg]).toEqual([422, sentence])
    const moved = await patch(plan, { Planned_At: '2026-12-31T09:30:00+05:30' })
    expect(moved.body.Planned_At).toBe('2026-12-31T04:00:00.000Z')
    const from = async (time: string): Promise<number> => {
      const path = `/api/v1/visits?Customer_Code=${Customer_Code}&Planned_At.from=2026-12-31T${time}`
      return (await test.request('GET', path)).body.items.length
    }
    expect([await from('09:30'), await from('09:31')]).toEqual([1, 0])
    expect((await planFor(Customer_Code, '2026-12-31T09:30')).Planned_At).toBe(moved.body.Planned_At)
  })

  it('restoring a plan from the bin is refused when the customer has another open plan', async () => {
    const code = await newCustomer()
    const first = await planFor(code)
    await test.request('DELETE', `/api/v1/visits/${first.id}`)
    const second = await planFor(code, '2026-12-02')
    const restore = (): Promise<Answer> => test.request('POST', `/api/v1/visits/${first.id}/restore`)
    const refused = await restore()
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      `Customer ${code} already has an open plan: visit ${second.Visit_ID}`,
    ])
    const other = await planFor(await newCustomer())
    expect((await patch(other, { Customer_Code: code })).status).toBe(409)
    expect(await openPlans(code)).toHaveLength(1)
    expect((await patch(second, { Status: 'missed' })).status).toBe(200)
    expect((await restore()).status).toBe(200)
  })

  it('a closed visit cannot be reopened, and Planned_By cannot be changed', async () => {
    const code = await newCustomer()
    const plan = await planFor(code)
    const refusals: [object, string][] = [
      [{ Status: 'visited' }, 'Visited On is required when a visit is visited'],
      [{ Status: 'visited', Visited_On: '2026-11-16' }, 'Visited On should not be later than today'],
      [
        { Status: 'unassigned', Customer_Code: null },
        `Visit ${plan.Visit_ID} is planned and cannot become unassigned`,
      ],
      [{ Customer_Code: null }, 'Customer Code is required when a visit is planned'],
      [{ Planned_At: null }, 'Planned At is required when a visit is planned'],
      [{ Planned_By: 'x' }, 'Planned By cannot be changed by hand'],
      [{ Recorded_By: 'x' }, 'Recorded By cannot be changed by hand'],
    ]
    for (const [changes, sentence] of refusals) {
      const { status, body } = await patch(plan, changes)
      expect([status, body.msg]).toEqual([422, sentence])
    }
    const { body: visited } = await patch(plan, { Status: 'visited', Visited_On: '2026-11-15' })
    const back = await patch(visited, { Status: 'planned' })
    expect([back.status, back.body.msg]).toEqual([
      422,
      `Visit ${plan.Visit_ID} was already recorded and cannot become planned`,
    ])
    const { version, Status, ...whole } = visited
    const put = await test.request('PUT', `/api/v1/visits/${plan.id}`, {
      ...whole,
      version,
      Status: 'missed',
    })
    expect([Status, put.status]).toEqual(['visited', 422])
    const { body: unassigned } = await send({ Feedback: 'Whose?' })
    const halfway = await patch(unassigned, { Customer_Code: code })
    expect(halfway.body.msg).toBe('A visit with a Customer Code should not be unassigned')
    expect((await patch(unassigned, { Customer_Code: code, Status: 'visited' })).status).toBe(200)
  })

  it.each([
    ['cancelled', 'was cancelled'],
    ['missed', 'was missed'],
  ])('the error says that the visit is %s', async (Status, text) => {
    const Customer_Code = await newCustomer()
    const { Visit_ID, ...plan } = await planFor(Customer_Code)
    await patch(plan, { Status })
    const { status, body } = await send({ Visit_ID, Customer_Code, Feedback: 'x' })
    expect([status, body.msg]).toEqual([409, `Visit ${Visit_ID} ${text}`])
  })

  it.each([
    [{ Visited_On: '2026-11-16' }, 'Visited On should not be later than today'],
    [{ Visited_On: '31/12/2199' }, 'Visited On should not be later than today'],
    [{ Visited_On: 20261115 }, /^Visited On should be a date/],
    [{ Visit_ID: 7 }, 'Visit ID should be text'],
    [{ Feedback: 5 }, 'Feedback should be text'],
    [{ Remarks: 5, Feedback: 'x' }, 'Remarks should be text'],
    [{ Customer_Code: 7, Feedback: 'x' }, /Customer Code should be/],
    [{ Planned_Date: '31/12/9999', Planned_Time: '23:59' }, /^Planned Date should be a date/],
    [{ Planned_Date: '01/01/1000', Planned_Time: '00:00' }, /^Planned Date should be a date/],
    [{ Next_Visit_Suggested: '31/12/9999 23:59' }, /^Next Visit Suggested should be a date/],
  ])('refuses %j', async (wrong, sentence) => {
    const { status, body } = await send({ Customer_Code: await newCustomer(), ...wrong })
    expect(status).toBe(422)
    if (sentence instanceof RegExp) expect(body.msg).toMatch(sentence)
    else expect(body.msg).toBe(sentence)
  })

  it('today is the day in the firm’s time zone', async () => {
    const Customer_Code = await newCustomer()
    const noon = test.clock.now
    test.clock.now = new Date('2026-11-15T18:30:00.000Z') // the 16th in India
    const { status } = await send({ Customer_Code, Visited_On: '2026-11-16' })
    test.clock.now = noon
    expect(status).toBe(201)
  })

  it('accepts the whole detail payload with every field empty', async () => {
    for (const empty of ['', null]) {
      const { Customer_Code } = await test.make('customer', { Last_Visited: null, Last_Visit_ID: null })
      const detail = {
        Customer_Code,
        Visit_ID: empty,
        Last_Visited_Date: empty,
        Days_Since_Visit_Pending: empty,
        Planned_Date: empty,
        Planned_Time: empty,
        Remarks: empty,
        Amount_Receivables: empty,
        Overdue_Amount: empty,
        Fixed_Field: empty,
        Last_Material_Recommended: empty,
        Feedback: empty,
        Season_Recommendation: empty,
        New_Recommended_Crops: empty === null ? null : [],
        New_Recommended_Materials: empty === null ? null : [],
        Next_Visit_Suggested: empty,
      }
      const { status, body } = await test.request('POST', '/api/plan-visit', detail)
      expect([status, body.Status], JSON.stringify(body)).toEqual([201, 'visited'])
      const plan = { Customer_Code, Planned_Date: '2026-11-20', Planned_Time: '10:00' }
      await test.request('POST', '/api/plan-visit', plan)
      const missed = await test.request('POST', '/api/plan-visit', { ...detail, Status: 'missed' })
      expect([missed.status, missed.body.Status], JSON.stringify(missed.body)).toEqual([201, 'missed'])
    }
  })

  it('accepts amounts as numbers and stores them as text', async () => {
    const amounts = { Amount_Receivables: 12500, Overdue_Amount: 0, Fixed_Field: 3 }
    const { body } = await send({ Customer_Code: await newCustomer(), ...amounts })
    expect(body).toMatchObject({ Amount_Receivables: '12500', Overdue_Amount: '0', Fixed_Field: '3' })
  })
})
