import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { can } from '#domain/access/policy.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { openSession } from './session-store.ts'
import { codeOfStep, stepAt } from './totp.ts'

const password = 'monsoon over the fields'
const sentence = 'Your role requires a second factor. Switch it on under My account to continue'
const open = [
  'GET /api/v1/me',
  'PUT /api/v1/me/language',
  'GET /api/v1/me/second-factor',
  'POST /api/v1/me/second-factor',
  'POST /api/v1/me/second-factor/confirm',
  'POST /api/auth/logout',
]

interface Route {
  method: string
  url: string
  isPublic: boolean
}

describe.each(databaseNames)('a second factor required by a role on %s', (database) => {
  let test: TestApp
  const routes: Route[] = []
  let count = 0
  beforeAll(async () => {
    test = await openTestApp(database, {}, (app) => {
      app.addHook('onRoute', ({ method, url, config }) => {
        const isPublic = can({ kind: 'anonymous', address: '' }, ...config!.may!).allowed
        for (const each of [method].flat()) routes.push({ method: each, url, isPublic })
      })
    })
  })
  beforeEach(() => advance(30))
  afterAll(() => test.close())

  const advance = (seconds: number): void => {
    test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
  }
  const roleRow = async (role: string): Promise<Json> => {
    const { body } = await test.request('GET', '/api/v1/role-rights')
    return body.roles.find((each: Json) => each.role === role)
  }
  const require = async (role: string, required: boolean, as?: string): Promise<Answer> => {
    const { version } = await roleRow(role)
    const body = { required, version }
    return test.request('PUT', `/api/v1/role-rights/${role}/second-factor`, body, as ? { as } : {})
  }
  const login = (email: string, code?: string): Promise<Answer> =>
    test.request(
      'POST',
      '/api/auth/login',
      { email, password, ...(code !== undefined && { code }) },
      { as: 'anonymous' },
    )
  const person = async (role: string): Promise<{ id: string; email: string; token: string }> => {
    const email = `required${++count}@example.in`
    const registration = { username: `Required ${count}`, email, password }
    const { body } = await test.request('POST', '/api/auth/register', registration, { as: 'anonymous' })
    const { id, version } = body.account
    const change = { status: 'active', role, version }
    expect((await test.request('PATCH', `/api/admin/users/${id}`, change)).status).toBe(200)
    return { id, email, token: (await login(email)).body.token }
  }
  const ask = (as: string, path: string, method = 'GET', body?: unknown): Promise<Answer> =>
    test.request(method, path, body, { as })
  const enrol = async (as: string): Promise<string> => {
    const { body } = await ask(as, '/api/v1/me/second-factor', 'POST', { password })
    const code = codeOfStep(body.secret, stepAt(test.clock.now))
    const confirmed = await ask(as, '/api/v1/me/second-factor/confirm', 'POST', { code })
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
    advance(30)
    return body.secret
  }

  it('is off by default, is changed with the version, and is in the audit', async () => {
    const { requiresFactor, version } = await roleRow('VIEWER')
    expect([requiresFactor, version]).toEqual([false, 0])
    const on = await require('VIEWER', true)
    expect([on.status, on.body.requiresFactor, on.body.version]).toEqual([200, true, 1])
    const stale = { required: false, version: 0 }
    const path = '/api/v1/role-rights/VIEWER/second-factor'
    expect((await test.request('PUT', path, stale)).status).toBe(409)
    expect((await test.request('PUT', path, { required: 'yes', version: 1 })).status).toBe(422)
    expect((await test.request('PUT', path, { required: false, version: 1 }, { as: 'OFFICE' })).status).toBe(
      403,
    )
    const { body } = await test.request('GET', '/api/v1/audit?entity=roleRights&limit=1')
    expect(body.items[0].facts).toEqual([
      { label: 'Second factor', before: 'not required', after: 'required' },
    ])
    // The rights stay the defaults, and changing them keeps the requirement.
    const { rights, usual } = await roleRow('VIEWER')
    expect(rights).toEqual(usual.rights)
    const change = { rights: { zone: [] }, sees: 'everything', version: 1 }
    const changed = await test.request('PUT', '/api/v1/role-rights/VIEWER', change)
    expect([changed.status, changed.body.requiresFactor]).toEqual([200, true])
    expect((await require('VIEWER', false)).body).toMatchObject({ requiresFactor: false, sees: 'everything' })
  })

  it('lets an account without it only switch it on, on every route', async () => {
    const { token, email } = await person('OFFICE')
    expect((await ask(token, '/api/v1/customers')).status).toBe(200)
    expect((await roleRow('OFFICE')).withoutFactor).toBeGreaterThan(0)
    await require('OFFICE', true)
    const again = await login(email)
    expect([again.status, again.body.account.access.secondFactor]).toEqual([200, 'missing'])
    const answered: string[] = []
    let refused = 0
    for (const { method, url, isPublic } of routes) {
      if (isPublic || url === '/api/auth/logout') continue
      const hasBody = method !== 'GET' && method !== 'HEAD'
      const path = url.replaceAll(/:\w+/g, 'nothing')
      const { status, body } = await ask(token, path, method, hasBody ? {} : undefined)
      if (status !== 403) answered.push(`${method} ${url}`)
      else if (method !== 'HEAD') expect(body.code, `${method} ${url}`).toBe('second-factor-required')
      if (status === 403) refused++
    }
    expect(answered.filter((each) => !each.startsWith('HEAD')).toSorted()).toEqual(
      open.filter((each) => !each.endsWith('logout')).toSorted(),
    )
    expect(refused).toBeGreaterThan(250)
    const refusal = await ask(token, '/api/v1/customers')
    expect([refusal.body.msg, refusal.body.subject]).toEqual([sentence, 'customer'])
    // Nor as another user.
    const viewing = { as: token, headers: { 'x-view-as': 'nothing' } }
    expect((await test.request('GET', '/api/v1/customers', undefined, viewing)).body.msg).toBe(sentence)
    expect((await ask(token, '/api/v1/services')).status).toBe(200)

    const secret = await enrol(token)
    expect((await ask(token, '/api/v1/customers')).status).toBe(200)
    expect((await ask(token, '/api/v1/me')).body.access.secondFactor).toBe('required')
    const code = codeOfStep(secret, stepAt(test.clock.now))
    const off = await ask(token, '/api/v1/me/second-factor/off', 'POST', { password, code })
    expect([off.status, off.body.msg]).toEqual([
      403,
      'Your role requires a second factor. For another phone, ask an administrator to switch it off, and switch it on at the next log-in',
    ])
    // No longer required: it can be switched off with the same code.
    await require('OFFICE', false)
    expect((await ask(token, '/api/v1/me/second-factor/off', 'POST', { password, code })).status).toBe(204)
    expect((await ask(token, '/api/v1/customers')).status).toBe(200)
  }, 60_000)

  it('logs out without it', async () => {
    const { token } = await person('OFFICE')
    await require('OFFICE', true)
    expect((await ask(token, '/api/auth/logout', 'POST', {})).status).toBe(204)
    expect((await ask(token, '/api/v1/me')).status).toBe(401)
    await require('OFFICE', false)
  })

  it('does not lock out the administrator who requires it, nor a user who lost the phone', async () => {
    const { token } = await person('ADMIN')
    const other = await person('ADMIN')
    await enrol(other.token)
    expect((await require('ADMIN', true, token)).status).toBe(200)
    expect((await ask(token, '/api/v1/role-rights')).body.code).toBe('second-factor-required')
    await enrol(token)
    expect((await ask(token, '/api/v1/role-rights')).status).toBe(200)
    const lost = await ask(token, `/api/admin/users/${other.id}/second-factor`, 'DELETE')
    expect(lost.status).toBe(204)
    const back = (await login(other.email)).body.token
    expect((await ask(back, '/api/v1/customers')).body.code).toBe('second-factor-required')
    await enrol(back)
    expect((await ask(back, '/api/v1/customers')).status).toBe(200)
    const { version } = (await ask(back, '/api/v1/role-rights')).body.roles.find(
      (each: Json) => each.role === 'ADMIN',
    )
    const put = { required: false, version }
    expect((await ask(back, '/api/v1/role-rights/ADMIN/second-factor', 'PUT', put)).status).toBe(200)
  })

  it('accepts a log-in at the provider of single sign-on instead', async () => {
    const { id } = await person('OFFICE')
    const begin = { accountId: id, role: 'OFFICE', address: 'test', device: 'test' }
    const open = (provider?: string): Promise<string> =>
      test.store.transaction((tx) => openSession(tx, { ...begin, provider }, test.clock.now))
    const [signedOn, withPassword] = [await open('Firm ID'), await open()]
    await require('OFFICE', true)
    const lacks = async (as: string): Promise<unknown> =>
      (await ask(as, '/api/v1/me')).body.access.secondFactor
    expect([await lacks(signedOn), await lacks(withPassword)]).toEqual([undefined, 'missing'])
    expect((await ask(signedOn, '/api/v1/customers')).status).toBe(200)
    expect((await ask(withPassword, '/api/v1/customers')).status).toBe(403)
    await require('OFFICE', false)
  })

  it('applies to a role of the masters, not to API tokens, and phones still hand in what they recorded', async () => {
    const { token, email } = await person('FIELD')
    const device = { id: randomUUID(), label: 'Chrome on Android' }
    const { key } = (await ask(token, '/api/v1/field/devices', 'POST', device)).body
    const made = { name: 'ERP', role: 'VIEWER', places: 'everything', expiresOn: '2026-12-15' }
    const api = (await test.request('POST', '/api/v1/api-tokens', made)).body.token
    expect([key, api]).toEqual([expect.stringMatching(/^agp_/), expect.stringMatching(/^agk_/)])
    await test.make('role', { Role_Code: 'CASHIER', Role_Name: 'Cashier' })
    const { Employee_Code, Employee_Name } = await test.make('staffUser', { Emp_Mail_Id: email })
    await test.make('userRole', { Employee_Code, Employee_Name, Role_Code: 'CASHIER', Role_Name: 'Cashier' })
    expect((await ask(token, '/api/v1/customers')).status).toBe(200)
    await require('CASHIER', true)
    await require('VIEWER', true)
    expect((await ask(token, '/api/v1/customers')).body.code).toBe('second-factor-required')
    expect((await ask(api, '/api/v1/customers')).status).toBe(200)
    const events = {
      device: device.id,
      clock: test.clock.now.toISOString(),
      waiting: 0,
      events: [],
    }
    expect((await ask(key, '/api/v1/field/events', 'POST', events)).status).not.toBe(403)
    // With the session the phone is asked to switch it on; it keeps what a 403 refuses (web/outbox/contact/sender.ts).
    expect((await ask(token, '/api/v1/field/events', 'POST', events)).body.code).toBe(
      'second-factor-required',
    )
    await require('VIEWER', false)
  })
})
