import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { createConfiguredAdministrator, inviteFirstAdministrator } from './first-administrator.ts'

const password = 'monsoon over the fields'
const person = (name: string): Record<string, string> => ({
  username: name,
  email: `${name}@example.in`,
  phone: '9876543210',
  password,
})

describe.each(databaseNames)('accounts on %s', (database) => {
  let test: TestApp
  let admin: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    admin = (await post('/api/auth/register', person('asha'))).body
  })
  afterAll(() => test.close())

  const post = (path: string, body: unknown, as = 'anonymous') => test.request('POST', path, body, { as })
  const get = (path: string, as: string) => test.request('GET', path, undefined, { as })
  const advance = (seconds: number): void => {
    test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
  }

  it('makes the first account registered on loopback the administrator, and the next one pending', async () => {
    expect(admin).toMatchObject({
      msg: 'Registration successful',
      account: { role: 'ADMIN', status: 'active' },
    })
    expect(admin.token).toMatch(/^agd_[\w-]{43}$/)
    const { status, body } = await post('/api/auth/register', person('bhavin'))
    expect([status, body.account.status, body.account.role]).toEqual([201, 'pending', null])
    expect((await get('/api/v1/me', body.token)).body.email).toBe('bhavin@example.in')
    const refused = await get('/api/v1/countries', body.token)
    expect([refused.status, refused.body.msg]).toEqual([
      403,
      'This account is waiting for an administrator to approve it',
    ])
  })

  it('makes only one of several simultaneous registrations the administrator', async () => {
    const fresh = await openTestApp(database)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        fresh.request('POST', '/api/auth/register', person(`p${at}`), { as: 'anonymous' }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201))
    expect(answers.filter((answer) => answer.body.account.role === 'ADMIN')).toHaveLength(1)
    await fresh.close()
  })

  it('does not make the first account the administrator when the server listens on all interfaces', async () => {
    const open = await openTestApp(database, { HOST: '0.0.0.0' })
    expect(
      (await open.request('POST', '/api/auth/register', person('stranger'), { as: 'anonymous' })).body.account
        .status,
    ).toBe('pending')
    const sentence = await inviteFirstAdministrator(open.ctx, 'http://firm')
    const invite = /invite=(\S+)$/.exec(sentence!)![1]
    const wrong = await open.request(
      'POST',
      '/api/auth/register',
      { ...person('guess'), invite: 'x' },
      { as: 'anonymous' },
    )
    expect(wrong.status).toBe(403)
    const right = await open.request(
      'POST',
      '/api/auth/register',
      { ...person('owner'), invite },
      { as: 'anonymous' },
    )
    expect(right.body.account).toMatchObject({ role: 'ADMIN', status: 'active' })
    const again = await open.request(
      'POST',
      '/api/auth/register',
      { ...person('late'), invite },
      { as: 'anonymous' },
    )
    expect(again.status).toBe(403)
    expect(await inviteFirstAdministrator(open.ctx, 'http://firm')).toBeUndefined()
    await open.close()
  })

  it('accepts the printed link for 30 minutes', async () => {
    const open = await openTestApp(database, { HOST: '0.0.0.0' })
    const invite = /invite=(\S+)$/.exec((await inviteFirstAdministrator(open.ctx, ''))!)![1]
    open.clock.now = new Date(open.clock.now.getTime() + 31 * 60_000)
    expect(
      (await open.request('POST', '/api/auth/register', { ...person('late'), invite }, { as: 'anonymous' }))
        .status,
    ).toBe(403)
    await open.close()
  })

  it('creates the administrator of ADMIN_EMAIL and ADMIN_PASSWORD once, and refuses to start with a weak password', async () => {
    const set = await openTestApp(database, {
      HOST: '0.0.0.0',
      ADMIN_EMAIL: 'boss@example.in',
      ADMIN_PASSWORD: password,
    })
    expect(await createConfiguredAdministrator(set.ctx)).toBe(true)
    expect(await createConfiguredAdministrator(set.ctx)).toBe(false)
    expect(await inviteFirstAdministrator(set.ctx, '')).toBeUndefined()
    const { body } = await set.request(
      'POST',
      '/api/auth/login',
      { email: 'BOSS@example.in', password },
      { as: 'anonymous' },
    )
    expect(body).toMatchObject({ msg: 'Login Successful', account: { role: 'ADMIN' } })
    const weak = { ...set.ctx, config: { ...set.config, adminEmail: 'a@b.in', adminPassword: 'password1' } }
    await expect(createConfiguredAdministrator(weak)).rejects.toThrow(
      'ADMIN_PASSWORD: Password is one of the most common',
    )
    await set.close()
  })

  it('does not give a registered account the roles and places of the employee with the same e-mail', async () => {
    const environment = { HOST: '0.0.0.0', REGISTRATION: 'open', REGISTRATION_ROLE: 'FIELD' }
    const open = await openTestApp(database, environment)
    const email = 'Owner@example.in'
    const { Employee_Code, Employee_Name } = await open.make('staffUser', { Emp_Mail_Id: email })
    const rights = { Employee_Code, Employee_Name, Role_Code: 'ADMIN', Role_Name: 'Administrator' }
    await open.make('userRole', rights)
    await open.make('employee', { email })
    const { body } = await open.request(
      'POST',
      '/api/auth/register',
      { ...person('owner'), email: 'owner@example.in' },
      { as: 'anonymous' },
    )
    const { token, account } = body
    expect(account.access).toMatchObject({ roles: ['FIELD'], scope: [] })
    const readUsers = async (): Promise<number> =>
      (await open.request('GET', '/api/admin/users', undefined, { as: token })).status
    expect(await readUsers()).toBe(403)
    const listed = (await open.request('GET', '/api/admin/users')).body as Json[]
    expect(listed.find(({ id }) => id === account.id)).toMatchObject({ roles: ['FIELD'] })
    // Saving the account as an administrator confirms the e-mail.
    const { version } = account
    await open.request('PATCH', `/api/admin/users/${account.id}`, { version })
    expect(await readUsers()).toBe(200)
    const { body: own } = await open.request('GET', '/api/v1/me', undefined, { as: token })
    expect(own.access.roles).toEqual(['FIELD', 'ADMIN'])
    await open.close()
  })

  it.each([
    [{ password: 'short' }, 'Password should have at least 8 characters; 15 or more are better'],
    [{ password: 'Password1' }, 'Password is one of the most common ones and easy to guess. Choose another'],
    [{ password: 'weak@example.in', email: 'weak@example.in' }, 'Password should not be the e-mail address'],
    [
      { password: 'AgriDesk#2026' },
      'Password should not be the name of this site or a part of the e-mail address',
    ],
    [
      { password: 'weakling-2026!', email: 'weakling@example.in' },
      'Password should not be the name of this site or a part of the e-mail address',
    ],
    [{ password: 'x'.repeat(257) }, 'Password should not exceed 256 characters'],
    [{ email: 'not an address' }, 'Email should be an e-mail address'],
    [{ username: '' }, 'User Name is required'],
    [
      { username: '', password: 'Password1' },
      'User Name is required. Password is one of the most common ones and easy to guess. Choose another',
    ],
    [{ role: 'ADMIN' }, 'role is not a field of Registration'],
  ])('refuses a registration with %j', async (wrong, sentence) => {
    advance(3600)
    const { status, body } = await post('/api/auth/register', { ...person('weak'), ...wrong })
    expect([status, body.msg]).toEqual([422, sentence])
  })

  it('allows one account per e-mail address, in any spelling', async () => {
    advance(3600)
    const { status, body } = await post('/api/auth/register', { ...person('asha'), email: 'Asha@Example.IN' })
    expect([status, body.msg]).toEqual([409, 'An account with this e-mail address exists already'])
  })

  it('answers the same for a wrong password and an unknown account', async () => {
    advance(3600)
    const wrong = await post('/api/auth/login', { email: 'asha@example.in', password: 'wrong wrong' })
    const nobody = await post('/api/auth/login', { email: 'nobody@example.in', password: 'wrong wrong' })
    expect(wrong.body).toEqual(nobody.body)
    expect([wrong.status, wrong.body.msg]).toEqual([401, 'invalid credentials'])
    expect((await post('/api/auth/login', { email: ['asha@example.in'], password: 1 })).status).toBe(422)
  })

  it('ends sessions at once on logout, disabling, a new role and a new password', async () => {
    advance(3600)
    admin = (await post('/api/auth/login', { email: 'asha@example.in', password })).body
    const registered = (await post('/api/auth/register', person('chetan'))).body
    const change = (values: object) =>
      test.request('PATCH', `/api/admin/users/${registered.account.id}`, values, { as: admin.token })
    const approved = await change({ status: 'active', role: 'office', version: 1 })
    expect(approved.body).toMatchObject({ status: 'active', role: 'OFFICE', version: 2 })
    // A person who waited for the approval continues without another log-in.
    expect((await get('/api/v1/countries', registered.token)).status).toBe(200)
    await test.request('POST', '/api/auth/logout', undefined, { as: registered.token })
    const login = async () =>
      (await post('/api/auth/login', { email: 'chetan@example.in', password })).body.token
    const first = await login()
    expect((await get('/api/v1/countries', first)).status).toBe(200)
    expect((await get('/api/admin/users', first)).status).toBe(403)
    expect((await test.request('POST', '/api/auth/logout', undefined, { as: first })).status).toBe(204)
    expect((await get('/api/v1/countries', first)).body.msg).toBe(
      'Your session has ended. Please log in again',
    )

    const [second, third] = [await login(), await login()]
    const sessions = (await get('/api/v1/me/sessions', second)).body.items
    expect(sessions).toHaveLength(2)
    const mine = sessions.find((session: Json) => !session.current)
    expect(
      (await test.request('DELETE', `/api/v1/me/sessions/${mine.id}`, undefined, { as: second })).status,
    ).toBe(204)
    expect((await get('/api/v1/me', third)).status).toBe(401)

    const wrong = await test.request(
      'POST',
      '/api/v1/me/password',
      { current: 'no', password: 'a better one' },
      { as: second },
    )
    expect(wrong.body.errors).toEqual([{ field: 'current', message: 'Current password is wrong' }])
    const changed = await test.request(
      'POST',
      '/api/v1/me/password',
      { current: password, password: 'a better one' },
      { as: second },
    )
    expect(changed.body.msg).toBe('Password changed')
    expect((await get('/api/v1/me', second)).status).toBe(401)
    expect((await get('/api/v1/me', changed.body.token)).status).toBe(200)

    const { version } = (await get('/api/v1/me', changed.body.token)).body
    expect((await change({ status: 'disabled', version: version - 1 })).status).toBe(409)
    expect((await change({ status: 'disabled', version })).status).toBe(200)
    expect((await get('/api/v1/me', changed.body.token)).status).toBe(401)
    const trail = `/api/v1/audit?entity=account&record=${registered.account.id}`
    const [newest] = (await get(trail, admin.token)).body.items
    expect(newest.facts).toEqual([
      { label: 'Status', before: 'active', after: 'disabled' },
      { label: 'Security', before: null, after: 'one session ended' },
    ])
    const out = await post('/api/auth/login', { email: 'chetan@example.in', password: 'a better one' })
    expect([out.status, out.body.msg]).toEqual([403, 'This account is disabled. Ask the administrator'])
  })

  it('refuses to disable, demote or delete the last administrator, and refuses unknown roles', async () => {
    const change = (values: object) =>
      test.request(
        'PATCH',
        `/api/admin/users/${admin.account.id}`,
        { version: 1, ...values },
        { as: admin.token },
      )
    for (const values of [{ status: 'disabled' }, { role: 'OFFICE' }]) {
      expect((await change(values)).body.msg).toBe(
        'This is the last administrator. Make someone else administrator first',
      )
    }
    expect((await change({ role: 'KING' })).body.msg).toBe('There is no role KING')
    expect((await change({ email: 'x@y.in' })).status).toBe(422)
    expect(
      (await test.request('DELETE', `/api/admin/users/${admin.account.id}`, undefined, { as: admin.token }))
        .status,
    ).toBe(409)
    const { store } = test
    const history = await store.read
      .selectFrom('history')
      .selectAll()
      .where('entity', '=', 'account')
      .execute()
    expect(history.length).toBeGreaterThan(4)
    expect(JSON.stringify(history)).not.toContain('argon2')
  })

  it('refuses to delete a role in use, and lists its accounts', async () => {
    await test.make('role', { Role_Code: 'CLERK', Role_Name: 'Clerk' })
    const path = `/api/admin/users/${(await post('/api/auth/register', person('divya'))).body.account.id}`
    await test.request('PATCH', path, { version: 1, status: 'active', role: 'clerk' }, { as: admin.token })
    const { status, body } = await test.request('DELETE', '/api/v1/roles/CLERK', undefined, {
      as: admin.token,
    })
    expect([status, body.msg]).toEqual([409, 'Role CLERK is held by 1 account. Give them another role first'])
    expect(body.usedBy[0].records[0].name).toBe('Account divya')
  })

  it('validates all fields of a changed account', async () => {
    const path = `/api/admin/users/${admin.account.id}`
    const change = async (values: unknown) =>
      (await test.request('PATCH', path, values, { as: admin.token })).body.msg
    expect(await change({ version: 1, username: ' ' })).toBe('User Name is required')
    expect(await change({ version: 1, status: null })).toBe('Status is required')
    expect(await change([])).toBe('Account should be an object with fields')
  })

  it('ends sessions of logins that overlap a password change', async () => {
    advance(3600)
    const fresh = (await post('/api/auth/login', { email: 'asha@example.in', password })).body
    const next = 'sugarcane after the rain'
    const [changed, ...overlapping] = await Promise.all([
      test.request('POST', '/api/v1/me/password', { current: password, password: next }, { as: fresh.token }),
      ...Array.from({ length: 3 }, () => post('/api/auth/login', { email: 'asha@example.in', password })),
    ])
    expect(changed.status).toBe(200)
    expect(overlapping).toHaveLength(3)
    for (const { status, body } of overlapping) {
      expect([200, 401]).toContain(status)
      if (status === 200) expect((await get('/api/v1/me', body.token)).status).toBe(401)
    }
    const back = { current: next, password }
    admin = (await test.request('POST', '/api/v1/me/password', back, { as: changed.body.token })).body
  })

  it('ends a session after 8 hours of inactivity or 24 hours in total, for field staff after days', async () => {
    const login = async () =>
      (await post('/api/auth/login', { email: 'asha@example.in', password })).body.token
    advance(3600)
    const idle = await login()
    advance(8 * 3600 + 1)
    expect((await get('/api/v1/me', idle)).status).toBe(401)
    const busy = await login()
    for (let hour = 0; hour < 23; hour += 7) {
      advance(7 * 3600)
      expect((await get('/api/v1/me', busy)).status).toBe(hour < 21 ? 200 : 401)
    }
    const field = await test.as('FIELD')
    advance(6 * 86_400)
    expect((await get('/api/v1/me', field)).status).toBe(200)
    advance(7 * 86_400 + 1)
    expect((await get('/api/v1/me', field)).status).toBe(401)
  })

  it('stores tokens hashed and refuses a tampered one', async () => {
    const { body } = await post('/api/auth/login', { email: 'asha@example.in', password })
    const rows = await test.store.read.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(body.token.slice(4))
    const tampered = body.token.slice(0, -1) + (body.token.endsWith('A') ? 'B' : 'A')
    expect((await get('/api/v1/me', tampered)).status).toBe(401)
  })
})

// Decided by the request and the settings; the tests above cover what is stored.
describe('who may register', () => {
  it.each([
    ['SITE_URL is set', { SITE_URL: 'https://agridesk.example' }, {}],
    ['TRUST_PROXY is set', { TRUST_PROXY: '127.0.0.1' }, {}],
    ['another host name is requested', {}, { host: 'agridesk.example' }],
    ['a proxy forwarded the request', {}, { 'x-forwarded-for': '203.0.113.9' }],
    ['a proxy added a Via header', {}, { via: '1.1 edge' }],
  ])('does not make the first account the administrator when %s', async (_words, environment, headers) => {
    const open = await openTestApp('sqlite', environment)
    const register = (name: string, more: object, sent = {}): Promise<Answer> =>
      open.request(
        'POST',
        '/api/auth/register',
        { ...person(name), ...more },
        { as: 'anonymous', headers: sent },
      )
    const stranger = await register('stranger', {}, headers)
    expect([stranger.body.account.status, stranger.body.account.role]).toEqual(['pending', null])
    const sentence = await inviteFirstAdministrator(open.ctx, 'http://127.0.0.1:4000')
    const link = /^Register the administrator within 30 minutes at (\S+)\?invite=(\S+)$/.exec(sentence!)
    // When the server is configured for this machine only, a local request is enough.
    expect(link === null).toBe(Object.keys(environment).length === 0)
    if (link)
      expect(link[1]).toBe(
        `${'SITE_URL' in environment ? environment.SITE_URL : 'http://127.0.0.1:4000'}/register`,
      )
    const owner = await register('owner', link ? { invite: link[2] } : {}, link ? headers : {})
    expect(owner.body.account).toMatchObject({ status: 'active', role: 'ADMIN' })
    await open.close()
  })

  it('closes and opens registration by the setting REGISTRATION', async () => {
    const closed = await openTestApp('sqlite', { HOST: '0.0.0.0', REGISTRATION: 'closed' })
    const refused = await closed.request('POST', '/api/auth/register', person('x'), { as: 'anonymous' })
    expect([refused.status, refused.body.msg]).toEqual([
      403,
      'Registration is closed. Ask the administrator for an account',
    ])
    await closed.close()
    const open = await openTestApp('sqlite', {
      HOST: '0.0.0.0',
      REGISTRATION: 'open',
      REGISTRATION_ROLE: 'FIELD',
    })
    const { body } = await open.request('POST', '/api/auth/register', person('y'), { as: 'anonymous' })
    expect(body.account).toMatchObject({ status: 'active', role: 'FIELD' })
    await open.close()
  })
})
