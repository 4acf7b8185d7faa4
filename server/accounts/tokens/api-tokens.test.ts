import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('API tokens on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const validToken = { name: 'Tally', role: 'OFFICE', places: 'everything', expiresOn: '2027-11-14' }
  const make = (change: Json = {}, as = 'ADMIN'): Promise<Answer> =>
    test.request('POST', '/api/v1/api-tokens', { ...validToken, ...change }, { as })
  const call = (token: string, method: string, path: string, body?: Json): Promise<Answer> =>
    test.request(method, path, body, { as: 'anonymous', headers: { authorization: `Bearer ${token}` } })

  it('is returned once, stored as a hash, and works under its own name', async () => {
    const { status, body } = await make()
    expect([status, body.token]).toEqual([201, expect.stringMatching(/^agk_[\w-]{43}$/)])
    const { body: listed } = await test.request('GET', '/api/v1/api-tokens')
    expect(listed.items[0]).toMatchObject({ name: 'Tally', role: 'OFFICE', usedAt: null, revokedAt: null })
    const storedText = JSON.stringify([
      listed,
      await test.store.read.selectFrom('api_token').selectAll().execute(),
    ])
    expect(storedText).not.toContain(body.token)
    const country = await test.make('country')
    const zone = { Zone_Code: 'TK', Zone_Name: 'Token zone', Country_Code: country.Country_Code }
    expect((await call(body.token, 'POST', '/api/v1/zones', zone)).status).toBe(201)
    const { body: audit } = await test.request('GET', '/api/v1/audit?who=tally')
    expect(audit.items).toMatchObject([
      { by: 'Tally', byId: body.id, action: 'create', entity: 'zone' },
      { by: 'Tally', action: 'token used', record: body.id },
    ])
    const { body: used } = await test.request('GET', '/api/v1/api-tokens')
    expect(used.items[0]).toMatchObject({ usedAt: '2026-11-15T06:00:00.000Z', usedFrom: '127.0.0.1' })
  })

  it('cannot do what requires a user, whatever its role', async () => {
    const { token } = (await make({ role: 'ADMIN', name: 'Too much' })).body
    for (const [method, path] of [
      ['GET', '/api/v1/me'],
      ['GET', '/api/v1/me/sessions'],
      ['GET', '/api/admin/users'],
      ['GET', '/api/v1/role-rights'],
      ['GET', '/api/v1/api-tokens'],
      ['POST', '/api/v1/api-tokens'],
      ['GET', '/api/v1/audit'],
      ['POST', '/api/v1/user-roles'],
      ['GET', '/api/v1/saved-views'],
    ])
      expect((await call(token, method!, path!, method === 'POST' ? {} : undefined)).status, path).toBe(403)
    expect((await call(token, 'GET', '/api/v1/me')).body.msg).toBe(
      'API tokens cannot do this: log in with an account',
    )
    expect((await call(token, 'GET', '/api/v1/customers')).status).toBe(200)
    const headers = { authorization: `Bearer ${token}`, 'x-view-as': 'anybody' }
    expect(
      (await test.request('GET', '/api/v1/customers', undefined, { as: 'anonymous', headers })).status,
    ).toBe(403)
  })

  it('sees its places, and follows changed role rights at once', async () => {
    const [here, there] = [await test.make('customer'), await test.make('customer')]
    const places = [{ level: 'city', code: here.City_Code }]
    const { token } = (await make({ role: 'VIEWER', places, name: 'One city' })).body
    const seen = async (): Promise<string[]> =>
      (await call(token, 'GET', '/api/v1/customers')).body.items.map((each: Json) => each.Customer_Code)
    expect(await seen()).toContain(here.Customer_Code)
    if (there.City_Code !== here.City_Code) expect(await seen()).not.toContain(there.Customer_Code)
    expect((await call(token, 'PATCH', `/api/v1/customers/${here.id}`, { version: 1 })).status).toBe(403)
    const closed = { rights: { customer: [] }, sees: 'everything', version: 0 }
    expect((await test.request('PUT', '/api/v1/role-rights/VIEWER', closed)).status).toBe(200)
    expect((await call(token, 'GET', '/api/v1/customers')).status).toBe(403)
  })

  it('is refused once it is revoked or expired', async () => {
    const { id, token } = (await make()).body
    expect((await call(token, 'GET', '/api/v1/zones')).status).toBe(200)
    expect((await test.request('DELETE', `/api/v1/api-tokens/${id}`)).status).toBe(204)
    const { status, body } = await call(token, 'GET', '/api/v1/zones')
    expect([status, body.msg]).toEqual([401, 'This API token is unknown, expired or revoked'])
    expect((await test.request('DELETE', `/api/v1/api-tokens/${id}`)).status).toBe(404)
    const today = (await make({ expiresOn: '2026-11-15' })).body.token
    expect((await call(today, 'GET', '/api/v1/zones')).status).toBe(200)
    test.clock.now = new Date('2026-11-15T18:30:00.000Z')
    expect((await call(today, 'GET', '/api/v1/zones')).status).toBe(401)
    test.clock.now = new Date('2026-11-15T06:00:00.000Z')
    expect((await call(`${today}x`, 'GET', '/api/v1/zones')).status).toBe(401)
  })

  it.each([
    [{ name: '' }, /Name is required/],
    [{ role: 'KING' }, /code of a role/],
    [{ expiresOn: '2026-11-14' }, /between today and a year/],
    [{ expiresOn: '2028-01-01' }, /between today and a year/],
    [{ places: [] }, /at least one place/],
    [{ places: [{ level: 'zone', code: 'NOWHERE' }] }, /no zone NOWHERE/],
    [{ colour: 'red' }, /colour is not a field/],
  ])('refuses %j', async (change, sentence) => {
    const { status, body } = await make(change)
    expect([status, body.msg]).toEqual([422, expect.stringMatching(sentence)])
  })

  it('reports all problems of a form at once', async () => {
    const { body } = await make({ name: '', role: 'KING', expiresOn: '2020-01-01', colour: 'red' })
    expect(body.errors).toEqual([
      { field: 'colour', message: 'colour is not a field of an API token' },
      { field: 'name', message: 'Name is required' },
      { field: 'role', message: 'Role should be the code of a role' },
      { field: 'expiresOn', message: 'Last day should be between today and a year from now' },
    ])
  })

  it('can be created by administrators only', async () => {
    for (const as of ['OFFICE', 'FIELD', 'VIEWER']) expect((await make({}, as)).status).toBe(403)
  })

  it('finds records of readable masters in its places only', async () => {
    const [here, there] = [
      await test.make('customer', { Customer_Code: 'FIND1', Customer_Name: 'Quillwort Stores' }),
      await test.make('customer', { Customer_Code: 'FIND2', Customer_Name: 'Quillwort Elsewhere' }),
    ]
    const soil = await test.make('soil', { Soil_Name: 'Quillwort soil' })
    await test.make('role', { Role_Code: 'BOOKS', Role_Name: 'Books' })
    const decision = { rights: { customer: ['read'] }, sees: 'station', version: 0 }
    await test.request('PUT', '/api/v1/role-rights/BOOKS', decision)
    const found = async (places: unknown, role = 'BOOKS'): Promise<string[]> => {
      const { token } = (await make({ name: 'Finder', role, places })).body
      const { status, body } = await call(token, 'GET', '/api/v1/search?q=quillwort')
      expect(status).toBe(200)
      return body.items.map(({ code }: Json) => code).toSorted()
    }
    expect(await found('everything', 'OFFICE')).toEqual(['FIND1', 'FIND2', soil.Soil_Code])
    expect(await found('everything')).toEqual(['FIND1', 'FIND2'])
    expect(await found([{ level: 'station', code: here.Station_Code }])).toEqual(['FIND1'])
    expect(there.Station_Code).not.toBe(here.Station_Code)
    expect((await test.request('GET', '/api/v1/search?q=x', undefined, { as: 'pending' })).status).toBe(403)
  })

  it('keeps working when its creator leaves, which is recorded, unless it is revoked', async () => {
    const createCreator = async (
      email: string,
      ...names: string[]
    ): Promise<{ id: string; tokens: string[] }> => {
      const { id, token } = await newPerson(test, email, 'ADMIN')
      const tokens: string[] = []
      for (const name of names) tokens.push((await make({ name }, token)).body.token)
      return { id, tokens }
    }
    const person = async (id: string): Promise<Json> =>
      (await test.request('GET', '/api/admin/users')).body.find((each: Json) => each.id === id)
    const creatorStatus = async (name: string): Promise<string | null> =>
      (await test.request('GET', '/api/v1/api-tokens')).body.items.find((each: Json) => each.name === name)
        .makerIs
    const change = (id: string, more: Json): Promise<Answer> =>
      test.request('PATCH', `/api/admin/users/${id}`, { version: 1, ...more })
    const isAccepted = async (token: string): Promise<boolean> =>
      (await call(token, 'GET', '/api/v1/countries')).status === 200
    const auditEvents = async (id: string): Promise<Json[]> =>
      (await test.request('GET', `/api/v1/audit?entity=account&record=${id}`)).body.items

    const left = await createCreator('left@example.in', 'Erp A', 'Erp B')
    expect([(await person(left.id)).apiTokens.toSorted(), await creatorStatus('Erp A')]).toEqual([
      ['Erp A', 'Erp B'],
      null,
    ])
    expect((await change(left.id, { status: 'disabled' })).body.apiTokens).toHaveLength(2)
    expect([await isAccepted(left.tokens[0]!), await creatorStatus('Erp A')]).toEqual([true, 'disabled'])
    expect(await auditEvents(left.id)).toContainEqual(
      expect.objectContaining({
        action: 'tokens kept',
        name: 'left',
        facts: expect.arrayContaining([{ label: 'Tokens', before: null, after: 'Erp B, Erp A' }]),
      }),
    )
    // Recorded once, not with every later change.
    await change(left.id, { version: 2, phone: '9876543210' })
    expect((await auditEvents(left.id)).filter(({ action }) => action === 'tokens kept')).toHaveLength(1)
    expect((await test.request('DELETE', `/api/admin/users/${left.id}`)).status).toBe(204)
    expect([await isAccepted(left.tokens[0]!), await creatorStatus('Erp A')]).toEqual([true, 'deleted'])

    const moved = await createCreator('moved@example.in', 'Erp C')
    await change(moved.id, { role: 'OFFICE' })
    expect([await isAccepted(moved.tokens[0]!), await creatorStatus('Erp C')]).toEqual([
      true,
      'no administrator',
    ])

    const ended = await createCreator('ended@example.in', 'Erp D')
    expect((await change(ended.id, { status: 'disabled', revokeTokens: 'yes' })).status).toBe(422)
    expect((await change(ended.id, { status: 'disabled', revokeTokens: true })).body.apiTokens).toEqual([])
    expect(await isAccepted(ended.tokens[0]!)).toBe(false)
    const gone = await createCreator('gone@example.in', 'Erp E')
    await test.request('DELETE', `/api/admin/users/${gone.id}?revokeTokens=true`)
    expect(await isAccepted(gone.tokens[0]!)).toBe(false)
    expect((await auditEvents(gone.id)).some(({ action }) => action === 'tokens kept')).toBe(false)
  })
})
