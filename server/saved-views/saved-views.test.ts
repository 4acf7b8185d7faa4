import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('saved views on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const save = (body: object, as = 'FIELD'): Promise<Answer> =>
    test.request('POST', '/api/v1/saved-views', { screen: '/get', ...body }, { as })
  const list = async (as = 'FIELD', screen = '/get'): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/saved-views?screen=${screen}`, undefined, { as })).body.items
  const remove = (id: string, as = 'FIELD'): Promise<Answer> =>
    test.request('DELETE', `/api/v1/saved-views/${id}`, undefined, { as })

  it('are private until they are shared', async () => {
    const mine = await save({ name: 'Overdue in the west', query: '?due=overdue&Zone_Code=W&after=x.y' })
    expect(mine.status).toBe(201)
    expect(mine.body).toMatchObject({
      screen: '/get',
      name: 'Overdue in the west',
      query: 'due=overdue&Zone_Code=W',
      shared: false,
      isOwn: true,
    })
    await save({ name: 'Never seen', query: 'due=never', shared: true }, 'OFFICE')
    expect(await list()).toMatchObject([
      { name: 'Overdue in the west', isOwn: true },
      { name: 'Never seen', isOwn: false, shared: true, by: 'OFFICE person' },
    ])
    expect(await list('VIEWER')).toMatchObject([{ name: 'Never seen' }])
    expect(await list('FIELD', '/visitentry')).toEqual([])
  })

  it('are replaced by the same name in any letter case, only within the same account', async () => {
    const first = await save({ name: 'My round', query: 'q=patel' })
    const again = await save({ name: ' MY round ', query: 'q=shah', shared: true })
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id])
    const others = await save({ name: 'My round', query: 'q=rao' }, 'VIEWER')
    expect(others.status).toBe(201)
    const named = (await list()).filter(({ name }) => /my round/i.test(name))
    expect(named).toMatchObject([{ name: 'MY round', query: 'q=shah', shared: true }])
  })

  it('can be saved for the list of every entity, and for no unknown list', async () => {
    const sorted = { name: 'Sorted', query: 'sort=City_Code%2C-Customer_Name&columns=City_Code' }
    for (const screen of ['/lists/customers', '/lists/contact-messages', '/lists/holidays'])
      expect((await save({ ...sorted, screen })).status, screen).toBe(201)
    expect(await list('FIELD', '/lists/customers')).toMatchObject([sorted])
    for (const screen of ['/lists/', '/lists/:path', '/lists/nothing', '/lists/customers/../x'])
      expect((await save({ ...sorted, screen })).status, screen).toBe(422)
  })

  it('are stored once when two tabs save the same name concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const name = `At once ${round}`
      const answers = await Promise.all(['a', 'b', 'c'].map((q) => save({ name, query: `q=${q}` })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
      expect((await list()).filter((view) => view.name === name)).toHaveLength(1)
    }
  })

  it('can be deleted by their owner, and shared ones by an administrator', async () => {
    const secret = (await save({ name: 'Secret' }, 'OFFICE')).body
    const open = (await save({ name: 'Open', shared: true }, 'OFFICE')).body
    for (const who of ['FIELD', 'ADMIN']) {
      const { status, body } = await remove(secret.id, who)
      expect([status, body.msg]).toEqual([404, `There is no view ${secret.id} here`])
    }
    const refused = await remove(open.id)
    expect([refused.status, refused.body.msg]).toEqual([
      403,
      'The role Field may not delete the saved views of others',
    ])
    expect((await remove(open.id, 'ADMIN')).status).toBe(204)
    expect((await remove(open.id, 'ADMIN')).status).toBe(404)
    expect((await remove(secret.id, 'OFFICE')).status).toBe(204)
    expect((await remove("x' or 1=1", 'OFFICE')).status).toBe(404)
  })

  it('are limited to a hundred per screen', async () => {
    for (let n = (await list('VIEWER')).filter(({ isOwn }) => isOwn).length; n < 100; n++)
      expect((await save({ name: `View ${n}` }, 'VIEWER')).status).toBe(201)
    const more = await Promise.all([1, 2].map((n) => save({ name: `One more ${n}` }, 'VIEWER')))
    for (const { status, body } of more)
      expect([status, body.errors]).toEqual([
        422,
        [
          {
            field: 'name',
            message: 'You have 100 views of this screen, which is the maximum. Delete one first',
          },
        ],
      ])
    expect((await save({ name: 'VIEW 99', query: 'q=x' }, 'VIEWER')).status).toBe(200)
    expect((await save({ name: 'Elsewhere', screen: '/visitentry' }, 'VIEWER')).status).toBe(201)
  })

  it('store hostile text as text, and a query as a query string', async () => {
    const name = `<img src=x onerror=alert(1)>'"; drop table saved_view;--`
    const { body } = await save({ name, query: 'https://evil.example/?q=<script>&x=a b#frag' })
    expect(body.name).toBe(name)
    expect(body.query).toMatch(/^[\w.%+=&*-]+$/)
    expect(await list()).toContainEqual(expect.objectContaining({ name, query: body.query }))
  })

  it.each([
    [{ name: '' }, 'Name is required'],
    [{ name: 7 }, 'Name should be text'],
    [{ name: 'x'.repeat(201) }, /^Name should not exceed 200 characters/],
    [{ name: 'a\u0000b' }, /^Name/],
    [{ name: 'x', screen: '//evil.example' }, /^screen should be the path of a screen/],
    [{ name: 'x', screen: '/login' }, /^screen should be the path of a screen/],
    [{ name: 'x', screen: null }, /^screen should be the path of a screen/],
    [{ name: 'x', query: 'q='.padEnd(4001, 'x') }, /^query should be the query string/],
    [{ name: 'x', query: `q=${'ü'.repeat(1000)}` }, /^query should be the query string/],
    [{ name: 'x', query: 'q=a\nb' }, /^query should be the query string/],
    [{ name: 'x', query: { q: 1 } }, /^query should be the query string/],
    [{ name: 'x', shared: 1 }, 'shared should be true or false'],
    [{ name: 'x', account_id: 'somebody' }, 'account_id is not a field of a view'],
  ])('return 422 for %j', async (body, sentence) => {
    const answer = await save(body)
    expect(answer.status).toBe(422)
    expect(answer.body.msg).toMatch(sentence instanceof RegExp ? sentence : new RegExp(`^${sentence}$`))
  })

  it('require a screen and an approved account', async () => {
    expect((await test.request('GET', '/api/v1/saved-views')).status).toBe(422)
    expect((await test.request('POST', '/api/v1/saved-views', [])).status).toBe(422)
    expect((await save({ name: 'x' }, 'pending')).status).toBe(403)
    expect((await save({ name: 'x' }, 'anonymous')).status).toBe(401)
  })
})
