import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { deleteExpiredLinks } from '../one-time-link.ts'

const password = 'monsoon over the fields'
const next = 'sugarcane after the rain'
const dead = 'This link has been used or has expired. Ask an administrator for a new one'

describe.each(databaseNames)('resetting a password on %s', (database) => {
  let test: TestApp
  let admin: string
  beforeAll(async () => {
    test = await openTestApp(database)
    admin = (await register('asha')).token // the first account is the administrator
  })
  afterAll(() => test.close())

  const post = (path: string, body: unknown, as = 'anonymous'): Promise<Answer> =>
    test.request('POST', path, body, { as })
  /** The session of the administrator expires within a day, so the administrator logs in again. */
  const advance = async (hours: number): Promise<void> => {
    test.clock.now = new Date(test.clock.now.getTime() + hours * 3_600_000)
    admin = (await login('asha', password)).body.token
  }
  const asAdmin = (method: string, path: string, body?: unknown): Promise<Answer> =>
    test.request(method, path, body, { as: admin })
  const register = async (name: string): Promise<Json> => {
    const form = { username: name, email: `${name}@example.in`, password }
    const { status, body } = await post('/api/auth/register', form)
    expect(status).toBe(201)
    return body
  }
  const login = (name: string, secret: string): Promise<Answer> =>
    post('/api/auth/login', { email: `${name}@example.in`, password: secret })
  const link = async (id: string): Promise<Json> => {
    const { status, body } = await asAdmin('POST', `/api/admin/users/${id}/reset`)
    expect(status).toBe(201)
    return body
  }
  const reset = (token: unknown, secret: unknown = next): Promise<Answer> =>
    post('/api/auth/reset', { token, password: secret })
  const change = (id: string, values: object): Promise<Answer> =>
    asAdmin('PATCH', `/api/admin/users/${id}`, values)
  const linksOf = (id: string): Promise<Json[]> =>
    test.store.read.selectFrom('one_time_link').selectAll().where('account_id', '=', id).execute()

  it('sets a new password once by a link; ends every session and the old password', async () => {
    const { account, token: session } = await register('bhavin')
    await change(account.id, { status: 'active', role: 'VIEWER', version: 1 })
    const open = (await login('bhavin', password)).body.token
    const { token, expiresAt } = await link(account.id)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(Date.parse(expiresAt) - test.clock.now.getTime()).toBe(24 * 3_600_000)
    // Creating a link does not change the account.
    expect((await test.request('GET', '/api/v1/me', undefined, { as: open })).status).toBe(200)
    const answer = await reset(token)
    expect([answer.status, answer.body]).toEqual([200, { msg: 'Password changed' }])
    for (const ended of [session, open])
      expect((await test.request('GET', '/api/v1/me', undefined, { as: ended })).status).toBe(401)
    expect((await login('bhavin', password)).status).toBe(401)
    expect((await login('bhavin', next)).body.account).toMatchObject({ status: 'active', role: 'VIEWER' })
    const again = await reset(token, 'a third one to be sure')
    expect([again.status, again.body.msg]).toEqual([403, dead])
    expect((await login('bhavin', next)).status).toBe(200)
  })

  it('records who created the link and its use in the history, without a password', async () => {
    const { account } = await register('chetan')
    const { token } = await link(account.id)
    await reset(token)
    const rows = await test.store.read
      .selectFrom('history')
      .selectAll()
      .where('entity', '=', 'account')
      .where('record_id', '=', account.id)
      .orderBy('id')
      .execute()
    const authors = rows.map((row) => [
      row.actor_name,
      (JSON.parse(String(row.after_values)) as Json).password,
    ])
    expect(authors).toEqual([
      ['a visitor', undefined],
      ['asha', 'reset link made'],
      ['system: password reset link', 'set by reset link'],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/argon2|sugarcane|monsoon/)
  })

  it('accepts a link for 24 hours', async () => {
    const { account } = await register('divya')
    const early = await link(account.id)
    await advance(23.9)
    expect((await reset(early.token)).status).toBe(200)
    const late = await link(account.id)
    await advance(24.1)
    const { status, body } = await reset(late.token)
    expect([status, body.msg]).toEqual([403, dead])
    await test.store.transaction((tx) => deleteExpiredLinks(tx, test.clock.now))
    expect(await linksOf(account.id)).toEqual([])
  })

  it('invalidates a link by a newer link, a changed password or a deleted account', async () => {
    const { account, token: session } = await register('esha')
    const older = await link(account.id)
    const newer = await link(account.id)
    expect((await reset(older.token)).body.msg).toBe(dead)
    const own = { current: password, password: next }
    expect((await test.request('POST', '/api/v1/me/password', own, { as: session })).status).toBe(200)
    expect((await reset(newer.token)).body.msg).toBe(dead)
    const last = await link(account.id)
    expect((await asAdmin('DELETE', `/api/admin/users/${account.id}`)).status).toBe(204)
    expect((await reset(last.token)).body.msg).toBe(dead)
    expect(await linksOf(account.id)).toEqual([])
  })

  it('refuses a wrong token, an incomplete request and a weak password, and keeps the link valid', async () => {
    const { account } = await register('farhan')
    const { token } = await link(account.id)
    expect((await reset('x'.repeat(43))).body.msg).toBe(dead)
    expect((await reset(undefined)).body.errors[0].field).toBe('token')
    expect((await post('/api/auth/reset', { token, password: next, role: 'ADMIN' })).status).toBe(422)
    for (const [weak, sentence] of [
      ['', 'Password is required'],
      ['short', 'Password should have at least 8 characters; 15 or more are better'],
      ['farhan@example.in', 'Password should not be the e-mail address'],
    ]) {
      const { status, body } = await reset(token, weak)
      expect([status, body.errors]).toEqual([422, [{ field: 'password', message: sentence }]])
    }
    expect((await reset(token)).status).toBe(200)
  })

  it('refuses a reset token as an administrator invitation', async () => {
    const { account } = await register('gauri')
    const { token } = await link(account.id)
    const form = { username: 'x', email: 'x@example.in', password, invite: token }
    expect((await post('/api/auth/register', form)).status).toBe(403)
    expect((await reset(token)).status).toBe(200)
  })

  it('keeps a pending account pending and a disabled account disabled', async () => {
    await advance(1)
    const { account } = await register('hari')
    await reset((await link(account.id)).token)
    expect((await login('hari', next)).body.account).toMatchObject({ status: 'pending', role: null })
    const { version } = (await asAdmin('GET', '/api/admin/users')).body.find(
      (each: Json) => each.id === account.id,
    )
    await change(account.id, { status: 'disabled', version })
    await reset((await link(account.id)).token, password)
    const out = await login('hari', password)
    expect([out.status, out.body.msg]).toEqual([403, 'This account is disabled. Ask the administrator'])
  })

  it('resets the login counter with the new password', async () => {
    await advance(1)
    const { account } = await register('indu')
    for (let guess = 0; guess < 6; guess++) await login('indu', 'wrong guess')
    expect((await login('indu', password)).status).toBe(429)
    await reset((await link(account.id)).token)
    expect((await login('indu', next)).status).toBe(200)
  })

  it('stores the token hashed', async () => {
    const { account } = await register('jaya')
    const { token } = await link(account.id)
    const rows = await linksOf(account.id)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0].token_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('sets the password for one of several simultaneous requests', async () => {
    const { account } = await register('kavita')
    const { token } = await link(account.id)
    const answers = await Promise.all(Array.from({ length: 4 }, (_, at) => reset(token, `${next} ${at}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403])
  })

  it('lets only administrators create links, for existing accounts', async () => {
    const { account } = await register('lata')
    const path = `/api/admin/users/${account.id}/reset`
    for (const role of ['OFFICE', 'FIELD', 'VIEWER', 'pending'])
      expect((await test.request('POST', path, undefined, { as: role })).status).toBe(403)
    expect((await test.request('POST', path, undefined, { as: 'anonymous' })).status).toBe(401)
    expect((await asAdmin('POST', '/api/admin/users/nobody/reset')).status).toBe(404)
    // A reset link for the own account would let a stolen token take it over.
    const { body: me } = await asAdmin('GET', '/api/v1/me')
    expect((await asAdmin('POST', `/api/admin/users/${me.id}/reset`)).status).toBe(403)
    expect(await linksOf(account.id)).toEqual([])
  })

  it('rate limits wrong tokens', async () => {
    await advance(1)
    const statuses: number[] = []
    for (let guess = 0; guess < 62; guess++) statuses.push((await reset(`guess ${guess}`)).status)
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(403))
    expect(statuses.slice(60)).toContain(429)
  })

  it('does not list idle sessions that have expired', async () => {
    await advance(1)
    await register('mohan')
    await advance(7)
    const current = (await login('mohan', password)).body.token
    const countSessions = async (): Promise<number> =>
      (await test.request('GET', '/api/v1/me/sessions', undefined, { as: current })).body.items.length
    expect(await countSessions()).toBe(2)
    await advance(2)
    expect(await countSessions()).toBe(1)
  })
})
