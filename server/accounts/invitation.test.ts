import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

const password = 'monsoon over the fields'
const dead = 'This invitation has been used or has expired. Ask an administrator for a new one'

describe.each(databaseNames)('invitations on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.as('ADMIN')
  })
  afterAll(() => test.close())

  const invite = (body: object, as = 'ADMIN'): Promise<Answer> =>
    test.request('POST', '/api/admin/invitations', body, { as })
  const accept = (body: object): Promise<Answer> =>
    test.request('POST', '/api/auth/invitation', body, { as: 'anonymous' })
  const login = (email: string, secret = password): Promise<Answer> =>
    test.request('POST', '/api/auth/login', { email, password: secret }, { as: 'anonymous' })
  const userOf = async (email: string): Promise<Json> =>
    ((await test.request('GET', '/api/admin/users')).body as Json[]).find((each) => each.email === email)

  it('keeps a retired role and marks a retired employee, but gives no other account that role', async () => {
    const email = 'vina@example.in'
    const role = await test.make('role', { Role_Code: 'DEPOT', Role_Name: 'Depot' })
    const employee = await test.make('employee', { email })
    expect((await invite({ email, role: 'DEPOT' })).status).toBe(201)
    for (const [path, { id, version }] of [
      ['roles', role],
      ['employees', employee],
    ] as const) {
      const retired = { on: '2026-11-01', version }
      expect((await test.request('POST', `/api/v1/${path}/${id}/retire`, retired)).status).toBe(200)
    }
    const user = await userOf(email)
    expect(user.employee).toMatchObject({ name: employee.name, retiredOn: '2026-11-01' })
    const { body: grid } = await test.request('GET', '/api/v1/role-rights')
    expect(
      grid.roles
        .filter((each: Json) => each.retiredOn !== null)
        .map((each: Json) => [each.role, each.retiredOn]),
    ).toEqual([['DEPOT', '2026-11-01']])
    const change = (of: Json, values: object): Promise<Answer> =>
      test.request('PATCH', `/api/admin/users/${of.id}`, {
        username: of.username,
        role: of.role,
        version: of.version,
        ...values,
      })
    const saved = await change(user, { username: 'Vina Shah' })
    expect([saved.status, saved.body]).toMatchObject([200, { username: 'Vina Shah', role: 'DEPOT' }])
    expect((await invite({ email, role: 'DEPOT' })).status).toBe(201)
    const message = 'Role DEPOT is retired since 01/11/2026; choose another or reinstate it'
    const other = await invite({ email: 'other@example.in', role: 'depot' })
    expect([other.status, other.body.errors]).toEqual([422, [{ field: 'role', message }]])
    await invite({ email: 'other@example.in', role: 'FIELD' })
    const moved = await change(await userOf('other@example.in'), { role: 'DEPOT' })
    expect([moved.status, moved.body.errors]).toEqual([422, [{ field: 'role', message }]])
  })

  it('activates the account with the chosen name and password and the invited role', async () => {
    const email = 'asha@example.in'
    const zone = await test.make('zone')
    const places = [{ level: 'zone', code: zone.Zone_Code }]
    const { status, body } = await invite({ email, role: 'FIELD', places })
    expect(status).toBe(201)
    expect(body.token).toMatch(/^[\w-]{43}$/)
    expect(Date.parse(body.expiresAt) - test.clock.now.getTime()).toBe(7 * 86_400_000)
    expect(await userOf(email)).toMatchObject({ status: 'pending', role: 'FIELD', invited: true, places })
    for (const guess of ['', 'none', password]) expect((await login(email, guess)).status).not.toBe(200)

    const opened = await accept({ token: body.token, username: 'Asha Rao', phone: '09825054321', password })
    expect([opened.status, opened.body.account]).toMatchObject([
      201,
      { username: 'Asha Rao', email, status: 'active', role: 'FIELD', phone: '+91 98250 54321' },
    ])
    expect(opened.body.account.access.scope).toEqual(places)
    const me = await test.request('GET', '/api/v1/me', undefined, { as: opened.body.token })
    expect(me.status).toBe(200)
    expect((await login(email)).status).toBe(200)
    expect(await userOf(email)).toMatchObject({ status: 'active', invited: false })
    const again = await accept({ token: body.token, username: 'Somebody else', password: 'another one here' })
    expect([again.status, again.body.msg]).toEqual([403, dead])
  })

  it('reports problems by field and keeps the link valid', async () => {
    const { body } = await invite({ email: 'bina@example.in', role: 'VIEWER' })
    const { token } = body
    expect((await accept({ token })).body.errors.map((each: Json) => each.field)).toEqual([
      'username',
      'password',
    ])
    const rises = { token, username: 'Bina', password, role: 'ADMIN' }
    expect((await accept(rises)).body.errors.map((each: Json) => each.field)).toEqual(['role'])
    const other = { token, username: 'Bina', password, email: 'boss@example.in' }
    expect((await accept(other)).body.errors.map((each: Json) => each.field)).toEqual(['email'])
    expect((await accept({ username: 'Bina', password })).body.errors[0].field).toBe('token')
    expect((await accept({ token: 'x'.repeat(43), username: 'Bina', password })).status).toBe(403)
    expect((await accept({ token, username: 'Bina', password })).status).toBe(201)
  })

  it('requires an e-mail and a role', async () => {
    const fields = async (body: object): Promise<string[]> => {
      const answer = await invite(body)
      expect(answer.status).toBe(422)
      return answer.body.errors.map((each: Json) => each.field)
    }
    expect(await fields({})).toEqual(['email', 'role'])
    expect(await fields({ email: 'not one', role: 'VIEWER', status: 'active' })).toEqual(['status', 'email'])
    expect(await fields({ email: 'x@example.in', role: 'NOBODY' })).toEqual(['role'])
    const nowhere = [{ level: 'zone', code: 'nowhere' }]
    expect(await fields({ email: 'x@example.in', role: 'FIELD', places: nowhere })).toEqual(['places'])
    expect(await userOf('x@example.in')).toBeUndefined()
  })

  it('invalidates a link by a newer invitation, disabling or deleting', async () => {
    const email = 'chetan@example.in'
    const older = (await invite({ email, role: 'VIEWER' })).body.token
    const newer = (await invite({ email, role: 'OFFICE' })).body.token
    const take = async (token: string): Promise<number> =>
      (await accept({ token, username: 'Chetan', password })).status
    expect(await take(older)).toBe(403)
    const { id, version } = await userOf(email)
    await test.request('PATCH', `/api/admin/users/${id}`, { status: 'disabled', version })
    expect(await take(newer)).toBe(403)
    const third = (await invite({ email, role: 'OFFICE' })).body.token
    expect((await test.request('DELETE', `/api/admin/users/${id}`)).status).toBe(204)
    expect(await take(third)).toBe(403)
  })

  it('refuses to invite an existing account, and to register or reset an invited one', async () => {
    const { body } = await invite({ email: 'divya@example.in', role: 'VIEWER' })
    const form = { username: 'x', email: 'Divya@Example.in', password }
    expect((await test.request('POST', '/api/auth/register', form, { as: 'anonymous' })).status).toBe(409)
    const { id } = await userOf('divya@example.in')
    expect((await test.request('POST', `/api/admin/users/${id}/reset`)).status).toBe(409)
    await accept({ token: body.token, username: 'Divya', password })
    expect((await invite({ email: 'divya@example.in', role: 'ADMIN' })).status).toBe(409)
    expect(await userOf('divya@example.in')).toMatchObject({ role: 'VIEWER' })
  })

  it('gives the account to one of several simultaneous requests, and lets only administrators invite', async () => {
    const { token } = (await invite({ email: 'esha@example.in', role: 'VIEWER' })).body
    const answers = await Promise.all(
      Array.from({ length: 3 }, (_, at) => accept({ token, username: `Esha ${at}`, password })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403])
    for (const role of ['OFFICE', 'FIELD', 'VIEWER', 'pending'])
      expect((await invite({ email: 'f@example.in', role: 'ADMIN' }, role)).status).toBe(403)
    const rows = await test.store.read.selectFrom('one_time_link').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('accepts an invitation for a week', async () => {
    const [early, late] = [
      (await invite({ email: 'gita@example.in', role: 'VIEWER' })).body.token,
      (await invite({ email: 'hari@example.in', role: 'VIEWER' })).body.token,
    ]
    const start = test.clock.now.getTime()
    test.clock.now = new Date(start + 7 * 86_400_000 - 1000)
    expect((await accept({ token: early, username: 'Gita', password })).status).toBe(201)
    test.clock.now = new Date(start + 7 * 86_400_000 + 1000)
    const answer = await accept({ token: late, username: 'Hari', password })
    expect([answer.status, answer.body.msg]).toEqual([403, dead])
  })
})
