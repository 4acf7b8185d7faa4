import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { codeOfStep, stepAt } from './totp.ts'

const password = 'monsoon over the fields'
const wanted = 'Enter the code your authenticator app shows, or a recovery code'
const wrong = 'This code is not right, or was used before. Wait for the next one and try again'

describe.each(databaseNames)('the second factor on %s', (database) => {
  let test: TestApp
  let count = 0
  beforeAll(async () => {
    test = await openTestApp(database, { TRUST_PROXY: '127.0.0.1' })
    await test.as('ADMIN')
  })
  beforeEach(() => later(30))
  afterAll(() => test.close())

  const later = (seconds: number): void => {
    test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
  }
  const ask = (path: string, body: unknown, as = 'anonymous', address = '10.1.1.1'): Promise<Answer> =>
    test.request('POST', path, body, { as, headers: { 'x-forwarded-for': address } })
  const me = async (as: string): Promise<number> =>
    (await test.request('GET', '/api/v1/me', undefined, { as })).status
  const shown = async (as: string): Promise<Json> =>
    (await test.request('GET', '/api/v1/me/second-factor', undefined, { as })).body
  const person = async (): Promise<{ id: string; email: string; token: string }> => {
    const email = `person${++count}@example.in`
    const { body } = await ask('/api/auth/register', { username: 'Person', email, password })
    return { id: body.account.id, email, token: body.token }
  }
  const login = (email: string, code?: string, from?: string, secret = password): Promise<Answer> =>
    ask(
      '/api/auth/login',
      { email, password: secret, ...(code !== undefined && { code }) },
      'anonymous',
      from,
    )
  const codeNow = (secret: string, off = 0): string => codeOfStep(secret, stepAt(test.clock.now) + off)
  const begin = (as: string, secret = password): Promise<Answer> =>
    ask('/api/v1/me/second-factor', { password: secret }, as)
  /** Somebody with the factor on; the clock has moved on to a code that was not used. */
  const guarded = async () => {
    const somebody = await person()
    const { body } = await begin(somebody.token)
    const confirmed = await ask(
      '/api/v1/me/second-factor/confirm',
      { code: codeNow(body.secret) },
      somebody.token,
    )
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
    later(30)
    return { ...somebody, secret: String(body.secret), recovery: confirmed.body.recoveryCodes as string[] }
  }

  it('is begun with the password, on once a code was shown, and ends the other sessions', async () => {
    const { email, token } = await person()
    const other = (await login(email)).body.token
    expect(await shown(token)).toEqual({ since: null, recoveryCodes: 0 })
    const refused = await begin(token, 'not the password')
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ field: 'password', message: 'Password is not right' }],
    ])
    const { secret, address } = (await begin(token)).body
    expect(address).toContain(`secret=${secret}`)
    // Begun is not on: nobody is asked for a code that no app can show yet.
    expect((await login(email)).status).toBe(200)
    const off = codeNow(secret) === '000000' ? '000001' : '000000'
    const bad = await ask('/api/v1/me/second-factor/confirm', { code: off }, token)
    expect([bad.status, bad.body.errors]).toEqual([422, [{ field: 'code', message: wrong }]])
    const good = await ask('/api/v1/me/second-factor/confirm', { code: codeNow(secret) }, token)
    expect(new Set(good.body.recoveryCodes).size).toBe(10)
    for (const code of good.body.recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{4}$/)
    expect([await me(token), await me(other)]).toEqual([200, 401])
    expect(await shown(token)).toEqual({ since: test.clock.now.toISOString(), recoveryCodes: 10 })
    expect((await begin(token)).status).toBe(409)
  })

  it('a secret that was begun more than an hour ago is not confirmed', async () => {
    const { token } = await person()
    const { secret } = (await begin(token)).body
    later(3601)
    const answer = await ask('/api/v1/me/second-factor/confirm', { code: codeNow(secret) }, token)
    expect([answer.status, answer.body.msg]).toEqual([409, 'This took too long. Begin again'])
  })

  it('a right password is asked for a code; each code opens the account once', async () => {
    const { id, email, secret } = await guarded()
    const asked = await login(email)
    expect([asked.status, asked.body.errors, asked.body.token]).toEqual([
      401,
      [{ field: 'code', message: wanted }],
      undefined,
    ])
    const code = codeNow(secret)
    expect((await login(email, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    const again = await login(email, code)
    expect([again.status, again.body.msg]).toEqual([401, wrong])
    const refusals = await test.request('GET', '/api/v1/audit?action=login+failed&limit=1')
    expect(refusals.body.items).toMatchObject([{ record: id, facts: [{ after: email }] }])
    // Nor does one from before the last one that was taken.
    expect((await login(email, codeNow(secret, -1))).status).toBe(401)
    later(30)
    expect((await login(email, codeNow(secret))).status).toBe(200)
  })

  it('with a wrong password nothing is said about codes, and a right code is not used up', async () => {
    const { email, secret } = await guarded()
    const code = codeNow(secret)
    const answer = await login(email, code, undefined, 'wrong guess')
    expect([answer.status, answer.body.msg, answer.body.errors]).toEqual([401, 'invalid credentials', []])
    expect((await login(email, code)).status).toBe(200)
  })

  it('a clock may be half a minute off, not more', async () => {
    const { email, secret } = await guarded()
    later(120)
    expect((await login(email, codeNow(secret, -2))).status).toBe(401)
    expect((await login(email, codeNow(secret, 2))).status).toBe(401)
    expect((await login(email, codeNow(secret, -1))).status).toBe(200)
    expect((await login(email, codeNow(secret, 1))).status).toBe(200)
  })

  it('of many who use one code at once, one gets in; the same with a recovery code', async () => {
    const { email, secret, recovery } = await guarded()
    for (const code of [codeNow(secret), recovery[0]!]) {
      later(1)
      const answers = await Promise.all(Array.from({ length: 4 }, () => login(email, code)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
    }
  })

  it('a recovery code is good once, however it is typed, and is written down in the history', async () => {
    const { id, email, recovery } = await guarded()
    const first = await login(email, recovery[3]!.toLowerCase().replaceAll('-', ' '))
    expect(first.status).toBe(200)
    expect((await login(email, recovery[3]!)).status).toBe(401)
    expect(await shown(first.body.token)).toMatchObject({ recoveryCodes: 9 })
    const history = await test.store.read
      .selectFrom('history')
      .select('after_values')
      .where('record_id', '=', id)
      .execute()
    const told = history.map((row) => (JSON.parse(String(row['after_values'])) as Json).security)
    expect(told).toContain('recovery code used')
  })

  it('neither codes nor secrets stand in the history, and recovery codes only hashed', async () => {
    const { id, secret, recovery } = await guarded()
    const history = await test.store.read.selectFrom('history').selectAll().execute()
    const kept = await test.store.read
      .selectFrom('recovery_code')
      .selectAll()
      .where('account_id', '=', id)
      .execute()
    expect(kept).toHaveLength(10)
    for (const word of [secret, recovery[0]!, recovery[0]!.replaceAll('-', '')])
      expect(JSON.stringify([history, kept])).not.toContain(word)
  })

  it('guessing codes is slowed down like guessing passwords, from any number of addresses', async () => {
    const { email, secret } = await guarded()
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await login(email, String(100_000 + guess), `10.7.${guess}.1`)).status)
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(401))
    expect(new Set(statuses.slice(5))).toEqual(new Set([429]))
    // Also the right one has to wait, and asking for the code was an attempt, too.
    expect((await login(email, codeNow(secret), '10.8.8.8')).status).toBe(429)
    const other = await guarded()
    for (let time = 0; time < 5; time++) expect((await login(other.email)).status).toBe(401)
    expect((await login(other.email)).status).toBe(429)
  })

  it('a code that is not text is refused by name; an account without the factor needs none', async () => {
    const { email } = await person()
    const number = await ask('/api/auth/login', { email, password, code: 123456 })
    expect([number.status, number.body.errors]).toEqual([
      422,
      [{ field: 'code', message: 'Code should be text' }],
    ])
    expect((await login(email, '123456')).status).toBe(200)
  })

  it('its owner switches it off with password and code; other sessions end, old codes open nothing', async () => {
    const { email, token, secret, recovery } = await guarded()
    const other = (await login(email, codeNow(secret))).body.token
    const off = (body: object): Promise<Answer> => ask('/api/v1/me/second-factor/off', body, token)
    later(30)
    const code = codeNow(secret)
    expect((await off({ password })).body.errors).toEqual([{ field: 'code', message: 'Code is required' }])
    expect((await off({ password: 'not it', code })).body.errors[0].field).toBe('password')
    expect((await off({ password, code: recovery[0]!.slice(5) })).body.errors[0].field).toBe('code')
    expect((await off({ password, code })).status).toBe(204)
    expect([await me(token), await me(other)]).toEqual([200, 401])
    expect((await login(email)).status).toBe(200)
    expect((await off({ password, code })).status).toBe(409)
    // Switched on again, it is another one: neither old codes nor old recovery codes fit.
    const fresh = (await begin(token)).body.secret
    expect(fresh).not.toBe(secret)
    await ask('/api/v1/me/second-factor/confirm', { code: codeNow(fresh) }, token)
    later(30)
    expect((await login(email, recovery[5]!)).status).toBe(401)
    expect((await login(email, codeNow(secret))).status).toBe(401)
    expect((await login(email, codeNow(fresh))).status).toBe(200)
  })

  it('an administrator switches it off for somebody else, and for nobody else does anyone', async () => {
    const { id, email, token } = await guarded()
    const path = `/api/admin/users/${id}/second-factor`
    for (const role of ['OFFICE', 'FIELD', 'VIEWER', 'pending', token])
      expect((await test.request('DELETE', path, undefined, { as: role })).status).toBe(403)
    const users = (await test.request('GET', '/api/admin/users')).body as Json[]
    expect(users.find((each) => each.id === id)).toMatchObject({ secondFactor: true, invited: false })
    expect((await test.request('DELETE', path)).status).toBe(204)
    expect(await me(token)).toBe(401)
    expect((await login(email)).status).toBe(200)
    expect((await test.request('DELETE', path)).status).toBe(404)
    const { body: own } = await test.request('GET', '/api/v1/me')
    expect((await test.request('DELETE', `/api/admin/users/${own.id}/second-factor`)).status).toBe(403)
  })

  it('a reset password does not get around it, and a deleted account leaves nothing of it', async () => {
    const { id, email, secret } = await guarded()
    const link = (await test.request('POST', `/api/admin/users/${id}/reset`)).body
    await ask('/api/auth/reset', { token: link.token, password: 'sugarcane after the rain' })
    expect((await login(email, undefined, undefined, 'sugarcane after the rain')).body.msg).toBe(wanted)
    expect((await login(email, codeNow(secret), undefined, 'sugarcane after the rain')).status).toBe(200)
    expect((await test.request('DELETE', `/api/admin/users/${id}`)).status).toBe(204)
    for (const table of ['second_factor', 'recovery_code', 'known_device'])
      expect(
        await test.store.read.selectFrom(table).selectAll().where('account_id', '=', id).execute(),
      ).toEqual([])
  })

  it('recovery codes are renewed with the password and a code, and those from before are dead', async () => {
    const { id, email, token, secret, recovery } = await guarded()
    const renew = (body: object, as = token): Promise<Answer> =>
      ask('/api/v1/me/second-factor/recovery-codes', body, as)
    const fieldOf = async (body: object): Promise<string> => (await renew(body)).body.errors[0].field
    expect(await fieldOf({ password })).toBe('code')
    expect(await fieldOf({ password: 'not this one', code: codeNow(secret) })).toBe('password')
    expect(await fieldOf({ password, code: '000000' })).toBe('code')
    expect((await shown(token)).recoveryCodes).toBe(10)
    const { status, body } = await renew({ password, code: codeNow(secret) })
    expect([status, new Set([...recovery, ...body.recoveryCodes]).size]).toEqual([200, 20])
    // The code was used up by it, and the session goes on.
    expect((await renew({ password, code: codeNow(secret) })).status).toBe(422)
    expect(await shown(token)).toMatchObject({ recoveryCodes: 10 })
    expect((await login(email, recovery[0])).body.errors[0].field).toBe('code')
    expect((await login(email, body.recoveryCodes[0])).status).toBe(200)
    const history = await test.store.read
      .selectFrom('history')
      .selectAll()
      .where('record_id', '=', id)
      .execute()
    expect(JSON.stringify(history)).toContain('recovery codes renewed')
    expect(JSON.stringify(history)).not.toContain(body.recoveryCodes[1])
    const without = await person()
    expect((await renew({ password, code: '000000' }, without.token)).status).toBe(409)
  })
})
