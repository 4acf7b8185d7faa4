import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('visit outcomes on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database) // it is 2026-11-15, 11:30 in India
    await test.request('PUT', '/api/v1/me/location', { isAllowed: true }, { as: 'FIELD' })
  })
  afterAll(() => test.close())

  const send = (body: unknown, as = 'FIELD', headers: Record<string, string> = {}): Promise<Answer> =>
    test.request('POST', '/api/plan-visit', body, { as, headers })
  const newCustomer = async (overrides: object = {}): Promise<string> =>
    (await test.make('customer', { Last_Visited: '2026-10-01', Last_Visit_ID: null, ...overrides }))
      .Customer_Code
  const planFor = async (Customer_Code: string, more: object = {}): Promise<Json> =>
    (await send({ Customer_Code, Planned_Date: '2026-11-15', Planned_Time: '09:30', ...more })).body
  const customerOf = async (code: string): Promise<Json> =>
    (await test.request('GET', `/api/v1/customers/${code}`)).body
  const openPlans = async (code: string): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/visits?Customer_Code=${code}&Status=planned`)).body.items
  const undo = (visit: Json, as = 'FIELD'): Promise<Answer> =>
    test.request('POST', `/api/v1/visits/${visit.Visit_ID}/undo`, undefined, { as })

  it('a missed visit stores its reason, leaves the last visit unchanged and plans the next visit', async () => {
    const code = await newCustomer()
    const plan = await planFor(code)
    const { status, body } = await send({
      Customer_Code: code,
      Status: 'missed',
      Reason: 'Customer was away',
      Next_Visit_Suggested: '2026-11-20T10:00',
    })
    expect([status, body.Visit_ID]).toEqual([201, plan.Visit_ID])
    expect(body).toMatchObject({
      Status: 'missed',
      Reason: 'Customer was away',
      Visited_On: null,
      Planned_At: plan.Planned_At,
      Recorded_By: plan.Planned_By,
      Recorded_At: '2026-11-15T06:00:00.000Z',
    })
    expect((await customerOf(code)).Last_Visited).toBe('2026-10-01')
    expect(await openPlans(code)).toMatchObject([{ Planned_At: '2026-11-20T04:30:00.000Z' }])
  })

  it('a phone call instead of a visit counts as a visit', async () => {
    const code = await newCustomer()
    const { body } = await send({ Customer_Code: code, Contact_Mode: 'by phone', Feedback: 'All well' })
    expect(body).toMatchObject({ Status: 'visited', Contact_Mode: 'by phone', Planned_At: null })
    expect((await customerOf(code)).Last_Visited).toBe('2026-11-15')
  })

  it('an off-plan visit leaves the plan unchanged', async () => {
    const code = await newCustomer()
    const { Visit_ID, version } = await planFor(code, { Planned_Date: '2026-11-20' })
    const offPlan = { Customer_Code: code, Visited_On: '2026-11-12', Feedback: 'Met', Keeps_Plan: true }
    const { status, body } = await send(offPlan)
    expect(status).toBe(201)
    expect(body).toMatchObject({ Status: 'visited', Visited_On: '2026-11-12', Planned_At: null })
    expect(body.Visit_ID).not.toBe(Visit_ID)
    expect(await openPlans(code)).toMatchObject([{ Visit_ID, version }])
    expect((await customerOf(code)).Last_Visited).toBe('2026-11-12')
    const wrong: [object, string][] = [
      [
        { Next_Visit_Suggested: '2026-12-01T10:00' },
        'The plan for 20/11/2026 09:30 is kept, so leave Next Visit Suggested out',
      ],
      [{ Visit_ID }, 'Keeps Plan is only for a completed off-plan visit without a Visit ID'],
      [{ Keeps_Plan: 'yes' }, 'Keeps Plan should be true or false'],
    ]
    for (const [more, msg] of wrong)
      expect(await send({ ...offPlan, ...more })).toMatchObject({ status: 422, body: { msg } })
    expect((await send({ Customer_Code: code, Status: 'missed', Keeps_Plan: true })).status).toBe(422)
    expect((await undo(body)).status).toBe(200)
    expect(await openPlans(code)).toMatchObject([{ Visit_ID, version }])
    // Without an open plan, Keeps_Plan has no effect and the next visit is planned.
    const free = await newCustomer()
    await send({ ...offPlan, Customer_Code: free, Next_Visit_Suggested: '2026-12-01T10:00' })
    expect(await openPlans(free)).toHaveLength(1)
  })

  it('returns 409 with who closed the visit and when, if it was closed already', async () => {
    const cancelled = { Status: 'cancelled', Reason: 'Sold the farm' }
    const second = async (): Promise<string> => {
      const { Visit_ID } = await planFor(await newCustomer())
      await send({ Visit_ID, ...cancelled })
      test.clock.now = noon
      const { status, body } = await send({ Visit_ID, Feedback: 'Mine' }, 'OFFICE')
      expect(status).toBe(409)
      return body.msg.replace(Visit_ID, 'V')
    }
    const noon = test.clock.now
    expect(await second()).toBe('Visit V was cancelled by FIELD person at 11:30')
    test.clock.now = new Date('2026-11-14T05:12:00.000Z')
    expect(await second()).toBe('Visit V was cancelled by FIELD person on 14/11/2026 at 10:42')
  })

  it('stores the balances shown and the results of the advice', async () => {
    const fields = {
      Amount_Receivables: '₹1,25,000',
      Overdue_Amount: '₹4,000',
      Balance_As_Of: '2026-11-12',
      Last_Crop_Result: 'worked',
      Last_Material_Result: 'did not work',
      Check_In_Place: '22.5645,72.9289',
    }
    const { body } = await send({ Customer_Code: await newCustomer(), ...fields })
    expect(body).toMatchObject({ ...fields, Status: 'visited' })
  })

  it('only a plan can be missed or cancelled', async () => {
    const code = await newCustomer()
    const cancelled = { Customer_Code: code, Status: 'cancelled', Reason: 'No longer needed' }
    const none = await send(cancelled)
    expect([none.status, none.body.msg]).toEqual([
      422,
      `There is no open plan of customer ${code}: only a planned visit can be cancelled`,
    ])
    const { body: unassigned } = await send({ Feedback: 'Whose?' })
    const withoutCustomer = await send({ Visit_ID: unassigned.Visit_ID, Status: 'missed' })
    expect([withoutCustomer.status, withoutCustomer.body.msg]).toEqual([
      422,
      `Visit ${unassigned.Visit_ID} is not assigned to a customer: only a planned visit can be missed`,
    ])
    const plan = await planFor(code)
    expect((await send(cancelled)).body).toMatchObject({ Visit_ID: plan.Visit_ID, Status: 'cancelled' })
    const again = await send({ ...cancelled, Visit_ID: plan.Visit_ID })
    expect([again.status, again.body.msg]).toEqual([
      409,
      `Visit ${plan.Visit_ID} was cancelled by FIELD person at 11:30`,
    ])
  })

  it.each([
    [{ Status: 'cancelled' }, 'Reason is required when a visit is cancelled'],
    [{ Status: 'cancelled', Reason: ' ' }, 'Reason is required when a visit is cancelled'],
    [{ Status: 'planned' }, 'Status should be visited, missed or cancelled'],
    [{ Status: 'missed', Feedback: 'Met him' }, 'A visit that was missed has no Feedback'],
    [{ Status: 'missed', Visited_On: '2026-11-14' }, 'A visit that was missed has no Visited On'],
    [{ Feedback: 'x', Reason: 'Away' }, 'Reason is for a visit that was missed or cancelled'],
    [{ Feedback: 'x', Contact_Mode: 'by post' }, 'Contact Mode should be in person or by phone'],
    [{ Last_Crop_Result: 'meh' }, 'Last Crop Result should be used, worked or did not work'],
    [{ Check_In_Place: 'here' }, /^Check In Place should be latitude and longitude/],
    [{ Feedback: 'x', Keep_Customer_Place: 'yes' }, 'Keep Customer Place should be true or false'],
    [{ Feedback: 'x', Assigned_To: 'E1' }, 'Assigned_To is not a field of a visit'],
    [{ Feedback: 'x', Recorded_At: '2026-11-15' }, 'Recorded_At is not a field of a visit'],
    [
      { Feedback: 'x', Photo_ID: 'nobody-knows' },
      'This photo is no longer available. Take it again, or leave it out',
    ],
  ])('refuses %j', async (wrong, sentence) => {
    const code = await newCustomer()
    const plan = await planFor(code)
    const { status, body } = await send({ Customer_Code: code, ...wrong })
    expect(status).toBe(422)
    if (sentence instanceof RegExp) expect(body.msg).toMatch(sentence)
    else expect(body.msg).toBe(sentence)
    expect(await openPlans(code)).toMatchObject([{ version: plan.version }])
  })

  it('assigns a plan to the owner of the customer on its day, unless an employee is named', async () => {
    const code = await newCustomer()
    const first = await test.make('employee')
    const other = await test.make('employee')
    const { status } = await test.request('POST', '/api/v1/assignments', {
      Customer_Code: code,
      From_Day: '2026-11-20',
      Employee_Number: first.employeeNumber,
    })
    expect(status).toBe(201)
    expect((await planFor(code)).Assigned_To).toBeNull()
    expect((await planFor(code, { Planned_Date: '2026-11-21' })).Assigned_To).toBe(first.employeeNumber)
    const planWithAssignee = (Assigned_To: string, as: string): Promise<Answer> =>
      send({ Customer_Code: code, Planned_Date: '2026-11-25', Planned_Time: '10:00', Assigned_To }, as)
    // Assigning another employee needs the right to update visits.
    expect((await planWithAssignee(other.employeeNumber, 'FIELD')).status).toBe(403)
    expect((await planWithAssignee(first.employeeNumber.toLowerCase(), 'FIELD')).body.Assigned_To).toBe(
      first.employeeNumber,
    )
    const assigned = await planWithAssignee(other.employeeNumber, 'OFFICE')
    expect(assigned.body.Assigned_To).toBe(other.employeeNumber)
    expect((await planFor(code, { Planned_Date: '2026-11-25' })).Assigned_To).toBe(other.employeeNumber)
    const unknown = await planWithAssignee('E?', 'OFFICE')
    expect([unknown.status, unknown.body.msg]).toEqual([422, 'There is no employee E? (Assigned To)'])
    await send({ Customer_Code: code, Feedback: 'ok', Next_Visit_Suggested: '2026-12-01T10:00' })
    expect(await openPlans(code)).toMatchObject([{ Assigned_To: first.employeeNumber }])
  })

  it('a field user can plan visits for themselves', async () => {
    const code = await newCustomer()
    const own = await test.make('employee', { email: 'Field@Example.in' })
    expect((await planFor(code, { Assigned_To: own.employeeNumber })).Assigned_To).toBe(own.employeeNumber)
  })

  it('moves only the plan that was on the screen', async () => {
    const code = await newCustomer()
    const planned = { Customer_Code: code, Planned_Date: '2026-11-25', Planned_Time: '10:00' }
    const first = await send({ ...planned, Moves_Plan: null })
    expect(first.status).toBe(201)
    const { Visit_ID, version } = first.body
    const unseen = await send({ ...planned, Moves_Plan: null })
    expect([unseen.status, unseen.body.msg]).toEqual([
      409,
      'Another user planned this meanwhile, for 25/11/2026 10:00. Nothing was changed',
    ])
    const seen = await send({ ...planned, Planned_Date: '2026-11-26', Moves_Plan: { Visit_ID, version } })
    expect([seen.status, seen.body.version]).toEqual([200, version + 1])
    expect((await send({ ...planned, Moves_Plan: { Visit_ID, version } })).status).toBe(409)
    await send({ Customer_Code: code, Visit_ID, Feedback: 'Met' })
    const over = await send({ ...planned, Moves_Plan: { Visit_ID, version: version + 1 } })
    expect([over.status, over.body.msg]).toEqual([
      409,
      `Visit ${Visit_ID} is no longer planned. Nothing was changed`,
    ])
    expect(await openPlans(code)).toEqual([])
    expect((await send({ ...planned, Moves_Plan: 'V1' })).body.msg).toBe(
      'Moves Plan should be null, or a Visit_ID and its version',
    )
  })

  it('a plan moved to another day loses its stop order, however it is moved', async () => {
    const code = await newCustomer()
    const plan = await planFor(code)
    const at = `/api/v1/visits/${plan.Visit_ID}`
    const put = async (changes: object): Promise<Json> => {
      const { version } = (await test.request('GET', at)).body
      return (await test.request('PATCH', at, { version, ...changes })).body
    }
    expect((await put({ Stop_Order: 3 })).Stop_Order).toBe(3)
    expect((await planFor(code, { Planned_Time: '16:00' })).Stop_Order).toBe(3)
    expect((await planFor(code, { Planned_Date: '2026-11-16' })).Stop_Order).toBeNull()
    await put({ Stop_Order: 4 })
    expect((await put({ Planned_At: '2026-11-17T09:00:00+05:30' })).Stop_Order).toBeNull()
    expect((await put({ Planned_At: '2026-11-18T09:00:00+05:30', Stop_Order: 2 })).Stop_Order).toBe(2)
  })

  it('the check-in location becomes the customer’s only on request, and only when the customer has none', async () => {
    const code = await newCustomer()
    const placeOf = async (): Promise<string | undefined> =>
      (await test.request('GET', `/api/v1/customer-places/${code}`)).body.Place
    const at = (Check_In_Place: string, more: object = {}): Promise<Answer> =>
      send({ Customer_Code: code, Feedback: 'x', Check_In_Place, ...more })
    await at('20.5,70.25')
    expect(await placeOf()).toBeUndefined()
    const { body: visit } = await at('21.5,71.25', { Keep_Customer_Place: true })
    expect(await placeOf()).toBe('21.5,71.25')
    await at('22.5,72.25', { Keep_Customer_Place: true })
    expect(await placeOf()).toBe('21.5,71.25')
    const trace = await test.request('GET', `/api/v1/customer-places/${code}/history`)
    expect(trace.body.items).toMatchObject([{ action: 'create', by: 'FIELD person' }])
    expect((await undo(visit)).status).toBe(200)
    expect(await placeOf()).toBeUndefined()
  })

  it('undo restores the plan, the last visit and the next plan', async () => {
    const code = await newCustomer({ Last_Visit_ID: 'OLD-7' })
    const plan = await planFor(code, { Remarks: 'Soil test' })
    const { body: visit } = await send({
      Customer_Code: code,
      Feedback: 'Wrong customer',
      Next_Visit_Suggested: '2026-12-01T10:00',
    })
    expect(await openPlans(code)).toHaveLength(1)
    const { status, body } = await undo(visit)
    expect([status, body.visit]).toMatchObject([
      200,
      { Visit_ID: plan.Visit_ID, Status: 'planned', Remarks: 'Soil test', Feedback: null, Recorded_At: null },
    ])
    expect(await customerOf(code)).toMatchObject({ Last_Visited: '2026-10-01', Last_Visit_ID: 'OLD-7' })
    expect(await openPlans(code)).toMatchObject([{ Visit_ID: plan.Visit_ID }])
    const { body: trace } = await test.request('GET', `/api/v1/visits/${plan.Visit_ID}/history`)
    expect(trace.items.map((each: Json) => each.after.Status)).toEqual(['planned', 'visited', 'planned'])
    const again = await undo(visit)
    expect([again.status, again.body.msg]).toEqual([
      409,
      `Visit ${plan.Visit_ID} is planned: there is nothing to undo`,
    ])
  })

  it('undo of an unplanned visit deletes it, once for a repeated idempotency key', async () => {
    const code = await newCustomer()
    const { body: visit } = await send({ Customer_Code: code, Feedback: 'x' })
    const path = `/api/v1/visits/${visit.id}/undo`
    const headers = { 'idempotency-key': `undo ${database}`.replace(' ', '-') }
    for (let times = 0; times < 2; times++) {
      const { status, body } = await test.request('POST', path, undefined, { as: 'FIELD', headers })
      expect([status, body]).toEqual([200, { visit: null }])
    }
    expect((await test.request('GET', `/api/v1/visits/${visit.id}`)).status).toBe(404)
    expect((await customerOf(code)).Last_Visited).toBe('2026-10-01')
    expect((await undo(visit)).status).toBe(404)
  })

  it('undo leaves later visits unchanged, and explains why it is refused', async () => {
    const code = await newCustomer()
    const { body: first } = await send({ Customer_Code: code, Feedback: 'a', Visited_On: '2026-11-10' })
    const { body: second } = await send({ Customer_Code: code, Feedback: 'b' })
    await send({ Customer_Code: code, Feedback: 'late note', Visited_On: '2026-11-05' })
    expect((await undo(first)).status).toBe(200)
    expect(await customerOf(code)).toMatchObject({ Last_Visit_ID: second.Visit_ID })
    expect((await undo(second)).status).toBe(200)
    // The remaining visit, neither the one that was undone nor the date entered at first.
    expect((await customerOf(code)).Last_Visited).toBe('2026-11-05')

    await planFor(code)
    const { body: third } = await send({
      Customer_Code: code,
      Feedback: 'c',
      Next_Visit_Suggested: '2026-12-01T10:00',
    })
    const other = await undo(third, 'OFFICE')
    expect([other.status, other.body.msg]).toEqual([403, 'Only the user who recorded a visit can undo it'])
    const moved = await planFor(code, { Planned_Date: '2026-12-05' })
    const built = await undo(third)
    expect([built.status, built.body.msg]).toEqual([
      409,
      `Visit ${third.Visit_ID} cannot be undone: customer ${code} now has another open plan, visit ${moved.Visit_ID}`,
    ])
    expect((await customerOf(code)).Last_Visit_ID).toBe(third.Visit_ID)

    const { body: fourth } = await send({ Customer_Code: await newCustomer(), Feedback: 'd' })
    const patched = { version: fourth.version, Feedback: 'corrected' }
    await test.request('PATCH', `/api/v1/visits/${fourth.id}`, patched)
    const changed = await undo(fourth)
    expect([changed.status, changed.body.msg]).toEqual([
      409,
      `Visit ${fourth.Visit_ID} was changed since and cannot be undone`,
    ])
    const noon = test.clock.now
    const { body: fifth } = await send({ Customer_Code: await newCustomer(), Feedback: 'e' })
    test.clock.now = new Date('2026-11-15T18:30:00.000Z') // the 16th in India
    const late = await undo(fifth)
    test.clock.now = noon
    expect([late.status, late.body.msg]).toEqual([
      409,
      'A visit can be undone only on the day it was recorded',
    ])
  })
})
