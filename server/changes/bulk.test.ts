import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type RequestOptions, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('bulk edits and deletes on %s', (database) => {
  let test: TestApp
  let customers: Json[]
  let sameState: Json
  let elsewhere: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    const first = await test.make('customer', { Customer_Code: 'C1', Street: 'Old' })
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = first
    for (const code of ['C2', 'C3', 'C4']) {
      await test.request('POST', '/api/v1/customers', { ...base, Customer_Code: code })
    }
    customers = (await test.request('GET', '/api/v1/customers?sort=Customer_Code')).body.items
    const { Country_Code, State_Code } = first
    sameState = await test.make('city', { City_Code: 'NEAR', Country_Code, State_Code })
    elsewhere = await test.make('station', { Station_Code: 'FAR' })
    await test.make('balance', { Customer_Code: 'C4' })
  })
  afterAll(() => test.close())

  const bulk = (path: string, body: Json, options?: RequestOptions): Promise<Answer> =>
    test.request('POST', `/api/v1/bulk/${path}`, body, options)
  const column = async (field: string): Promise<string[]> =>
    (await test.request('GET', '/api/v1/customers?sort=Customer_Code')).body.items.map(
      (each: Json) => each[field],
    )
  const batches = async (): Promise<Json[]> => (await test.request('GET', '/api/v1/batches')).body.items
  const undo = (id: string): Promise<Answer> => test.request('POST', `/api/v1/batches/${id}/undo`)
  const idsOf = (...places: number[]): string[] => places.map((at) => customers[at].id)

  it('reports in a dry run what it then changes, and undoes it in one step', async () => {
    const before = await column('City_Code')
    const request = { action: 'update', ids: idsOf(0, 1, 2), set: { City_Code: 'near' } }
    const dryRun = await bulk('customers', { ...request, dryRun: true })
    expect(await bulk('customers', { ...request, rehearse: true })).toMatchObject({ body: dryRun.body })
    expect(await bulk('customers?dryRun=true', request)).toMatchObject({ body: dryRun.body })
    expect(dryRun).toMatchObject({
      status: 200,
      body: { isDryRun: true, batch: null, changed: 3, unchanged: 0, leftCount: 0, left: [] },
    })
    expect(await column('City_Code')).toEqual(before)
    expect(await batches()).toEqual([])
    const { sample, names, ...counted } = dryRun.body
    expect(sample.map((each: Json) => each.name)).toEqual(['Customer C1', 'Customer C2', 'Customer C3'])
    expect(sample[0]).toMatchObject({ before: { City_Code: before[0] }, after: { City_Code: 'NEAR' } })
    expect(Object.keys(names.City_Code)).toEqual([before[0], 'NEAR'])
    const { body } = await bulk('customers', request)
    expect(body).toMatchObject({
      ...counted,
      isDryRun: false,
      batch: { kind: 'bulk edit', entity: 'customer' },
    })
    expect(body.batch.title).toBe('City Code of 3 customers set to NEAR')
    expect(await column('City_Code')).toEqual(['NEAR', 'NEAR', 'NEAR', before[3]])
    expect((await undo(body.batch.id)).body).toMatchObject({ undone: 3, leftCount: 0 })
    expect(await column('City_Code')).toEqual(before)
  })

  it('sets the levels above, leaves and lists what cannot be changed, and changes the rest', async () => {
    const moved = await bulk('customers', {
      action: 'update',
      ids: idsOf(1),
      set: { Station_Code: 'FAR', City_Code: (await cityIn(elsewhere)).City_Code },
    })
    expect(moved.body).toMatchObject({ changed: 1 })
    expect((await column('Pool_Code'))[1]).toBe(elsewhere.Pool_Code)
    await undo(moved.body.batch.id)
    const { status, body } = await bulk('customers', { action: 'delete', ids: [...idsOf(2, 3), 'no-such'] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ changed: 1, leftCount: 2, batch: { title: '1 customer deleted' } })
    expect(body.left).toContainEqual({
      id: customers[3].id,
      name: 'Customer C4',
      because: 'Customer C4 is used by 1 balance and cannot be deleted',
    })
    expect(body.left).toContainEqual({
      id: 'no-such',
      name: 'Customer no-such',
      because: 'There is no customer no-such here',
    })
    expect(await column('Customer_Code')).toEqual(['C1', 'C2', 'C4'])
    await undo(body.batch.id)
    expect(await column('Customer_Code')).toEqual(['C1', 'C2', 'C3', 'C4'])
  })

  it('changes the records of a list query, counts unchanged ones, and names emptied fields', async () => {
    await bulk('customers', { action: 'update', ids: idsOf(0), set: { PAN: 'ABCDE1234F' } })
    const query = '?Customer_Code.begins=c&sort=-Customer_Code&limit=1'
    const set = await bulk('customers', { action: 'update', query, set: { PAN: 'ABCDE1234F' } })
    expect(set.body).toMatchObject({
      changed: 3,
      unchanged: 1,
      batch: { title: 'PAN of 3 customers changed' },
    })
    const emptied = await bulk('customers', { action: 'update', query, set: { PAN: null, Street: 'New' } })
    expect(emptied.body.batch.title).toBe('PAN and Street of 4 customers changed')
    const erp = await bulk('customers', { action: 'update', query, set: { Erp_Code: '' } })
    expect(erp.body.batch.title).toBe('Erp Code of 4 customers emptied')
  })

  it('leaves records whose version is stale', async () => {
    const [one, two] = (await test.request('GET', '/api/v1/customers?sort=Customer_Code')).body.items
    const versions = { [one.id]: one.version, [two.id]: two.version - 1 }
    const request = { action: 'update', ids: [one.id, two.id], set: { Street: 'Mine' }, versions }
    const { body } = await bulk('customers', request)
    expect(body).toMatchObject({ changed: 1, leftCount: 1, left: [{ id: two.id, name: 'Customer C2' }] })
    expect(body.left[0].because).toContain('was changed by someone else meanwhile')
  })

  it('changes once when repeated with the same idempotency key', async () => {
    const request = { action: 'update', ids: idsOf(0, 1), set: { Street: 'Once' } }
    const headers = { 'idempotency-key': 'bulk-1' }
    const first = await bulk('customers', request, { headers })
    const again = await bulk('customers', request, { headers })
    expect(first.body.changed).toBe(2)
    expect(again.body).toEqual(first.body)
    const other = await bulk('customers', { ...request, set: { Street: 'Twice' } }, { headers })
    expect(other.body.msg).toBe('This Idempotency-Key was already used for something else')
  })

  it('writes nothing and returns the reason when no record can be changed', async () => {
    const before = (await batches()).length
    const refused = async (path: string, body: Json): Promise<string> => {
      const answer = await bulk(path, body)
      expect(answer.status).toBe(422)
      return answer.body.msg
    }
    const ids = idsOf(0, 1)
    expect(await refused('customers', { action: 'update', ids, set: { Street: 'Once' } })).toBe(
      'Nothing was changed: 2 customers already had this value',
    )
    expect(await refused('customers', { action: 'update', ids, set: { City_Code: 'none' } })).toBe(
      'Nothing was changed. None of 2 customers could be: There is no city none (City Code)',
    )
    expect(await refused('customers', { action: 'delete', query: 'Street=nowhere' })).toBe(
      'No customers match, so nothing was deleted',
    )
    expect(await refused('customers', { action: 'delete', ids: idsOf(3) })).toBe(
      'Customer C4 could not be deleted: Customer C4 is used by 1 balance and cannot be deleted',
    )
    expect(await refused('customers', { action: 'update', ids, set: { Customer_Code: 'c3' } })).toBe(
      'Nothing was changed. None of 2 customers could be: Another customer has the same Customer Code',
    )
    expect((await batches()).length).toBe(before)
  })

  const set = { Street: 'a' }
  it.each<[Json, string]>([
    [[], 'A bulk change should be an object with fields'],
    [{ action: 'burn', ids: [] }, 'action should be update or delete'],
    [{ action: 'delete' }, 'Send either ids or a query, as the list uses it'],
    [{ action: 'delete', ids: ['a'], query: '' }, 'Send either ids or a query, as the list uses it'],
    [{ action: 'delete', ids: [1] }, 'ids should be a list of ids'],
    [
      { action: 'delete', query: 'a'.repeat(8001) },
      'query should be the part after the ? of a list, at most 8000 characters',
    ],
    [{ action: 'delete', query: 'Nothing=1' }, 'Customers cannot be filtered by Nothing'],
    [{ action: 'delete', query: '__proto__=1' }, 'Customers cannot be filtered by __proto__'],
    [{ action: 'delete', ids: [], set }, 'set is for updates'],
    [{ action: 'update', ids: [], set: {} }, 'set should be an object with at least one field'],
    [{ action: 'update', ids: [], set: { id: 'a' } }, 'id of customers cannot be set'],
    [{ action: 'update', ids: [], set: { Visit_In_Days: 'x' } }, 'Visit In Days should be a number'],
    [
      { action: 'update', ids: [], set, versions: { a: 'b' } },
      'versions should be an object with the version of each id',
    ],
    [{ action: 'update', ids: [], set, dryRun: 'true' }, 'dryRun should be true or false'],
    [{ action: 'update', ids: [], set, rehearse: 1 }, 'rehearse should be true or false'],
    [{ action: 'update', ids: [], set, force: true }, 'force is not part of a bulk change'],
    [
      { action: 'delete', ids: Array.from({ length: 5001 }, (_, at) => `c${at}`) },
      'At most 5,000 customers can be changed at once',
    ],
    [
      { action: 'burn', ids: 1, query: 2, versions: [], force: true },
      [
        'force is not part of a bulk change',
        'action should be update or delete',
        'ids should be a list of ids',
        'query should be the part after the ? of a list, at most 8000 characters',
        'versions should be an object with the version of each id',
        'Send either ids or a query, as the list uses it',
      ].join('. '),
    ],
  ])('returns 422 for %.60j', async (body, sentence) => {
    const answer = await bulk('customers', body)
    expect([answer.status, answer.body.msg]).toEqual([422, sentence])
  })

  it('returns 413 with the limit when the body is too large', async () => {
    const { status, body } = await bulk('customers', { action: 'delete', ids: ['a'.repeat(1_100_000)] })
    expect([status, body.msg]).toEqual([413, 'This is too large: at most 1024 kB can be sent at once'])
  })

  it('requires the right to change or delete the records', async () => {
    const body = { action: 'delete', ids: idsOf(0) }
    expect((await bulk('customers', body, { as: 'VIEWER' })).status).toBe(403)
    expect((await bulk('roles', { ...body, ids: ['OFFICE'] }, { as: 'OFFICE' })).status).toBe(403)
    const role = await bulk('roles', { ...body, ids: ['OFFICE'] })
    expect(role.body.msg).toContain('The role OFFICE is built in')
  })

  async function cityIn(station: Json): Promise<Json> {
    const { body: pool } = await test.request('GET', `/api/v1/pools/${station.Pool_Code}`)
    const { State_Code } = pool
    const { body: state } = await test.request('GET', `/api/v1/states/${State_Code}`)
    const { body: zone } = await test.request('GET', `/api/v1/zones/${state.Zone_Code}`)
    expect(sameState.State_Code).not.toBe(State_Code)
    return test.make('city', { City_Code: 'FARCITY', State_Code, Country_Code: zone.Country_Code })
  }
})
