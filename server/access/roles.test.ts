import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('rights of roles on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const decide = (role: string, body: Json, as = 'ADMIN'): Promise<Answer> =>
    test.request('PUT', `/api/v1/role-rights/${role}`, body, { as })
  const statusOf = async (as: string, path: string, method = 'GET', body?: Json): Promise<number> =>
    (await test.request(method, path, body, { as })).status

  it('are empty for a new role, and changes take effect immediately', async () => {
    await test.make('role', { Role_Code: 'AUDIT', Role_Name: 'Auditor' })
    const { token } = await newPerson(test, 'auditor@example.in', 'AUDIT')
    expect(await statusOf(token, '/api/v1/soils')).toBe(403)
    const decision = { rights: { soil: ['read', 'create'] }, sees: 'everything', version: 0 }
    expect((await decide('AUDIT', decision)).body).toMatchObject({ role: 'AUDIT', version: 1, holders: 1 })
    expect(await statusOf(token, '/api/v1/soils')).toBe(200)
    expect(await statusOf(token, '/api/v1/crops')).toBe(403)
    const { body } = await test.request('POST', '/api/v1/soils', { Soil_Code: 'S1' }, { as: token })
    expect(body.status).not.toBe(403)
    expect((await decide('AUDIT', { ...decision, rights: { soil: [] }, version: 1 })).status).toBe(200)
    expect(await statusOf(token, '/api/v1/soils')).toBe(403)
  })

  it('have the name of a built-in role in the language of the reader until the firm changes it', async () => {
    const nameOf = async (role: string): Promise<string> => {
      const headers = { 'accept-language': 'gu' }
      const { body } = await test.request('GET', '/api/v1/role-rights', undefined, { as: 'ADMIN', headers })
      return body.roles.find((each: Json) => each.role === role).name
    }
    expect(await nameOf('VIEWER')).toBe('⟦Viewer⟧')
    const { body } = await test.request('GET', '/api/v1/roles/VIEWER')
    const change = { Role_Name: 'Reader', version: body.version }
    await test.request('PATCH', `/api/v1/roles/${body.id}`, change, { as: 'ADMIN' })
    expect(await nameOf('VIEWER')).toBe('Reader')
  })

  it('to write records of customers require the right to read customers', async () => {
    await test.make('role', { Role_Code: 'CALLER', Role_Name: 'Caller' })
    const decision = { rights: { visit: ['read', 'create', 'update'] }, sees: 'everything', version: 0 }
    await decide('CALLER', decision)
    const { token } = await newPerson(test, 'caller@example.in', 'CALLER')
    const mayWrite = async (): Promise<boolean> =>
      (
        await test.request('GET', '/api/v1/access-explanation?action=update&subject=visit', undefined, {
          as: token,
        })
      ).body.allowed
    expect([await statusOf(token, '/api/v1/visits'), await mayWrite()]).toEqual([200, false])
    expect(await statusOf(token, '/api/v1/visits/none', 'PATCH', { version: 1 })).toBe(403)
    await decide('CALLER', { ...decision, rights: { ...decision.rights, customer: ['read'] }, version: 1 })
    expect(await mayWrite()).toBe(true)
    expect(await statusOf(token, '/api/v1/visits/none', 'PATCH', { version: 1 })).toBe(404)
    // Recording a visit reads the open plan.
    await decide('CALLER', { ...decision, rights: { visit: ['create'], customer: ['read'] }, version: 2 })
    expect(await statusOf(token, '/api/v1/visits', 'POST', { Customer_Code: 'none' })).toBe(403)
  })

  it('to change, delete or export require the right to read', async () => {
    await test.make('customer', { Customer_Code: 'UNREAD', Customer_Name: 'Quillwort' })
    await test.make('role', { Role_Code: 'BLIND', Role_Name: 'Blind' })
    const customer = ['create', 'update', 'delete', 'import', 'export']
    const rights = { customer, importJob: ['read', 'create'], batch: ['read', 'create', 'update'] }
    await decide('BLIND', { rights, sees: 'everything', version: 0 })
    const { token } = await newPerson(test, 'blind@example.in', 'BLIND')
    const requests = [
      ['PATCH', 'customers/UNREAD', { version: 99 }],
      ['PATCH', 'customers/UNREAD', { version: 1 }],
      ['PUT', 'customers/UNREAD', { version: 1 }],
      ['DELETE', 'customers/UNREAD', undefined],
      ['POST', 'customers/UNREAD/restore', {}],
      ['POST', 'customers/UNREAD/merge', { with: 'UNREAD' }],
      ['GET', 'bin?entity=customer', undefined],
      ['GET', 'exports/customers.csv', undefined],
    ] as const
    for (const [method, path, body] of requests) {
      const headers = method === 'DELETE' ? { 'if-match': '"99"' } : {}
      const answer = await test.request(method, `/api/v1/${path}`, body, { as: token, headers })
      expect([path, answer.status]).toEqual([path, 403])
      expect(JSON.stringify(answer.body)).not.toContain('Quillwort')
      expect(answer.body.msg).toMatch(/^The role BLIND may \w+ customers only with the right to read them$/)
    }
    expect(await statusOf(token, '/api/v1/customers', 'POST', {})).toBe(422)
    expect(await statusOf('ADMIN', '/api/v1/customers/UNREAD', 'DELETE')).toBe(204)
  })

  it('can be changed for built-in roles, but not for the administrator', async () => {
    const usual = { rights: { season: ['read', 'update'] }, sees: 'everything', version: 0 }
    expect((await decide('VIEWER', usual)).status).toBe(200)
    const { body: grid } = await test.request('GET', '/api/v1/role-rights')
    const viewer = grid.roles.find(({ role }: Json) => role === 'VIEWER')
    expect(viewer.rights.season).toEqual(['read', 'update'])
    expect(viewer.rights.crop).toEqual(['read'])
    const refused = await decide('ADMIN', { rights: {}, sees: 'city', version: 0 })
    expect([refused.status, refused.body.msg]).toEqual([
      403,
      'What Administrators may do cannot be changed: the last one would be locked out',
    ])
  })

  it.each([
    ['rights of administrators', { userRole: ['create'] }, /Only administrators may create user roles/],
    ['accounts', { account: ['read'] }, /Only administrators may read/],
    ['the rights of roles', { roleRights: ['update'] }, /Only administrators may update/],
    ['an unknown subject', { payroll: ['read'] }, /payroll: read cannot be given/],
    ['an unknown action', { crop: ['eat'] }, /crop: this cannot be given/],
    ['an action that the subject does not have', { series: ['delete'] }, /series: delete cannot be given/],
  ])('return 422 for %s', async (_what, rights, sentence) => {
    const { status, body } = await decide('OFFICE', { rights, sees: 'everything', version: 0 })
    expect([status, body.msg]).toEqual([422, expect.stringMatching(sentence)])
  })

  it('can only be changed by administrators, with 409 for a stale version', async () => {
    const change = { rights: { crop: ['read'] }, sees: 'everything', version: 7 }
    expect((await decide('OFFICE', change)).status).toBe(409)
    for (const as of ['OFFICE', 'FIELD', 'VIEWER'])
      expect((await decide('OFFICE', change, as)).status).toBe(403)
    expect(await statusOf('OFFICE', '/api/v1/role-rights')).toBe(403)
    for (const body of [[], 7, { rights: [], sees: 'x', version: 0 }])
      expect((await decide('OFFICE', body)).status).toBe(422)
  })

  it('also come from the User Role Combination of a user, and end with it', async () => {
    const { token } = await newPerson(test, 'Mixed@Example.in', 'FIELD')
    expect(await statusOf(token, '/api/v1/imports')).toBe(403)
    const user = await test.make('staffUser', { Emp_Mail_Id: 'mixed@example.in' })
    const combination = await test.make('userRole', {
      Employee_Code: user.Employee_Code,
      Employee_Name: user.Employee_Name,
      Role_Code: 'OFFICE',
      Role_Name: 'Office',
    })
    expect(await statusOf(token, '/api/v1/imports')).toBe(200)
    const { body } = await test.request('GET', '/api/v1/me', undefined, { as: token })
    expect(body.access).toMatchObject({ roles: ['FIELD', 'OFFICE'], scope: 'everything' })
    await test.request('DELETE', `/api/v1/user-roles/${combination.id}`)
    expect(await statusOf(token, '/api/v1/imports')).toBe(403)
  })

  it('have a preview that lists the affected accounts before saving', async () => {
    await test.make('role', { Role_Code: 'WATCH', Role_Name: 'Watcher' })
    await decide('WATCH', { rights: { customer: ['read'], crop: ['read'] }, sees: 'everything', version: 0 })
    const preview = (rights: Json, role = 'WATCH'): Promise<Answer> =>
      test.request('POST', `/api/v1/role-rights/${role}/preview`, { rights, sees: 'station', version: 1 })
    const customer = await test.make('customer', {})
    await test.make('customer', {})
    expect((await preview({})).body.summary).toBe('No account has this role yet')
    await newPerson(test, 'watcher1@example.in', 'WATCH')
    await test.make('employee', {
      email: 'watcher2@example.in',
      countryCode: customer.Country_Code,
      zoneCode: customer.Zone_Code,
      stateCode: customer.State_Code,
      poolCode: customer.Pool_Code,
      stationCode: customer.Station_Code,
      cityCode: customer.City_Code,
    })
    await newPerson(test, 'watcher2@example.in', 'WATCH')
    const { body } = await preview({ customer: ['read'], soil: ['read'] })
    expect(body.summary).toBe(
      'This hides up to 2 customers from 2 people. 2 people will lose rights. 2 people will gain rights',
    )
    expect((await preview({ customer: ['read'], soil: ['read'] }, 'watch')).body).toEqual(body)
    expect(body.people).toMatchObject([
      {
        name: 'watcher1',
        customersBefore: 2,
        customersAfter: 0,
        loses: expect.arrayContaining(['read crops']),
      },
      { name: 'watcher2', customersBefore: 2, customersAfter: 1 },
    ])
  })

  it('are empty for a new role with the code of a deleted role', async () => {
    const { id } = await test.make('role', { Role_Code: 'PAST', Role_Name: 'Past' })
    await decide('PAST', { rights: { customer: ['read', 'export'] }, sees: 'everything', version: 0 })
    expect(await statusOf('ADMIN', `/api/v1/roles/${id}`, 'DELETE')).toBe(204)
    await test.make('role', { Role_Code: 'PAST', Role_Name: 'Another' })
    const { token } = await newPerson(test, 'past@example.in', 'PAST')
    expect(await statusOf(token, '/api/v1/customers')).toBe(403)
  })

  it('of the office bring its short sessions, also for field accounts', async () => {
    const accounts = [
      await newPerson(test, 'both@example.in', 'FIELD'),
      await newPerson(test, 'alone@example.in', 'FIELD'),
    ]
    const { Employee_Code, Employee_Name } = await test.make('staffUser', { Emp_Mail_Id: 'both@example.in' })
    const office = { Role_Code: 'OFFICE', Role_Name: 'Office' }
    await test.make('userRole', { Employee_Code, Employee_Name, ...office })
    const statuses = (): Promise<number[]> =>
      Promise.all(accounts.map(({ token }) => statusOf(token, '/api/v1/me')))
    expect(await statuses()).toEqual([200, 200])
    test.clock.now = new Date(test.clock.now.getTime() + (8 * 3600 + 1) * 1000)
    expect(await statuses()).toEqual([401, 200])
  })
})
