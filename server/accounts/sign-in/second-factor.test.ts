import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { codeOfStep, stepAt } from './totp.ts'
import { dynamic } from '../../store/dialect.ts'

const password = 'monsoon over the fields'
const codeRequired = 'Enter the code your authenticator app shows, or a recovery code'
const wrong = 'This code is wrong or was used before. Wait for the next one and try again'

describe.each(databaseNames)('the second factor on %s', (database) => {
  let test: TestApp
  let count = 0
  beforeAll(async () => {
    test = await openTestApp(database, { TRUST_PROXY: '127.0.0.1' })
    await test.as('ADMIN')
  })
  beforeEach(() => advance(30))
  afterAll(() => test.close())

  const advance = (seconds: number): void => {
    test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
  }
  const ask = (path: string, body: unknown, as = 'anonymous', address = '10.1.1.1'): Promise<Answer> =>
    test.request('POST', path, body, { as, headers: { 'x-forwarded-for': address } })
  const me = async (as: string): Promise<number> =>
    (await test.request('GET', '/api/v1/me', undefined, { as })).status
  const readFactor = async (as: string): Promise<Json> =>
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
  /** An account with the factor on; the clock is at a code that was not used. */
  const withFactor = async () => {
    const account = await person()
    const { body } = await begin(account.token)
    const confirmed = await ask(
      '/api/v1/me/second-factor/confirm',
      { code: codeNow(body.secret) },
      account.token,
    )
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
    advance(30)
    return { ...account, secret: body.secret, recovery: confirmed.body.recoveryCodes as string[] }
  }

  it('starts with the password, is on after a code, and ends other sessions', async () => {
    const { email, token } = await person()
    const other = (await login(email)).body.token
    expect(await readFactor(token)).toEqual({ since: null, recoveryCodes: 0 })
    const refused = await begin(token, 'not the password')
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ field: 'password', message: 'Password is wrong' }],
    ])
    const { secret, address } = (await begin(token)).body
    expect(address).toContain(`secret=${secret}`)
    // A factor that is not confirmed does not ask for a code yet.
    expect((await login(email)).status).toBe(200)
    const off = codeNow(secret) === '000000' ? '000001' : '000000'
    const bad = await ask('/api/v1/me/second-factor/confirm', { code: off }, token)
    expect([bad.status, bad.body.errors]).toEqual([422, [{ field: 'code', message: wrong }]])
    const good = await ask('/api/v1/me/second-factor/confirm', { code: codeNow(secret) }, token)
    expect(new Set(good.body.recoveryCodes).size).toBe(10)
    for (const code of good.body.recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{4}$/)
    expect([await me(token), await me(other)]).toEqual([200, 401])
    expect(await readFactor(token)).toEqual({ since: test.clock.now.toISOString(), recoveryCodes: 10 })
    expect((await begin(token)).status).toBe(409)
  })

  it('refuses to confirm a secret after an hour', async () => {
    const { token } = await person()
    const { secret } = (await begin(token)).body
    advance(3601)
    const answer = await ask('/api/v1/me/second-factor/confirm', { code: codeNow(secret) }, token)
    expect([answer.status, answer.body.msg]).toEqual([409, 'This took too long. Start again'])
  })

  it('asks for a code after a right password, and accepts each code once', async () => {
    const { id, email, secret } = await withFactor()
    const asked = await login(email)
    expect([asked.status, asked.body.errors, asked.body.token]).toEqual([
      401,
      [{ field: 'code', message: codeRequired }],
      undefined,
    ])
    const code = codeNow(secret)
    expect((await login(email, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    const again = await login(email, code)
    expect([again.status, again.body.msg]).toEqual([401, wrong])
    const refusals = await test.request('GET', '/api/v1/audit?action=login+failed&limit=1')
    expect(refusals.body.items).toMatchObject([{ record: id, facts: [{ after: email }] }])
    // A code older than the last one used is refused as well.
    expect((await login(email, codeNow(secret, -1))).status).toBe(401)
    advance(30)
    expect((await login(email, codeNow(secret))).status).toBe(200)
  })

  it('does not mention codes after a wrong password, and does not consume the code', async () => {
    const { email, secret } = await withFactor()
    const code = codeNow(secret)
    const answer = await login(email, code, undefined, 'wrong guess')
    expect([answer.status, answer.body.msg, answer.body.errors]).toEqual([401, 'invalid credentials', []])
    expect((await login(email, code)).status).toBe(200)
  })

  it('accepts a clock that is half a minute off, not more', async () => {
    const { email, secret } = await withFactor()
    advance(120)
    expect((await login(email, codeNow(secret, -2))).status).toBe(401)
    expect((await login(email, codeNow(secret, 2))).status).toBe(401)
    expect((await login(email, codeNow(secret, -1))).status).toBe(200)
    expect((await login(email, codeNow(secret, 1))).status).toBe(200)
  })

  // An account each: how many of the refused are counted before the accepted one clears the count is open,
  // and a second round on the same account could meet the limit of attempts.
  it.each(['code', 'recovery code'])('accepts a %s for one of several simultaneous logins', async (kind) => {
    const { email, secret, recovery } = await withFactor()
    const code = kind === 'code' ? codeNow(secret) : recovery[0]!
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(email, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  it('accepts a recovery code once in any spelling, and records it in the history', async () => {
    const { id, email, recovery } = await withFactor()
    const first = await login(email, recovery[3]!.toLowerCase().replaceAll('-', ' '))
    expect(first.status).toBe(200)
    expect((await login(email, recovery[3]!)).status).toBe(401)
    expect(await readFactor(first.body.token)).toMatchObject({ recoveryCodes: 9 })
    const history = await test.store.read
      .selectFrom('history')
      .select('after_values')
      .where('record_id', '=', id)
      .execute()
    const events = history.map((row) => (JSON.parse(String(row.after_values)) as Json).security)
    expect(events).toContain('recovery code used')
  })

  it('stores neither codes nor secrets in the history, and recovery codes only hashed', async () => {
    const { id, secret, recovery } = await withFactor()
    const history = await test.store.read.selectFrom('history').selectAll().execute()
    const storedCodes = await test.store.read
      .selectFrom('recovery_code')
      .selectAll()
      .where('account_id', '=', id)
      .execute()
    expect(storedCodes).toHaveLength(10)
    for (const secretText of [secret, recovery[0]!, recovery[0]!.replaceAll('-', '')])
      expect(JSON.stringify([history, storedCodes])).not.toContain(secretText)
  })

  it('rate limits codes like passwords, from any number of addresses', async () => {
    const { email, secret } = await withFactor()
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await login(email, String(100_000 + guess), `10.7.${guess}.1`)).status)
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(401))
    expect(new Set(statuses.slice(5))).toEqual(new Set([429]))
    // The right code has to wait as well, and requesting the code counts as an attempt.
    expect((await login(email, codeNow(secret), '10.8.8.8')).status).toBe(429)
    const other = await withFactor()
    for (let time = 0; time < 5; time++) expect((await login(other.email)).status).toBe(401)
    expect((await login(other.email)).status).toBe(429)
  })

  it('refuses a code that is not text; an account without the factor needs none', async () => {
    const { email } = await person()
    const number = await ask('/api/auth/login', { email, password, code: 123456 })
    expect([number.status, number.body.errors]).toEqual([
      422,
      [{ field: 'code', message: 'Code should be text' }],
    ])
    expect((await login(email, '123456')).status).toBe(200)
  })

  it('is turned off with password and code; other sessions end and old codes are refused', async () => {
    const { email, token, secret, recovery } = await withFactor()
    const other = (await login(email, codeNow(secret))).body.token
    const off = (body: object): Promise<Answer> => ask('/api/v1/me/second-factor/off', body, token)
    advance(30)
    const code = codeNow(secret)
    expect((await off({ password })).body.errors).toEqual([{ field: 'code', message: 'Code is required' }])
    expect((await off({ password: 'not it', code })).body.errors[0].field).toBe('password')
    expect((await off({ password, code: recovery[0]!.slice(5) })).body.errors[0].field).toBe('code')
    expect((await off({ password, code })).status).toBe(204)
    expect([await me(token), await me(other)]).toEqual([200, 401])
    expect((await login(email)).status).toBe(200)
    expect((await off({ password, code })).status).toBe(409)
    // After turning it on again, neither old codes nor old recovery codes are valid.
    const fresh = (await begin(token)).body.secret
    expect(fresh).not.toBe(secret)
    await ask('/api/v1/me/second-factor/confirm', { code: codeNow(fresh) }, token)
    advance(30)
    expect((await login(email, recovery[5]!)).status).toBe(401)
    expect((await login(email, codeNow(secret))).status).toBe(401)
    expect((await login(email, codeNow(fresh))).status).toBe(200)
  })

  it('can be turned off by an administrator for another account only', async () => {
    const { id, email, token } = await withFactor()
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

  it('is still required after a password reset, and is deleted with the account', async () => {
    const { id, email, secret } = await withFactor()
    const link = (await test.request('POST', `/api/admin/users/${id}/reset`)).body
    await ask('/api/auth/reset', { token: link.token, password: 'sugarcane after the rain' })
    expect((await login(email, undefined, undefined, 'sugarcane after the rain')).body.msg).toBe(codeRequired)
    expect((await login(email, codeNow(secret), undefined, 'sugarcane after the rain')).status).toBe(200)
    expect((await test.request('DELETE', `/api/admin/users/${id}`)).status).toBe(204)
    for (const table of ['second_factor', 'recovery_code', 'known_device'])
      expect(
        await dynamic(test.store.read).selectFrom(table).selectAll().where('account_id', '=', id).execute(),
      ).toEqual([])
  })

  it('renews recovery codes with the password and a code, and revokes the previous ones', async () => {
    const { id, email, token, secret, recovery } = await withFactor()
    const renew = (body: object, as = token): Promise<Answer> =>
      ask('/api/v1/me/second-factor/recovery-codes', body, as)
    const fieldOf = async (body: object): Promise<string> => (await renew(body)).body.errors[0].field
    expect(await fieldOf({ password })).toBe('code')
    expect(await fieldOf({ password: 'not this one', code: codeNow(secret) })).toBe('password')
    expect(await fieldOf({ password, code: '000000' })).toBe('code')
    expect((await readFactor(token)).recoveryCodes).toBe(10)
    const { status, body } = await renew({ password, code: codeNow(secret) })
    expect([status, new Set([...recovery, ...body.recoveryCodes]).size]).toEqual([200, 20])
    // The code is consumed, and the session continues.
    expect((await renew({ password, code: codeNow(secret) })).status).toBe(422)
    expect(await readFactor(token)).toMatchObject({ recoveryCodes: 10 })
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
