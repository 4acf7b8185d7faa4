import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

const password = 'monsoon over the fields'
const next = 'the well behind the school'

describe.each(databaseNames)('data of an account on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  /** An account with a session. */
  const person = async (name: string): Promise<{ id: string; token: string; email: string }> => {
    const email = `${name}@example.in`
    const form = { username: name, email, password }
    const { body } = await test.request('POST', '/api/auth/register', form, { as: 'anonymous' })
    const { id, version } = body.account
    const membership = { status: 'active', role: 'FIELD', version }
    const approved = await test.request('PATCH', `/api/admin/users/${id}`, membership)
    expect(approved.status, JSON.stringify(approved.body)).toBe(200)
    const login = await test.request('POST', '/api/auth/login', { email, password }, { as: 'anonymous' })
    return { id, email, token: login.body.token }
  }
  const makeFeed = async (as: string): Promise<string> =>
    new URL((await test.request('POST', '/api/auth/calendar-feed', undefined, { as })).body.address).pathname
  const open = async (path: string): Promise<number> =>
    (await test.request('GET', path, undefined, { as: 'anonymous' })).status
  const save = (body: object, as: string): Promise<Answer> =>
    test.request('POST', '/api/v1/saved-views', { screen: '/get', query: 'q=x', ...body }, { as })

  it('revokes the calendar feed of the account with a new password, and no other feed', async () => {
    await test.as('ADMIN')
    const other = await makeFeed(await test.as('OFFICE'))
    const { id, token } = await person('asha')
    const first = await makeFeed(token)
    expect(await open(first)).toBe(200)
    const own = { current: password, password: next }
    const changed = await test.request('POST', '/api/v1/me/password', own, { as: token })
    expect([changed.status, await open(first)]).toEqual([200, 404])

    const second = await makeFeed(changed.body.token)
    const link = await test.request('POST', `/api/admin/users/${id}/reset`)
    expect(await open(second)).toBe(200)
    const answer = { token: link.body.token, password }
    const reset = await test.request('POST', '/api/auth/reset', answer, { as: 'anonymous' })
    expect([reset.status, await open(second)]).toEqual([200, 404])
    expect(await open(other)).toBe(200)
  })

  it('deletes private views with the account and keeps shared ones without an owner', async () => {
    const { id, token } = await person('bhavin')
    await save({ name: 'Only mine' }, token)
    const { body: shared } = await save({ name: 'For all', shared: true }, token)
    await save({ name: 'Another’s' }, 'VIEWER')
    const feed = await makeFeed(token)
    expect((await test.request('DELETE', `/api/admin/users/${id}`)).status).toBe(204)
    const left = await test.store.read.selectFrom('saved_view').select('name').orderBy('name').execute()
    expect(left.map(({ name }) => name)).toEqual(['Another’s', 'For all'])
    expect(await open(feed)).toBe(404)
    const list = async (): Promise<Json[]> =>
      (await test.request('GET', '/api/v1/saved-views?screen=/get', undefined, { as: 'FIELD' })).body.items
    expect(await list()).toMatchObject([{ name: 'For all', isOwn: false, by: null }])
    expect((await test.request('DELETE', `/api/v1/saved-views/${shared.id}`)).status).toBe(204)
    expect(await list()).toEqual([])
  })

  it('lists when an account last logged in', async () => {
    const lastLogIn = async (id: string): Promise<string | null> =>
      (await test.request('GET', '/api/admin/users')).body.find((each: Json) => each.id === id).lastLogInAt
    await test.as('ADMIN')
    const at = test.clock.now.toISOString()
    const { id, email } = await person('lata')
    expect(await lastLogIn(id)).toBe(at)
    test.clock.now = new Date(test.clock.now.getTime() + 60_000)
    await test.request('POST', '/api/auth/login', { email, password }, { as: 'anonymous' })
    expect(await lastLogIn(id)).toBe(test.clock.now.toISOString())
    const form = { username: 'New', email: 'new@example.in', password }
    const { account } = (await test.request('POST', '/api/auth/register', form, { as: 'anonymous' })).body
    expect(await lastLogIn(account.id)).not.toBeUndefined()
  })
})
