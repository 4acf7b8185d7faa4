import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRows } from '../../scripts/sample/insert-rows.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

// It is 2026-11-15, a Sunday, 11:30 in India.
describe.each(databaseNames)('the calendar and day routes on %s', (database) => {
  let test: TestApp
  let base: Json
  let field: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...rest } = await test.make('customer')
    base = rest
    // The account of FIELD is field@example.in: the letter case of the employee's address does not matter.
    field = await test.make('employee', { email: 'Field@Example.in', name: 'Fatima Field' })
  })
  afterAll(() => test.close())

  const customer = async (code: string, values: Json = {}): Promise<string> => {
    const record = {
      ...base,
      Customer_Code: code,
      Customer_Name: `Farmer ${code}`,
      Last_Visited: '2026-11-01',
      Last_Visit_ID: null,
      Visit_In_Days: 100,
      ...values,
    }
    const { status, body } = await test.request('POST', '/api/v1/customers', record)
    if (status !== 201) throw new Error(JSON.stringify(body))
    return code
  }
  const plan = async (code: string, moment: string, as: 'FIELD' | 'OFFICE' = 'FIELD'): Promise<Json> => {
    const sent = { Customer_Code: code, Planned_Date: moment, Planned_Time: moment }
    const { status, body } = await test.request('POST', '/api/plan-visit', sent, { as })
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }
  const change = async (visit: Json, values: Json): Promise<Json> => {
    const { status, body } = await test.request('PATCH', `/api/v1/visits/${visit.id}`, {
      ...values,
      version: visit.version,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const codesOf = (items: Json[]): string[] => items.map((item) => item.Customer_Code)
  const calendar = (query: string, as: 'FIELD' | 'ADMIN' = 'FIELD'): Promise<Answer> =>
    test.request('GET', `/api/v1/calendar?${query}`, undefined, { as })
  const dayRoute = (query: string, as: 'FIELD' | 'ADMIN' = 'FIELD'): Promise<Answer> =>
    test.request('GET', `/api/v1/day-routes?${query}`, undefined, { as })
  const saveOrder = (body: unknown, as: 'FIELD' | 'VIEWER' = 'FIELD'): Promise<Answer> =>
    test.request('PUT', '/api/v1/day-routes/order', body, { as })

  it('shows visits with their status: mine, an employee’s or all', async () => {
    const number = field.employeeNumber
    await plan(await customer('K1'), '2026-12-01 09:00')
    await plan(await customer('K2'), '2026-12-01 08:00', 'OFFICE')
    const assigned = await plan(await customer('K3'), '2026-12-07 23:59', 'OFFICE')
    await change(assigned, { Assigned_To: number })
    const off = await plan(await customer('K4'), '2026-12-02 10:00')
    await change(off, { Status: 'cancelled' })
    await plan(await customer('K5'), '2026-12-08 00:00')
    const week = 'from=2026-12-01&to=2026-12-07'
    const mine = await calendar(`${week}&employee=mine`)
    expect(codesOf(mine.body.items)).toEqual(['K1', 'K4', 'K3'])
    expect(mine.body.items[2]).toEqual({
      Visit_ID: assigned.Visit_ID,
      version: 2,
      Status: 'planned',
      Planned_At: '2026-12-07T18:29:00.000Z',
      Visited_On: null,
      Contact_Mode: null,
      Remarks: null,
      Assigned_To: number,
      employeeName: 'Fatima Field',
      Customer_Code: 'K3',
      Customer_Name: 'Farmer K3',
      Local_Name: null,
      City_Code: base.City_Code,
      City_Name: expect.stringContaining('City Name'),
      State_Code: base.State_Code,
    })
    expect(mine.body).toMatchObject({ isCut: false, today: '2026-11-15', timeZone: 'Asia/Kolkata' })
    // The office sees the same visits of that employee, with the number in any letter case.
    expect(codesOf((await calendar(`${week}&employee=${number.toLowerCase()}`, 'ADMIN')).body.items)).toEqual(
      codesOf(mine.body.items),
    )
    expect(codesOf((await calendar(`${week}&employee=mine`, 'ADMIN')).body.items)).toEqual([])
    expect(codesOf((await calendar(`${week}&employee=all`, 'ADMIN')).body.items)).toEqual([
      'K2',
      'K1',
      'K4',
      'K3',
    ])
  })

  it('shows an unplanned visit on the day it was made', async () => {
    await customer('U1', { Last_Visited: null })
    const result = { Customer_Code: 'U1', Feedback: 'Seen', Visited_On: '2026-11-12' }
    await test.request('POST', '/api/plan-visit', result, { as: 'FIELD' })
    const { body } = await calendar('from=2026-11-12&to=2026-11-12&employee=mine')
    expect(body.items).toMatchObject([{ Customer_Code: 'U1', Status: 'visited', Planned_At: null }])
    expect(body.items[0].Visited_On).toBe('2026-11-12')
    expect((await calendar('from=2026-11-12&to=2026-11-12&employee=mine', 'ADMIN')).body.items).toEqual([])
  })

  it('limits the number of visits, dropping the latest, planned or not', async () => {
    const made = (code: string, Visited_On: string): Promise<Answer> =>
      test.request('POST', '/api/plan-visit', { Customer_Code: code, Feedback: 'x', Visited_On })
    await made(await customer('CUT1', { Last_Visited: null }), '2026-08-03')
    await made(await customer('CUT2', { Last_Visited: null }), '2026-08-30')
    const {
      id: _1,
      version: _2,
      createdAt: _3,
      updatedAt: _4,
      ...values
    } = await plan('CUT1', '2027-08-01 09:00')
    const planned = Array.from({ length: 1001 }, (_, at) => ({
      createdAt: new Date(),
      values: {
        ...values,
        Visit_ID: `CUT-${at}`,
        Status: 'cancelled',
        // Late evening in the firm’s time zone, afternoon in UTC.
        Planned_At: `2026-08-${at < 3 ? '03' : '04'}T${at === 2 ? '18:29' : '09:00'}:00.000Z`,
      },
    }))
    await test.store.transaction((tx) => insertRows(tx, test.store.dialect, 'visit', planned))
    const { body } = await calendar('from=2026-08-01&to=2026-08-31&employee=all', 'ADMIN')
    expect([body.items.length, body.isCut]).toEqual([1000, true])
    expect(body.items.slice(0, 5).map((item: Json) => item.Planned_At ?? item.Visited_On)).toEqual([
      '2026-08-03T09:00:00.000Z',
      '2026-08-03T09:00:00.000Z',
      '2026-08-03T18:29:00.000Z',
      '2026-08-03',
      '2026-08-04T09:00:00.000Z',
    ])
    expect(codesOf(body.items)).not.toContain('CUT2')
  })

  it('shows a visit on the day it was made, not the day it was planned for', async () => {
    const visit = await plan(await customer('M1'), '2026-11-26 09:00', 'OFFICE')
    const result = { Visit_ID: visit.Visit_ID, Customer_Code: 'M1' }
    const outcome = { ...result, Feedback: 'Seen', Visited_On: '2026-11-11', Contact_Mode: 'by phone' }
    const { status } = await test.request('POST', '/api/plan-visit', outcome, { as: 'OFFICE' })
    expect(status).toBeLessThan(300)
    const on = async (day: string, owner: string, as: 'OFFICE' | 'ADMIN'): Promise<Json[]> =>
      (
        await test.request('GET', `/api/v1/calendar?from=${day}&to=${day}&employee=${owner}`, undefined, {
          as,
        })
      ).body.items
    expect(await on('2026-11-11', 'mine', 'OFFICE')).toMatchObject([
      {
        Customer_Code: 'M1',
        Status: 'visited',
        Visited_On: '2026-11-11',
        Planned_At: '2026-11-26T03:30:00.000Z',
        Contact_Mode: 'by phone',
      },
    ])
    expect(codesOf(await on('2026-11-11', 'all', 'ADMIN'))).toEqual(['M1'])
    expect(await on('2026-11-26', 'all', 'ADMIN')).toEqual([])
    // A missed visit stays on its planned day.
    const missed = await plan(await customer('M2'), '2026-11-13 09:00')
    await change(missed, { Status: 'missed' })
    expect(codesOf(await on('2026-11-13', 'all', 'ADMIN'))).toEqual(['M2'])
  })

  it('lists the days off', async () => {
    await test.make('holiday', { Holiday_Date: '2026-12-25', Holiday_Name: 'Christmas', State_Code: null })
    const { body } = await calendar('from=2026-12-20&to=2026-12-26&employee=all')
    expect(body.off).toEqual([
      { day: '2026-12-20', name: 'Sunday', State_Code: null },
      { day: '2026-12-25', name: 'Christmas', State_Code: null },
    ])
    expect((await dayRoute('day=2026-12-25')).body.off).toBe('Christmas')
  })

  it('refuses invalid days and unknown employees with a message', async () => {
    const problem = async (query: string): Promise<string> => {
      const { status, body } = await calendar(query)
      expect(status).toBe(422)
      return body.msg
    }
    expect(await problem('from=2026-02-30&to=')).toBe(
      'from should be a date like 2026-11-16. to should be a date like 2026-11-16',
    )
    expect(await problem('from=2026-12-02&to=2026-12-01')).toMatch(/same day as from, or a later one/)
    expect(await problem('from=2026-01-01&to=2026-12-01')).toBe('A calendar shows 62 days at most')
    expect(await problem('from=2026-12-01&to=2026-12-01&employee=EMP9999')).toMatch(
      /^There is no employee EMP9999/,
    )
    expect((await dayRoute('day=tomorrow')).body.msg).toBe('day should be a date like 2026-11-16')
  })

  it('orders the stops of a day by the shortest route, with locations and reasons', async () => {
    const mapping = await test.make('cropSoilSeasonMapping')
    const readField = async (name: string, code: string, key: string): Promise<string> =>
      (await test.request('GET', `/api/v1/${name}/${code}`)).body[key]
    const soil = await readField('soils', mapping.Soil_Code, 'Soil_Name')
    const winter = (await test.request('GET', '/api/v1/seasons?q=winter')).body.items[0]
    await test.request('POST', '/api/v1/crop-soil-season-mappings', {
      Crop_Code: mapping.Crop_Code,
      Soil_Code: mapping.Soil_Code,
      Season_Code: winter.Season_Code,
    })
    const crop = await readField('crops', mapping.Crop_Code, 'Crop_Name')
    const last = { Last_Visited: '2026-10-01', Visit_In_Days: 30, Soil_Name: soil }
    await customer('R1', last)
    await customer('R2')
    await customer('R3')
    await test.request('POST', '/api/v1/balances', {
      Customer_Code: 'R1',
      As_Of: '2026-11-12',
      Receivable: 9000,
      Overdue: 4000,
    })
    const outcome = { Visited_On: '2026-11-02', Next_Visit_Suggested: '2026-11-17 09:00', Feedback: 'x' }
    await test.request('POST', '/api/plan-visit', { Customer_Code: 'R1', ...outcome }, { as: 'FIELD' })
    await plan('R2', '2026-11-17 10:00')
    await plan('R3', '2026-11-17 11:00')
    for (const [Customer_Code, Place] of [
      ['R1', '22.0, 72.0'],
      ['R2', '22.0, 74.0'],
      ['R3', '22.0, 73.0'],
    ])
      await test.request('POST', '/api/v1/customer-places', { Customer_Code, Place })
    const { body } = await dayRoute('day=2026-11-17&employee=mine')
    expect(codesOf(body.stops)).toEqual(['R1', 'R3', 'R2'])
    expect(body.stops[0]).toMatchObject({
      position: 1,
      Place: { at: '22,72', of: 'customer' },
      Balance: { As_Of: '2026-11-12', Receivable: 9000, Overdue: 4000 },
      reasons: [
        '₹4,000 overdue (as of 12/11/2026)',
        'Agreed on 02/11 visit',
        `Winter: ${crop} suits ${/soil$/i.test(soil) ? soil : `${soil} soil`}`,
      ],
    })
    expect(body).toMatchObject({ day: '2026-11-17', isByHand: false, off: null, isCut: false })
    expect(body.kilometres).toBeCloseTo(206, 0)
    expect(body.kilometresByTime).toBeCloseTo(309, 0)
    expect(body.tiles).toBe('https://tile.openstreetmap.org/{z}/{x}/{y}.png')

    // A customer without a location gets the location of the city.
    await plan(await customer('R4'), '2026-11-17 12:00')
    expect(
      (await dayRoute('day=2026-11-17')).body.stops.find((stop: Json) => stop.Customer_Code === 'R4'),
    ).toMatchObject({ Place: null })
    const place = { City_Code: base.City_Code, Place: '22.0,74.5' }
    expect((await test.request('POST', '/api/v1/city-places', place)).status).toBe(201)
    const again = (await dayRoute('day=2026-11-17')).body
    expect(codesOf(again.stops)).toEqual(['R1', 'R3', 'R2', 'R4'])
    expect(again.stops[3].Place).toEqual({ at: '22,74.5', of: 'city' })

    // Each person has a route of their own, though another one's stop is on the way.
    const ofEmployee = await plan(await customer('R5'), '2026-11-17 08:00', 'OFFICE')
    await change(ofEmployee, { Assigned_To: field.employeeNumber })
    await test.request('POST', '/api/v1/customer-places', { Customer_Code: 'R5', Place: '22.0, 72.5' })
    const everyone = (await dayRoute('day=2026-11-17&employee=all', 'ADMIN')).body
    expect(codesOf(everyone.stops)).toEqual(['R5', 'R1', 'R3', 'R2', 'R4'])
    expect(everyone.kilometres).toBe(again.kilometres)
    expect(everyone.kilometresByTime).toBe(again.kilometresByTime)
  })

  it('saves a manual order once, under the user’s name, and resets it to the shortest route', async () => {
    const ids: string[] = []
    for (const [code, time] of [
      ['H1', '09:00'],
      ['H2', '10:00'],
      ['H3', '11:00'],
    ])
      ids.push((await plan(await customer(code!), `2026-11-18 ${time}`)).Visit_ID)
    const [one, two, three] = ids as [string, string, string]
    const body = { day: '2026-11-18', employee: 'mine', Visit_IDs: [three, one, two] }
    const first = await saveOrder(body)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(codesOf(first.body.stops)).toEqual(['H3', 'H1', 'H2'])
    expect(first.body.isByHand).toBe(true)
    const versions = (answer: Answer): number[] => answer.body.stops.map((stop: Json) => stop.version)
    expect(versions(await saveOrder(body))).toEqual(versions(first))
    const respelt = await saveOrder({ ...body, Visit_IDs: [three.toLowerCase(), ` ${one} `.trim(), two] })
    expect([respelt.body.isByHand, ...versions(respelt)]).toEqual([true, ...versions(first)])
    const foreign = await test.request(
      'PUT',
      '/api/v1/day-routes/order',
      { ...body, Visit_IDs: [three] },
      { as: 'OFFICE' },
    )
    expect([foreign.status, foreign.body.msg]).toEqual([
      409,
      `Visit ${three} is not on this route. Nothing was changed: reload the route`,
    ])
    const history = await test.request('GET', `/api/v1/visits/${three}/history`, undefined, { as: 'FIELD' })
    expect(history.body.items[0]).toMatchObject({ action: 'update', by: 'FIELD person' })

    // A visit planned later comes last; moving to another day clears the stop order, moving within the day does not.
    const late = await plan(await customer('H4'), '2026-11-18 07:00')
    expect(codesOf((await dayRoute('day=2026-11-18')).body.stops)).toEqual(['H3', 'H1', 'H2', 'H4'])
    expect((await plan('H1', '2026-11-18 15:00')).Stop_Order).toBe(2)
    expect((await plan('H1', '2026-11-19 15:00')).Stop_Order).toBeNull()

    const refused = await saveOrder(body)
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      `Visit ${one} is planned for another day. Nothing was changed: reload the route`,
    ])
    const result = { Visit_ID: two, Customer_Code: 'H2', Feedback: 'Seen' }
    await test.request('POST', '/api/plan-visit', result, { as: 'FIELD' })
    expect((await saveOrder({ ...body, Visit_IDs: [two, three] })).body.msg).toBe(
      `Visit ${two} was already recorded. Nothing was changed: reload the route`,
    )
    expect((await saveOrder({ ...body, Visit_IDs: [three, late.Visit_ID] })).body.isByHand).toBe(true)
    const back = await saveOrder({ ...body, Visit_IDs: [] })
    expect([back.body.isByHand, back.body.stops.length]).toEqual([false, 2])
  })

  it('refuses an invalid order, and users who cannot plan', async () => {
    const message = async (Visit_IDs: unknown): Promise<string> =>
      (await saveOrder({ day: '2026-11-18', employee: 'mine', Visit_IDs })).body.msg
    expect(await message('V1')).toMatch(/^Visit_IDs should be a list of visits/)
    expect(await message(['V1', 'V1'])).toBe('Visit_IDs should name each visit once')
    expect(await message(['V999999'])).toMatch(/^There is no visit V999999\./)
    expect((await saveOrder([])).status).toBe(422)
    expect((await saveOrder({ day: '2026-11-18', Visit_IDs: [] }, 'VIEWER')).status).toBe(403)
  })

  it('concurrent ordering and planning do not deadlock, and lose no change', async () => {
    const ids: string[] = []
    for (const n of [1, 2, 3, 4, 5, 6])
      ids.push((await plan(await customer(`P${n}`), `2026-11-20 0${n}:00`)).Visit_ID)
    for (let n = 0; n < 6; n++) {
      const order = n % 2 === 0 ? ids : ids.toReversed()
      const answers = await Promise.all([
        saveOrder({ day: '2026-11-20', Visit_IDs: order }),
        saveOrder({ day: '2026-11-20', Visit_IDs: order.toReversed() }),
        plan('P6', '2026-11-20 15:00'),
        plan('P1', '2026-11-20 16:00'),
      ])
      for (const answer of answers.slice(0, 2) as Answer[]) expect([200, 409]).toContain(answer.status)
      const { stops } = (await dayRoute('day=2026-11-20')).body
      expect(stops).toHaveLength(6)
    }
  })
})
