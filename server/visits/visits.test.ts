import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('visits on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const send = (body: unknown, as = 'FIELD', headers: Record<string, string> = {}) =>
    test.request('POST', '/api/plan-visit', body, { as, headers })
  const customerOf = async (code: string): Promise<Json> =>
    (await test.request('GET', `/api/v1/customers/${code}`)).body
  const newCustomer = (overrides: object = {}): Promise<Json> =>
    test.make('customer', { Last_Visited: null, Last_Visit_ID: null, ...overrides })

  it('stores the planned date and time as one timestamp in the firm’s time zone, sent joined or apart, ISO or Indian', async () => {
    const { Customer_Code } = await newCustomer()
    const expected = '2026-11-20T05:00:00.000Z' // 10:30 in India
    const joined = '2026-11-20 10:30'
    for (const [Planned_Date, Planned_Time] of [
      [joined, joined],
      ['2026-11-20', '10:30'],
      ['20/11/2026', '10:30'],
      ['20/11/2026 10:30', '20/11/2026 10:30'],
      ['2026-11-20T10:30', '2026-11-20T10:30'],
      [expected, ''],
    ]) {
      const { status, body } = await send({
        Customer_Code,
        Last_Visited_Date: null,
        Recommended_Date: '2026-11-15',
        Days_Since_Visit_Pending: 0,
        Planned_Date,
        Planned_Time,
        Remarks: 'Call first',
      })
      expect([status === 201 || status === 200, body.Planned_At], Planned_Date).toEqual([true, expected])
    }
    const { body } = await test.request('GET', `/api/v1/visits?Customer_Code=${Customer_Code}`)
    expect(body.items).toMatchObject([
      { Status: 'planned', Remarks: 'Call first', Visit_ID: expect.stringMatching(/^V\d{6}$/) },
    ])
  })

  it('keeps one open plan per customer under concurrent planning, and records every move in the history', async () => {
    const { Customer_Code } = await newCustomer()
    const days = ['16', '17', '18', '19', '20']
    await Promise.all(
      days.map((day) =>
        send({ Customer_Code, Planned_Date: `2026-12-${day}`, Planned_Time: '09:00', Remarks: '' }),
      ),
    )
    const { body } = await test.request('GET', `/api/v1/visits?Customer_Code=${Customer_Code}`)
    expect(body.items).toHaveLength(1)
    const history = await test.request('GET', `/api/v1/visits/${body.items[0].Visit_ID}/history`)
    expect(history.body.items).toHaveLength(5)
  })

  it('recording the result sets the customer’s last visit to today, closes the plan and plans the next visit', async () => {
    const { Customer_Code, ...before } = await newCustomer()
    const plan = (
      await send({ Customer_Code, Planned_Date: '2026-11-10', Planned_Time: '09:00', Remarks: 'Soil test' })
    ).body
    const { status, body } = await send({
      Customer_Code,
      Last_Visited_Date: '',
      Days_Since_Visit_Pending: 3,
      Planned_Date: '2026-11-10 09:00',
      Planned_Time: '2026-11-10 09:00',
      Remarks: 'Soil test',
      Amount_Receivables: 12500,
      Overdue_Amount: '₹ 4,000',
      Fixed_Field: 'Wheat',
      Last_Material_Recommended: 'Neem Coated Urea',
      Feedback: 'Good stand',
      Season_Recommendation: 'Winter',
      New_Recommended_Crops: ['Wheat', 'Maize'],
      New_Recommended_Materials: ['Neem Coated Urea'],
      Next_Visit_Suggested: '2026-12-01T11:00',
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      Visit_ID: plan.Visit_ID,
      Status: 'visited',
      Visited_On: '2026-11-15',
      Amount_Receivables: '12500',
      Remarks: 'Soil test',
    })
    const after = await customerOf(Customer_Code)
    expect(after).toMatchObject({
      Last_Visited: '2026-11-15',
      Last_Visit_ID: plan.Visit_ID,
      version: before.version + 1,
    })
    const changes = await test.request('GET', `/api/v1/customers/${Customer_Code}/history`)
    expect(changes.body.items[0]).toMatchObject({ action: 'update', by: 'FIELD person' })
    const next = (await test.request('GET', `/api/v1/visits?Customer_Code=${Customer_Code}&Status=planned`))
      .body.items
    expect(next).toMatchObject([{ Planned_At: '2026-12-01T05:30:00.000Z' }])
  })

  it('finds the customer’s open plan regardless of case and spaces, and refuses a plan of another customer', async () => {
    const { Customer_Code } = await newCustomer({ Customer_Code: 'Mixed-Case' })
    const plan = (await send({ Customer_Code, Planned_Date: '2026-11-20', Planned_Time: '09:00' })).body
    const otherCustomer = await newCustomer()
    const wrong = await send({
      Customer_Code: otherCustomer.Customer_Code,
      Visit_ID: plan.Visit_ID,
      Feedback: 'x',
    })
    expect([wrong.status, wrong.body.msg]).toEqual([
      422,
      `Visit ${plan.Visit_ID} is to customer Mixed-Case, not ${otherCustomer.Customer_Code}`,
    ])
    const done = await send({ Customer_Code: '  mixed-CASE ', Feedback: 'Met him' })
    expect(done.body).toMatchObject({ Visit_ID: plan.Visit_ID, Customer_Code, Status: 'visited' })
  })

  it('never moves the last visit backwards', async () => {
    const { Customer_Code } = await newCustomer({ Last_Visited: '2026-11-14', Last_Visit_ID: 'OLD' })
    await send({ Customer_Code, Feedback: 'Late note', Visited_On: '2026-11-01' })
    expect(await customerOf(Customer_Code)).toMatchObject({
      Last_Visited: '2026-11-14',
      Last_Visit_ID: 'OLD',
    })
  })

  it('a result without a customer matches the sender’s only plan at that time, or is stored as unassigned', async () => {
    const { Customer_Code } = await newCustomer()
    const moment = '2026-11-25 15:45'
    await send({ Customer_Code, Planned_Date: moment, Planned_Time: moment, Remarks: '' })
    const matched = await send({ Planned_Date: moment, Planned_Time: moment, Feedback: 'Seen' })
    expect([matched.status, matched.body.Customer_Code]).toEqual([201, Customer_Code])
    const unassigned = await send({ Planned_Date: moment, Planned_Time: moment, Feedback: 'Whose was this?' })
    expect([
      unassigned.status,
      unassigned.body.Status,
      unassigned.body.Customer_Code,
      unassigned.body.Feedback,
    ]).toEqual([202, 'unassigned', null, 'Whose was this?'])
    const other = await test.request('GET', '/api/v1/visits?Status=unassigned', undefined, { as: 'OFFICE' })
    expect(other.body.items.map((item: Json) => item.Visit_ID)).toContain(unassigned.body.Visit_ID)
  })

  it('a repeated request with the same idempotency key is saved once', async () => {
    const { Customer_Code } = await newCustomer()
    const detail = { Customer_Code, Feedback: 'Once', Next_Visit_Suggested: '2026-12-24T10:00' }
    const first = await send(detail, 'FIELD', { 'idempotency-key': 'visit-1' })
    const again = await send(detail, 'FIELD', { 'idempotency-key': 'visit-1' })
    expect(again.body).toEqual(first.body)
    const { body } = await test.request('GET', `/api/v1/visits?Customer_Code=${Customer_Code}`)
    expect(body.items).toHaveLength(2)
    const recorded = await send({ ...detail, Visit_ID: first.body.Visit_ID })
    expect([recorded.status, recorded.body.msg]).toEqual([
      409,
      expect.stringMatching(`^Visit ${first.body.Visit_ID} was already recorded by .+ at 11:30$`),
    ])
  })

  it.each([
    [
      { Customer_Code: 'nobody', Planned_Date: '2026-11-20', Planned_Time: '10:00' },
      'There is no customer nobody (Customer Code)',
    ],
    [{ Planned_Date: '2026-11-20', Planned_Time: '10:00' }, 'Customer Code is required'],
    [{ Customer_Code: 'nobody' }, /Planned Date is required/],
    [
      { Customer_Code: 'nobody', Planned_Date: '31/02/2026', Planned_Time: '10:00' },
      /Planned Date should be a date like 31\/12\/2026, with a time like 09:30/,
    ],
    [
      { Customer_Code: 'nobody', Planned_Date: '2026-11-20', Planned_Time: '25:00' },
      /Planned Date should be a date/,
    ],
    [{ Feedback: 'x', Season_Recommendation: 'Autumn' }, 'There is no season Autumn (Season Recommendation)'],
    [
      { Feedback: 'x', New_Recommended_Crops: ['Wheat', 'Poppy'] },
      'There is no crop Poppy (New Recommended Crops)',
    ],
    [{ Feedback: 'x', nonsense: 1 }, 'nonsense is not a field of a visit'],
    [{ Feedback: 'x', Visit_ID: 'V999999' }, 'There is no visit V999999'],
    [{ Feedback: 5, Next_Visit_Suggested: 'soon' }, /Next Visit Suggested should be a date and time/],
  ])('refuses %j', async (body, sentence) => {
    const response = await send(body)
    expect(response.status).toBe(422)
    expect(response.body.msg).toMatch(
      sentence instanceof RegExp ? sentence : new RegExp(`^${sentence.replaceAll(/[()]/g, '\\$&')}$`),
    )
  })

  it('a viewer can read visits but not record them', async () => {
    expect((await send({ Feedback: 'x' }, 'VIEWER')).status).toBe(403)
    expect((await test.request('GET', '/api/v1/visits', undefined, { as: 'VIEWER' })).status).toBe(200)
  })
})
