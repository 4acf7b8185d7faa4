import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

// It is 2026-11-15 in India.
const today = '2026-11-15'

describe.each(databaseNames)('assigned and planned customers on %s', (database) => {
  let test: TestApp
  let ravi: Json
  let meena: Json
  let boss: Json
  let user: Json
  let customers: Record<string, Json>
  let field: { id: string; token: string }
  let lead: { id: string; token: string }

  const codes = ['HOME', 'NOW', 'ENDED', 'LATER', 'PLAN', 'CANCELLED', 'MADE', 'OTHER']
  const seenNow = ['HOME', 'NOW', 'PLAN']
  const placeOf = (customer: Json): Json => ({
    countryCode: customer.Country_Code,
    zoneCode: customer.Zone_Code,
    stateCode: customer.State_Code,
    poolCode: customer.Pool_Code,
    stationCode: customer.Station_Code,
    cityCode: customer.City_Code,
  })
  const ask = (path: string, as = field.token): Promise<Answer> =>
    test.request('GET', path, undefined, { as })
  const send = async (method: string, path: string, body: Json, as = 'ADMIN'): Promise<Json> => {
    const answer = await test.request(method, path, body, { as })
    expect([path, answer.status, answer.status < 300 ? '' : answer.body]).toEqual([
      path,
      expect.toSatisfy((status: number) => status < 300),
      '',
    ])
    return answer.body
  }
  const listed = async (path: string, as = field.token, of = 'Customer_Code'): Promise<string[]> =>
    (await ask(path, as)).body.items.map((each: Json) => each[of]).toSorted()
  const assign = (Customer_Code: string, to: Json, From_Day: string, Until_Day: string | null = null) =>
    send('POST', '/api/v1/assignments', {
      Customer_Code,
      Employee_Number: to.employeeNumber,
      From_Day,
      Until_Day,
    })
  const plan = async (Customer_Code: string, to: Json | null, as = 'ADMIN'): Promise<Json> => {
    const at = { Planned_Date: '2026-11-16', Planned_Time: '10:00', Remarks: 'Bring the list' }
    const made = await send('POST', '/api/plan-visit', { Customer_Code, ...at }, as)
    if (!to) return made
    const change = { Assigned_To: to.employeeNumber, version: made.version }
    return send('PATCH', `/api/v1/visits/${made.id}`, change)
  }
  const close = (visit: Json, Status: string): Promise<Json> =>
    send('PATCH', `/api/v1/visits/${visit.id}`, { Status, version: visit.version })

  beforeAll(async () => {
    test = await openTestApp(database)
    customers = {}
    for (const code of [...codes, 'LOOSE', 'COVER', 'GIVEN'])
      customers[code] = await test.make('customer', {
        Customer_Code: code,
        Customer_Name: `Green ${code}`,
        Erp_Code: `E-${code}`,
      })
    for (const code of codes)
      await test.make('balance', { Customer_Code: code, As_Of: today, Receivable: 100, Overdue: 10 })
    const top = await test.make('staffUser', {
      Emp_Mail_Id: 'boss@example.in',
      Admin_Rpt_Manager_Code: null,
      Function_Rpt_Manager_Code: null,
    })
    user = await test.make('staffUser', {
      Emp_Mail_Id: 'ravi@example.in',
      Admin_Rpt_Manager_Code: top.Employee_Code,
      Function_Rpt_Manager_Code: null,
    })
    const home = placeOf(customers['HOME'])
    ravi = await test.make('employee', {
      name: 'Ravi',
      email: 'Ravi@example.in',
      userId: user.User_Id,
      ...home,
    })
    boss = await test.make('employee', {
      name: 'Boss',
      email: 'boss@example.in',
      userId: top.User_Id,
      ...home,
    })
    meena = await test.make('employee', { name: 'Meena', email: 'meena@example.in' })
    field = await newPerson(test, 'ravi@example.in', 'FIELD')
    lead = await newPerson(test, 'boss@example.in', 'FIELD')
    await assign('NOW', ravi, '2026-01-01', today)
    await assign('ENDED', ravi, '2026-01-01', '2026-11-14')
    await assign('LATER', ravi, '2026-11-16')
    await assign('OTHER', meena, '2026-01-01')
    await plan('PLAN', ravi)
    await close(await plan('CANCELLED', ravi), 'cancelled')
    const made = { Status: 'visited', Visited_On: '2026-11-14' }
    const visit = await plan('MADE', ravi)
    await send('PATCH', `/api/v1/visits/${visit.id}`, { ...made, version: visit.version })
  })
  afterAll(() => test.close())

  it('are visible today in every list and search, and no others are', async () => {
    for (const path of [
      'customers',
      'customers?q=green',
      'customers?sort=-Customer_Name',
      'customers?Customer_Name.has=Green',
      'visit-plans',
      'visit-plans?order=planned',
      'balances',
    ])
      expect([path, await listed(`/api/v1/${path}`)]).toEqual([path, seenNow])
    expect((await ask('/api/v1/customers?total=true&limit=1')).body.total).toBe(3)
    expect((await ask('/api/v1/totals/customers')).body.count).toBe(3)
    expect((await ask('/api/v1/balance-summary')).body).toMatchObject({ customers: 3 })
    expect(await listed('/api/v1/options/customers?of=Customer_Code', undefined, 'value')).toEqual(seenNow)
    const { coverage, money } = (await ask('/api/v1/dashboard?fresh=true')).body
    expect([coverage.customers, money.overdue]).toEqual([3, 30])
    const found = JSON.stringify((await ask('/api/v1/search?q=green')).body)
    const plans = (await ask('/api/v1/calendar?employee=mine&from=2026-11-01&to=2026-11-30')).body.items
    expect(plans.map((each: Json) => each.Customer_Code)).toEqual(['PLAN'])
    const round = (await ask('/api/v1/day-routes?day=2026-11-16&employee=mine')).body.stops
    expect(round.map((each: Json) => each.Customer_Code)).toEqual(['PLAN'])
    for (const code of codes) {
      const isSeen = seenNow.includes(code)
      expect([code, found.includes(`"${code}"`)]).toEqual([code, isSeen])
      for (const path of ['', '/history', '/page', '/used-by']) {
        const { status } = await ask(`/api/v1/customers/${customers[code].id}${path}`)
        expect([code, path, status]).toEqual([code, path, isSeen ? 200 : 404])
      }
      expect([code, (await ask(`/api/v1/balances/${code}`)).status]).toEqual([code, isSeen ? 200 : 404])
      const { body } = await ask(`/api/v1/access-explanation?action=read&subject=customer&record=${code}`)
      expect([code, body.allowed, body.record.isSeen]).toEqual([code, isSeen, isSeen])
    }
  })

  it('are in the feed, the exports and the field app, and no others are', async () => {
    const feed = await send('POST', '/api/auth/calendar-feed', undefined, field.token)
    const basic = Buffer.from(`${feed.withPassword.name}:${feed.withPassword.password}`).toString('base64')
    const { body: calendar } = await test.request('GET', '/api/calendar.ics', undefined, {
      as: 'anonymous',
      headers: { authorization: `Basic ${basic}` },
    })
    const inFeed = codes.filter((code) => String(calendar).includes(`Green ${code}`))
    expect(inFeed).toEqual(['PLAN'])
    const device = '0192f000-0000-7000-8000-000000000001'
    const pack = await send(
      'POST',
      '/api/v1/field/sync',
      { device, clock: test.clock.now.toISOString(), cursor: null },
      field.token,
    )
    expect(pack.customers.map((each: Json) => each.code).toSorted()).toEqual(seenNow)
    // Field staff export nothing unless their role allows it.
    expect((await ask('/api/v1/exports/customers.csv')).status).toBe(403)
    await test.make('role', { Role_Code: 'EXPORTS', Role_Name: 'Exports' })
    const rights = { customer: ['read', 'export'], balance: ['read', 'export'] }
    await send('PUT', '/api/v1/role-rights/EXPORTS', { rights, sees: 'station', version: 0 })
    const combination = await test.make('userRole', {
      Employee_Code: user.Employee_Code,
      Employee_Name: user.Employee_Name,
      Role_Code: 'EXPORTS',
      Role_Name: 'Exports',
    })
    for (const list of ['customers', 'balances']) {
      const { status, body } = await ask(`/api/v1/exports/${list}.csv`)
      const found = codes.filter((code) => new RegExp(`(^|,)"?${code}"?(,|$)`, 'm').test(String(body)))
      expect([list, status, found]).toEqual([list, 200, seenNow])
    }
    const path = `/api/v1/user-roles/${combination.id}?version=${combination.version}`
    expect((await test.request('DELETE', path)).status).toBeLessThan(300)
  })

  it('are listed in pages in any order without repeats', async () => {
    for (const sort of ['Customer_Name', '-Customer_Name', 'Last_Visited', 'City_Code', '-Customer_Code']) {
      const found: string[] = []
      let after = ''
      do {
        const { body } = await ask(`/api/v1/customers?limit=1&sort=${sort}${after}`)
        found.push(...body.items.map((each: Json) => each.Customer_Code))
        after = body.next ? `&after=${encodeURIComponent(body.next)}` : ''
      } while (after)
      expect([sort, found.toSorted()]).toEqual([sort, seenNow])
    }
  })

  it('are explained by the assignment, the plan and the place', async () => {
    const reasons = async (record: string): Promise<string[]> =>
      (await ask(`/api/v1/access-explanation?action=read&subject=customer&record=${record}`)).body.record
        .reasons
    const name = `Ravi (${ravi.employeeNumber})`
    expect(await reasons('NOW')).toEqual([`Assigned to ${name} from 01/01/2026 until 15/11/2026`])
    expect(await reasons('PLAN')).toEqual([expect.stringMatching(/^Visit V\d+ is planned for Ravi \(/)])
    expect(await reasons('HOME')).toEqual([expect.stringMatching(/^Lies in station /)])
    const { body } = await ask('/api/v1/access-explanation?action=read&subject=customer&record=OTHER')
    expect(body.because).toMatch(/^There is no such record, or it lies outside station .*, and is neither /)
    expect(body.seesWorkOf).toBe(name)
  })

  it('are visible to managers as well, and not to API tokens', async () => {
    expect(await listed('/api/v1/customers', lead.token)).toEqual(seenNow)
    expect((await ask(`/api/v1/employees/${ravi.employeeNumber}`, lead.token)).status).toBe(200)
    const places = [{ level: 'station', code: customers['HOME'].Station_Code }]
    const wanted = { name: 'ERP', role: 'FIELD', places, expiresOn: '2026-12-31' }
    const { token } = await send('POST', '/api/v1/api-tokens', wanted)
    expect(await listed('/api/v1/customers', token)).toEqual(['HOME'])
  })

  it('change with the day', async () => {
    const { now } = test.clock
    test.clock.now = new Date('2026-11-15T18:29:00Z') // one minute before midnight in India
    expect(await listed('/api/v1/customers')).toEqual(seenNow)
    test.clock.now = new Date('2026-11-15T18:31:00Z')
    expect(await listed('/api/v1/customers')).toEqual(['HOME', 'LATER', 'PLAN'])
    expect((await ask('/api/v1/customers/NOW')).status).toBe(404)
    test.clock.now = now
  })

  it('are counted in the preview of an approval', async () => {
    const { summary } = await send('POST', '/api/v1/access-preview', {
      email: 'ravi@example.in',
      role: 'FIELD',
      places: [],
    })
    expect(summary).toMatch(/^Will see 3 customers: 1 in station .*, 1 assigned, 1 with an open plan$/)
    const preview = await send('POST', '/api/v1/access-preview', {
      email: 'ravi@example.in',
      role: 'OFFICE',
      places: [{ level: 'station', code: customers['OTHER'].Station_Code }],
    })
    expect(preview.summary).toMatch(
      /^Will see 3 customers: 1 in station .*, 1 assigned, 1 with an open plan$/,
    )
  })

  it('can be visited, and the visit that closes the last plan can be saved with a next plan and undone', async () => {
    await assign('COVER', meena, '2026-01-01')
    const first = await plan('COVER', ravi)
    expect((await ask('/api/v1/customers/COVER')).status).toBe(200)
    const next = { Next_Visit_Suggested: '2026-11-20T10:00' }
    const made = { Visit_ID: first.Visit_ID, Customer_Code: 'COVER', Feedback: 'Well', ...next }
    const visit = await send('POST', '/api/v1/visits', made, field.token)
    expect(visit).toMatchObject({ Status: 'visited', Customer_Code: 'COVER' })
    // The next plan belongs to Meena, the owner of the customer, so it is gone from Ravi's list.
    expect((await ask('/api/v1/customers/COVER')).status).toBe(404)
    const open = await test.request('GET', '/api/v1/visits?Customer_Code=COVER&Status=planned')
    expect(open.body.items).toMatchObject([{ Assigned_To: meena.employeeNumber }])
    const undone = await send('POST', `/api/v1/visits/${visit.Visit_ID}/undo`, {}, field.token)
    expect(undone.visit).toMatchObject({ Status: 'planned', Assigned_To: ravi.employeeNumber })
    expect((await ask('/api/v1/customers/COVER')).status).toBe(200)
    // The visit of another employee can be neither undone nor seen.
    const others = await send('POST', '/api/v1/visits', { Customer_Code: 'OTHER', Visited_On: today })
    const refused = await test.request(
      'POST',
      `/api/v1/visits/${others.Visit_ID}/undo`,
      {},
      { as: field.token },
    )
    expect(refused.status).toBe(404)
    const cancelled = await send('GET', `/api/v1/visits/${first.Visit_ID}`, undefined)
    await close(cancelled, 'cancelled')
    expect((await ask('/api/v1/customers/COVER')).status).toBe(404)
  })

  it('are visible to the account that made a plan without an employee', async () => {
    const { id, token } = await newPerson(test, 'meena@example.in', 'FIELD')
    await send('PATCH', `/api/admin/users/${id}`, {
      places: [{ level: 'station', code: customers['LOOSE'].Station_Code }],
      version: 1,
    })
    await plan('LOOSE', null, token)
    await send('PATCH', `/api/admin/users/${id}`, { places: [], version: 2 })
    const own = await listed('/api/v1/customers', token)
    expect(own).toContain('LOOSE')
    expect(own).toContain('OTHER')
    expect((await ask('/api/v1/customers/LOOSE')).status).toBe(404)
  })

  it('are visible from the day of a hand-over', async () => {
    const body = {
      To_Employee: ravi.employeeNumber,
      customers: { Customer_Codes: ['GIVEN'] },
      From_Day: today,
    }
    expect((await ask('/api/v1/customers/GIVEN')).status).toBe(404)
    const checked = await send('POST', '/api/v1/handovers', { ...body, dryRun: true })
    expect(checked.receiver).toBe('ravi sees this customer from 15/11/2026')
    await send('POST', '/api/v1/handovers', body)
    expect((await ask('/api/v1/customers/GIVEN')).status).toBe(200)
    const back = { ...body, To_Employee: null }
    expect((await send('POST', '/api/v1/handovers', back)).receiver).toBeNull()
    expect((await ask('/api/v1/customers/GIVEN')).status).toBe(404)
    expect(boss.employeeNumber).not.toBe(ravi.employeeNumber)
  })
})
