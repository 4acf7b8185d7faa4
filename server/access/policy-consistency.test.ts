import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { randomFrom } from '#testing/random.ts'

/** How many random explanations are compared with the enforced result; the guarantee is 10,000, a normal run uses a sample. */
const triples = Number(process.env['TRIPLES'] ?? 120)
/** In milliseconds; more work may take longer. */
const timeout = 15_000 + triples * 50

describe.each(databaseNames)('explanations of access on %s', (database) => {
  let test: TestApp
  let customers: Json[]
  const people: Record<string, { id: string; token: string }> = {}
  const employees: string[] = []

  const placeOf = (customer: Json): Json => ({
    countryCode: customer.Country_Code,
    zoneCode: customer.Zone_Code,
    stateCode: customer.State_Code,
    poolCode: customer.Pool_Code,
    stationCode: customer.Station_Code,
    cityCode: customer.City_Code,
  })
  const seen = async (as: string, headers = {}): Promise<string[]> => {
    const { body } = await test.request('GET', '/api/v1/customers', undefined, { as, headers })
    return body.items.map(({ Customer_Code }: Json) => Customer_Code).toSorted()
  }
  const why = (as: string, query: Record<string, string>): Promise<Answer> =>
    test.request('GET', `/api/v1/access-explanation?${new URLSearchParams(query)}`, undefined, { as })

  beforeAll(async () => {
    test = await openTestApp(database)
    customers = []
    for (const Customer_Code of ['C1', 'C2', 'C3'])
      customers.push(await test.make('customer', { Customer_Code }))
    const company = await test.make('jobFunction', { Function_Code: 'FLD' })
    const { Company_Code, Branch_Code } = company
    await test.make('jobFunction', { Company_Code, Branch_Code, Function_Code: 'DSK' })
    const staff = async (code: string, at: number, managers: Json = {}): Promise<void> => {
      const email = `${code.toLowerCase()}@example.in`
      await test.make('staffUser', {
        User_Id: code,
        Employee_Code: code,
        Employee_Name: code,
        Emp_Mail_Id: email,
        Company_Code: company.Company_Code,
        Branch_Code: company.Branch_Code,
        Function_Codes: [code === 'LEAD' ? 'FLD' : 'DSK'],
        Admin_Rpt_Manager_Code: null,
        Function_Rpt_Manager_Code: null,
        ...managers,
      })
      const employee = { name: code, userId: code, email, ...placeOf(customers[at]) }
      employees.push((await test.make('employee', employee)).employeeNumber)
      people[code] = await newPerson(test, email, 'FIELD')
    }
    await staff('BOSS', 0)
    await staff('LEAD', 1, { Admin_Rpt_Manager_Code: 'BOSS' })
    await staff('WORKER', 2, { Function_Rpt_Manager_Code: 'LEAD' })
    people['OFFICE'] = await newPerson(test, 'desk@example.in', 'OFFICE')
  })
  afterAll(() => test.close())

  it('name roles as in the Role master, and rights that require to see everything', async () => {
    await test.make('role', { Role_Code: 'INSP', Role_Name: 'Inspector' })
    const { token } = await newPerson(test, 'inspector@example.in', 'INSP')
    const decision = { rights: { audit: ['read'], soil: ['read'] }, sees: 'station', version: 0 }
    await test.request('PUT', '/api/v1/role-rights/INSP', decision)
    expect((await why(token, { action: 'read', subject: 'audit' })).body).toMatchObject({
      allowed: false,
      because:
        'The role Inspector may read the audit only with access to all data, because it concerns the whole firm',
      roles: [{ role: 'INSP', name: 'Inspector', allows: true }],
      rights: { soil: ['read'] },
    })
    // The refusal of the request gives the same reason.
    const turned = await test.request('GET', '/api/v1/audit', undefined, { as: token })
    expect([turned.status, turned.body.msg]).toEqual([
      403,
      'The role INSP may read the audit only with access to all data, because it concerns the whole firm',
    ])
    const { body } = await why(token, { action: 'read', subject: 'crop' })
    expect(body).toMatchObject({ allowed: false, because: 'The role Inspector may not read crops' })
    expect((await why(token, { action: 'read', subject: 'constructor' })).status).toBe(200)
  })

  it('match the scope of a manager: the places of all reports, by either line, at any depth', async () => {
    expect(await seen(people['WORKER']!.token)).toEqual(['C3'])
    expect(await seen(people['LEAD']!.token)).toEqual(['C2', 'C3'])
    expect(await seen(people['BOSS']!.token)).toEqual(['C1', 'C2', 'C3'])
  })

  it('give the role and the place, and nothing about records outside the scope', async () => {
    const { token } = people['WORKER']!
    const { body: may } = await why(token, { action: 'read', subject: 'customer', record: 'C3' })
    expect(may).toMatchObject({
      allowed: true,
      because: 'The role Field may',
      roles: [{ role: 'FIELD', allows: true }],
      record: { isSeen: true },
    })
    expect(may.sees).toMatchObject([{ level: 'station', code: customers[2].Station_Code }])
    const { body: mayNot } = await why(token, { action: 'update', subject: 'customer', record: 'C3' })
    expect(mayNot).toMatchObject({ allowed: false, because: 'The role Field may not update customers' })
    const [{ body: elsewhere }, { body: nowhere }] = [
      await why(token, { action: 'read', subject: 'customer', record: 'C1' }),
      await why(token, { action: 'read', subject: 'customer', record: 'NOBODY' }),
    ]
    expect(elsewhere).toEqual(nowhere)
    expect(elsewhere).toMatchObject({ allowed: false, record: { name: null, isSeen: false } })
    expect((await why(token, { action: 'read', subject: 'crop', account: people['BOSS']!.id })).status).toBe(
      403,
    )
    const { body: explained } = await why('ADMIN', {
      action: 'read',
      subject: 'customer',
      record: 'C1',
      account: people['WORKER']!.id,
    })
    expect(explained).toMatchObject({ allowed: false, record: { name: 'Customer C1', isSeen: false } })
    expect((await why(token, { action: 'eat', subject: 'crop' })).status).toBe(422)
    // A refusal has the action and the subject for the explanation request.
    const refused = await test.request('PATCH', '/api/v1/customers/C3', { version: 1 }, { as: token })
    expect(refused.body).toMatchObject({ status: 403, action: 'update', subject: 'customer' })
  })

  it('match what is enforced, for random accounts, actions and records', { timeout }, async () => {
    // Other triples on each database.
    const roll = randomFrom(20_261_115 + databaseNames.indexOf(database))
    const visit = (
      await test.request('POST', '/api/v1/visits', { Customer_Code: 'C2', Visited_On: '2026-11-10' })
    ).body
    const records: [subject: string, path: string, record: string][] = [
      ...['C1', 'C2', 'C3', 'C9'].map((code): [string, string, string] => ['customer', 'customers', code]),
      ['visit', 'visits', visit.Visit_ID],
      ['zone', 'zones', customers[0].Zone_Code],
      ['role', 'roles', 'ADMIN'],
    ]
    const requests = {
      read: ['GET', ''],
      history: ['GET', '/history'],
      // A stale version: 409 if the account has the right, 403 or 404 if not.
      update: ['PATCH', ''],
    } as const
    const names = Object.keys(people)
    const screens = ['contact2', 'contact24', 'visits', 'contact13']
    const { Company_Code, Branch_Code } = (await test.request('GET', '/api/v1/branches')).body.items[0]
    const closing = { Company_Code, Branch_Code, Module_Code: 'territory' }
    const grounds = new Set<string>()
    let closed: Json
    let current: Json
    // Today is 2026-11-15: past, today only, open-ended, and future.
    const spans = [
      ['2026-01-01', '2026-11-14'],
      ['2026-11-15', '2026-11-15'],
      ['2026-01-01', null],
      ['2026-11-16', null],
    ] as const
    const reasons = new Set<string>()
    for (let count = 0; count < triples; count++) {
      // From time to time, another assignment or plan is created.
      if (count % 15 === 0) {
        if (current) await test.request('DELETE', `/api/v1/${current.path}/${current.id}`)
        const Customer_Code = `C${roll(3) + 1}`
        const number = employees[roll(employees.length)]!
        const [From_Day, Until_Day] = spans[roll(spans.length)]!
        const isPlan = roll(3) === 0
        const path = isPlan ? 'visits' : 'assignments'
        const body = isPlan
          ? { Customer_Code, Planned_Date: '2026-11-20', Planned_Time: '10:00', Assigned_To: number }
          : { Customer_Code, Employee_Number: number, From_Day, Until_Day }
        const made = await test.request('POST', isPlan ? '/api/plan-visit' : `/api/v1/${path}`, body)
        expect([body, made.status]).toEqual([body, 201])
        current = { path, id: made.body.id }
      }
      // From time to time, another screen or group of screens is closed to a function.
      if (count % 20 === 0) {
        if (closed) await test.request('DELETE', `/api/v1/applications/${closed.id}`)
        const Process_Code = [...screens, '*', 'none'][roll(screens.length + 2)]!
        const Function_Codes = [['FLD', 'DSK'][roll(2)]!]
        closed = await test.make('application', { ...closing, Process_Code, Function_Codes })
      }
      const as = people[names[roll(names.length)]!]!.token
      const [subject, path, record] = records[roll(records.length)]!
      const action = (['read', 'history', 'update'] as const)[roll(3)]!
      const [method, suffix] = requests[action]
      const answer = (await why(as, { action, subject, record })).body
      grounds.add(/is open to the function/.test(answer.because) ? 'closed' : String(answer.allowed))
      for (const reason of answer.record?.reasons ?? []) reasons.add(reason.split(' ')[0])
      const body = method === 'PATCH' ? { version: 999 } : undefined
      const { status } = await test.request(method, `/api/v1/${path}/${record}${suffix}`, body, { as })
      const isDone = status === 200 || status === 409
      expect([action, subject, record, answer.allowed, status]).toEqual([
        action,
        subject,
        record,
        isDone,
        status,
      ])
    }
    expect(grounds).toEqual(new Set(['true', 'false', 'closed']))
    expect(reasons).toEqual(new Set(['Lies', 'Assigned', 'Visit']))
    await test.request('DELETE', `/api/v1/applications/${closed.id}`)
    await test.request('DELETE', `/api/v1/${current.path}/${current.id}`)
  })

  it('can be tested in a view as another account, which is read-only and requires the right to read accounts', async () => {
    const headers = { 'x-view-as': people['WORKER']!.id }
    expect(await seen('ADMIN', headers)).toEqual(['C3'])
    const refused = await test.request('PATCH', '/api/v1/customers/C3', { version: 1 }, { headers })
    expect([refused.status, refused.body.msg]).toEqual([
      403,
      'You cannot change anything while viewing as another user',
    ])
    const record = { id: null, values: { Customer_Name: 'Nobody' } }
    const duplicates = await test.request('POST', '/api/v1/duplicates/customers', record, { headers })
    expect(duplicates.status).toBe(200)
    for (const as of [people['BOSS']!.token, people['OFFICE']!.token]) {
      const { status } = await test.request('GET', '/api/v1/customers', undefined, { as, headers })
      expect(status).toBe(403)
    }
    const { status } = await test.request('GET', '/api/v1/customers', undefined, {
      headers: { 'x-view-as': 'nobody' },
    })
    expect(status).toBe(404)
  })

  it.each(['constructor', '__proto__', 'payroll'])('refuse the unknown subject %s', async (subject) => {
    const { status, body } = await test.request(
      'GET',
      `/api/v1/access-explanation?action=read&subject=${subject}`,
    )
    expect([status, body.allowed, body.roles[0].allows]).toEqual([200, false, false])
  })

  it('follow the places that an administrator assigns to an account', async () => {
    const { id, token } = people['WORKER']!
    const user = async (): Promise<Json> =>
      (await test.request('GET', '/api/admin/users')).body.find((each: Json) => each.id === id)
    const give = async (places: unknown): Promise<Answer> =>
      test.request('PATCH', `/api/admin/users/${id}`, { places, version: (await user()).version })
    expect(await user()).toMatchObject({ places: null, employee: { name: 'WORKER' }, roles: ['FIELD'] })
    const zone = { level: 'zone', code: customers[0].Zone_Code }
    expect((await give([zone, zone])).body).toMatchObject({ places: [zone] })
    expect(await seen(token)).toEqual(['C1'])
    expect((await give('everything')).status).toBe(200)
    expect(await seen(token)).toEqual(['C1', 'C2', 'C3'])
    expect((await give([])).status).toBe(200)
    expect(await seen(token)).toEqual(['C3'])
    await give([zone])
    const stale = await test.request('PATCH', `/api/admin/users/${id}`, { places: [], version: 1 })
    expect([stale.status, stale.body.current.places]).toMatchObject([409, [zone]])
    for (const wrong of ['all', [{ level: 'moon', code: 'X' }], [{ level: 'zone', code: 'NONE' }], 7])
      expect((await give(wrong)).status).toBe(422)
  })

  it('preview what an account would see with a role and places, as it is then enforced', async () => {
    const preview = async (body: object, as = 'ADMIN'): Promise<Json> =>
      (await test.request('POST', '/api/v1/access-preview', body, { as })).body
    const named = (of: string, code: string): string =>
      `${of.toLowerCase()} ${of} Name ${code.slice(1)} (${code})`
    const station = (at: number): string => named('Station', customers[at].Station_Code)
    const lead = { email: 'Lead@example.in', role: 'FIELD' }
    // By text: the second code may have one more digit.
    const stations = [station(1), station(2)].toSorted().join(' and ')
    expect((await preview(lead)).summary).toBe(`Will see 2 customers in ${stations}`)
    const places = [{ level: 'zone', code: customers[0].Zone_Code }]
    const assigned = (await preview({ ...lead, places })).summary
    expect(assigned).toBe(
      `Will see 2 customers in ${named('Zone', customers[0].Zone_Code)} and ${station(2)}`,
    )
    expect((await preview({ ...lead, places: 'everything' })).summary).toBe(
      'Will see everything: 3 customers',
    )
    expect((await preview({ ...lead, role: 'OFFICE' })).summary).toBe('Will see everything: 3 customers')
    expect((await preview({ email: 'nobody@example.in', role: 'FIELD' })).summary).toBe(
      'Will see no customers: no employee has this e-mail, and no places are assigned',
    )
    expect(await seen(people['LEAD']!.token)).toEqual(['C2', 'C3'])
    // Roles from the masters for this e-mail are listed in the preview as well.
    expect((await preview(lead)).otherRoles).toEqual([])
    await test.make('userRole', { Employee_Code: 'WORKER', Role_Code: 'VIEWER' })
    expect(await preview({ email: 'worker@example.in', role: 'FIELD' })).toEqual({
      summary: 'Will see everything: 3 customers',
      otherRoles: ['VIEWER'],
    })
    expect((await preview({ email: 'x', role: 'NOBODY', more: 1 })).errors).toMatchObject([
      { field: 'more' },
      { field: 'email' },
    ])
    expect((await preview({ ...lead, role: 'NOBODY' })).errors).toMatchObject([{ field: 'role' }])
    expect((await preview(lead, people['OFFICE']!.token)).title).toBe('Not permitted')
  })
})
