import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('planning several visits on %s', (database) => {
  let test: TestApp
  let codes: string[]
  beforeAll(async () => {
    test = await openTestApp(database)
    const first = await test.make('customer', { Last_Visited: null, Last_Visit_ID: null })
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = first
    codes = [first.Customer_Code]
    for (let n = 1; n < 12; n++) codes.push((await add(base, `BULK${n}`)).Customer_Code)
  })
  afterAll(() => test.close())

  const add = async (base: Json, Customer_Code: string): Promise<Json> =>
    (await test.request('POST', '/api/v1/customers', { ...base, Customer_Code })).body
  const plan = (body: object, headers: Record<string, string> = {}, as = 'FIELD'): Promise<Answer> =>
    test.request('POST', '/api/v1/visit-plans', { From: '09:00', ...body }, { as, headers })
  const openPlans = async (code: string): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/visits?Customer_Code=${code}&Status=planned`)).body.items
  const holiday = async (Holiday_Date: string, Holiday_Name: string, State_Code: string | null = null) =>
    expect(
      (await test.request('POST', '/api/v1/holidays', { Holiday_Date, Holiday_Name, State_Code })).status,
    ).toBe(201)

  it('assigns times in the order of the codes, in the firm’s time zone', async () => {
    const order = [codes[2]!, codes[0]!, codes[1]!.toLowerCase()]
    const { status, body } = await plan({
      Customer_Codes: order,
      Day: '17/11/2026',
      From: '9:15',
      Every: 30,
      Remarks: 'Rabi round',
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ today: '2026-11-15', timeZone: 'Asia/Kolkata' })
    expect(body.planned).toEqual(
      [
        [codes[2], '2026-11-17T03:45:00.000Z'],
        [codes[0], '2026-11-17T04:15:00.000Z'],
        [codes[1], '2026-11-17T04:45:00.000Z'],
      ].map(([Customer_Code, Planned_At]) => ({
        Customer_Code,
        Planned_At,
        Visit_ID: expect.stringMatching(/^V\d{6}$/),
        wasMoved: false,
      })),
    )
    expect(await openPlans(codes[1]!)).toMatchObject([{ Remarks: 'Rabi round', Assigned_To: null }])
  })

  it('moving an open plan keeps the fields left out, and clears the stop order on another day', async () => {
    const [visit] = await openPlans(codes[0]!)
    const { employeeNumber } = await test.make('employee')
    const change = { Stop_Order: 3, Assigned_To: employeeNumber, version: visit.version }
    expect((await test.request('PATCH', `/api/v1/visits/${visit.id}`, change)).status).toBe(200)
    const sameDay = await plan({ Customer_Codes: [codes[0]], Day: '2026-11-17', From: '15:00' })
    expect(sameDay.body.planned).toMatchObject([{ Visit_ID: visit.Visit_ID, wasMoved: true }])
    expect(await openPlans(codes[0]!)).toMatchObject([
      { Stop_Order: 3, Assigned_To: employeeNumber, Remarks: 'Rabi round' },
    ])
    await plan({ Customer_Codes: [codes[0]], Day: '2026-11-18', Remarks: 'Later' })
    expect(await openPlans(codes[0]!)).toMatchObject([
      { Stop_Order: null, Assigned_To: employeeNumber, Remarks: 'Later', Visit_ID: visit.Visit_ID },
    ])
    const { body } = await test.request('GET', `/api/v1/visits/${visit.id}/history`)
    expect(body.items).toHaveLength(4)
  })

  it('refuses weekly offs and holidays with the reason and the next working day', async () => {
    await holiday('2026-11-20', 'Diwali')
    await holiday('2026-11-21', 'New Year')
    const { status, body } = await plan({ Customer_Codes: codes.slice(0, 3), Day: '2026-11-20' })
    const sentence = 'Friday 20/11/2026 is a holiday: Diwali. The next working day is 23/11/2026'
    expect([status, body.msg, body.nextWorkingDay]).toEqual([422, sentence, '2026-11-23'])
    expect(body.errors).toEqual([{ field: 'Day', message: sentence }])
    const sunday = await plan({ Customer_Codes: [codes[0]], Day: '2026-11-22' })
    expect(sunday.body.msg).toBe('Sunday 22/11/2026 is a weekly off. The next working day is 23/11/2026')
    const evenIfOff = await plan({ Customer_Codes: [codes[0]], Day: '2026-11-22', Even_If_Off: true })
    expect([evenIfOff.status, evenIfOff.body.planned[0].Planned_At]).toEqual([
      201,
      '2026-11-22T03:30:00.000Z',
    ])
  })

  it('visits that would start after 19:00 move to the next working day', async () => {
    const { body } = await plan({ Customer_Codes: codes.slice(0, 4), Day: '2026-11-19', From: '18:00' })
    expect(body.planned.map(({ Planned_At }: Json) => Planned_At)).toEqual([
      '2026-11-19T12:30:00.000Z',
      '2026-11-19T13:15:00.000Z',
      '2026-11-23T12:30:00.000Z',
      '2026-11-23T13:15:00.000Z',
    ])
  })

  it('a state holiday applies only to the customers of that state', async () => {
    const [own] = (await test.request('GET', `/api/v1/customers?Customer_Code=${codes[0]}`)).body.items
    const otherCustomer = await test.make('customer', { Last_Visited: null, Last_Visit_ID: null })
    expect(otherCustomer.State_Code).not.toBe(own.State_Code)
    await holiday('2026-12-01', 'Their day', own.State_Code)
    const bothStates = await plan({
      Customer_Codes: [codes[0], otherCustomer.Customer_Code],
      Day: '2026-12-01',
    })
    expect(bothStates.status).toBe(422)
    expect(bothStates.body.msg).toMatch(/^Tuesday 01\/12\/2026 is a holiday in .+: Their day\. The next/)
    expect((await plan({ Customer_Codes: [otherCustomer.Customer_Code], Day: '2026-12-01' })).status).toBe(
      201,
    )

    const offDays = async (query: string): Promise<string[]> => {
      const path = `/api/v1/working-days?from=2026-11-28&to=2026-12-02${query}`
      const { status, body } = await test.request('GET', path, undefined, { as: 'VIEWER' })
      expect(status, JSON.stringify(body)).toBe(200)
      return body.offDays.map(({ day }: Json) => day)
    }
    expect(await offDays('')).toEqual(['2026-11-29'])
    expect(await offDays(`&State_Code=${own.State_Code.toLowerCase()}`)).toEqual(['2026-11-29', '2026-12-01'])
    expect(await offDays(`&Customer_Code=${otherCustomer.Customer_Code}`)).toEqual(['2026-11-29'])
    // The code in another letter case and with spaces.
    for (const code of [codes[0]!, `%20${codes[0]!.toLowerCase()}%20`]) {
      expect(await offDays(`&Customer_Code=${otherCustomer.Customer_Code}&Customer_Code=${code}`)).toEqual([
        '2026-11-29',
        '2026-12-01',
      ])
    }
  })

  it('a repeated request with the same idempotency key plans once', async () => {
    const body = { Customer_Codes: codes.slice(6, 8), Day: '2026-11-24' }
    const first = await plan(body, { 'idempotency-key': 'bulk-1' })
    const again = await plan(body, { 'idempotency-key': 'bulk-1' })
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    const other = await plan({ ...body, Day: '2026-11-25' }, { 'idempotency-key': 'bulk-1' })
    expect(other.status).toBe(422)
    const [visit] = await openPlans(codes[6]!)
    expect((await test.request('GET', `/api/v1/visits/${visit.id}/history`)).body.items).toHaveLength(1)
  })

  it('concurrent plans of the same customers in opposite order both succeed, with one plan per customer', async () => {
    for (let round = 0; round < 5; round++) {
      const day = `2026-12-${String(7 + round).padStart(2, '0')}`
      const answers = await Promise.all([
        plan({ Customer_Codes: codes, Day: day }),
        plan({ Customer_Codes: codes.toReversed(), Day: day, From: '10:00' }),
        test.request('POST', '/api/plan-visit', {
          Customer_Code: codes[5],
          Planned_Date: `${day} 08:00`,
          Planned_Time: '',
        }),
      ])
      expect(answers.map(({ status }) => status >= 200 && status < 300)).toEqual([true, true, true])
    }
    for (const code of codes) expect(await openPlans(code)).toHaveLength(1)
  })

  it('names unknown customers and employees, and plans nothing', async () => {
    const before = await openPlans(codes[0]!)
    const { status, body } = await plan({
      Customer_Codes: [codes[0], 'nobody', 'no-one', codes[0]],
      Day: '2026-11-24',
    })
    expect([status, body.msg]).toEqual([
      422,
      `There is no customer nobody. There is no customer no-one. Customer ${codes[0]} is listed twice`,
    ])
    const withAssignee = { Customer_Codes: codes.slice(0, 3), Day: '2026-11-24', Assigned_To: 'EMP9999' }
    expect((await plan(withAssignee)).status).toBe(403)
    const unknown = await plan(withAssignee, {}, 'OFFICE')
    expect([unknown.status, unknown.body.msg]).toEqual([422, 'There is no employee EMP9999 (Assigned To)'])
    expect(await openPlans(codes[0]!)).toEqual(before)
  })

  it.each([
    [[], 'A plan of several visits should be an object with fields'],
    [{ Customer_Codes: [], Day: '2026-11-24' }, 'Customer Codes should be a list of 1 to 200 codes'],
    [{ Customer_Codes: 'C1', Day: '2026-11-24' }, 'Customer Codes should be a list of 1 to 200 codes'],
    [{ Customer_Codes: ['C1', 7], Day: '2026-11-24' }, 'Customer Codes should be a list of 1 to 200 codes'],
    [
      { Customer_Codes: Array(201).fill('C1'), Day: '2026-11-24' },
      'Customer Codes should be a list of 1 to 200 codes',
    ],
    [{ Customer_Codes: ['C1'], Day: '31/02/2026' }, 'Day should be a date like 31/12/2026'],
    [{ Customer_Codes: ['C1'], Day: '2026-11-24', From: '19:30' }, /^From should be a time like 09:00/],
    [{ Customer_Codes: ['C1'], Day: '2026-11-24', Every: 0 }, /^Every should be a whole number/],
    [{ Customer_Codes: ['C1'], Day: '2026-11-24', Every: '45' }, /^Every should be a whole number/],
    [
      { Customer_Codes: ['C1'], Day: '2026-11-24', Even_If_Off: 'yes' },
      'Even If Off should be true or false',
    ],
    [{ Customer_Codes: ['C1'], Day: '2026-11-24', To: '12:00' }, /^To is not a field/],
  ])('refuses %j', async (body, sentence) => {
    const response = await (Array.isArray(body)
      ? test.request('POST', '/api/v1/visit-plans', body, { as: 'FIELD' })
      : plan(body))
    expect(response.status).toBe(422)
    expect(response.body.msg).toMatch(sentence instanceof RegExp ? sentence : new RegExp(`^${sentence}$`))
  })

  it('accepts a past day, and refuses viewers', async () => {
    expect((await plan({ Customer_Codes: [codes[0]], Day: '2026-11-10' })).status).toBe(201)
    expect((await plan({ Customer_Codes: [codes[0]], Day: '2026-11-24' }, {}, 'VIEWER')).status).toBe(403)
  })

  it.each([
    ['from=soon', 'from should be a date like 2026-12-31'],
    ['from=2026-12-01&to=2026-11-01', 'to should not be before from'],
    ['from=2026-01-01&to=2199-01-01', 'At most 800 days can be requested at once'],
    ['State_Code=nowhere', 'There is no state nowhere'],
    ['city=x', 'city is not supported here'],
  ])('refuses working days of %s', async (query, sentence) => {
    const { status, body } = await test.request('GET', `/api/v1/working-days?${query}`)
    expect([status, body.msg]).toEqual([422, sentence])
  })
})

it('WEEKLY_OFF sets the weekly days off', async () => {
  const test = await openTestApp('sqlite', { WEEKLY_OFF: 'Saturday, sunday' })
  try {
    const { body } = await test.request('GET', '/api/v1/working-days?from=2026-11-20&to=2026-11-23')
    expect(body).toEqual({
      weeklyOffs: ['sunday', 'saturday'],
      offDays: [
        { day: '2026-11-21', reason: 'a weekly off' },
        { day: '2026-11-22', reason: 'a weekly off' },
      ],
      nextWorkingDay: '2026-11-16',
      today: '2026-11-15',
      timeZone: 'Asia/Kolkata',
    })
  } finally {
    await test.close()
  }
})
