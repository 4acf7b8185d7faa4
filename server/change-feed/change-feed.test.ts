import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { newPerson } from '#testing/people.ts'

describe.each(databaseNames)('the change feed on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const ask = (query: Record<string, string | number>, as = 'ADMIN'): Promise<Json> => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return test.request('GET', `/api/v1/changes?${text}`, undefined, { as })
  }
  const now = async (as = 'ADMIN'): Promise<string> => (await ask({}, as)).body.cursor
  /** All changes since a cursor, page by page. */
  const since = async (
    cursor: string,
    { as = 'ADMIN', ...query }: { as?: string; limit?: number; entity?: string } = {},
  ): Promise<{ items: Json[]; cursor: string }> => {
    const items: Json[] = []
    for (let after = cursor; ;) {
      const { status, body } = await ask({ ...query, after }, as)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.items.length).toBeLessThanOrEqual(query.limit ?? 50)
      items.push(...body.items)
      if (!body.hasMore) return { items, cursor: body.cursor }
      expect(body.cursor).not.toBe(after)
      after = body.cursor
    }
  }

  it('begins with a cursor and no changes, then has what was created, changed, deleted and restored', async () => {
    const start = await ask({})
    expect(start.body).toEqual({ items: [], cursor: expect.any(String), hasMore: false })
    const soil = await test.make('soil', { Soil_Name: 'Black' })
    const path = `/api/v1/soils/${soil.id}`
    await test.request('PATCH', path, { Soil_Name: 'Very black', version: 1 })
    await test.request('DELETE', path)
    const { items, cursor } = await since(start.body.cursor)
    // What is deleted now appears only as deleted.
    expect(items).toEqual([
      {
        cursor: expect.any(String),
        entity: 'soil',
        id: soil.id,
        code: soil.Soil_Code,
        action: 'delete',
        version: 3,
        at: '2026-11-15T06:00:00.000Z',
        by: 'ADMIN person',
        fields: [],
        mergedInto: null,
        record: null,
      },
    ])
    await test.request('POST', `${path}/restore`)
    await test.request('PATCH', path, { Soil_Name: 'Red', version: 4 })
    const next = await since(cursor)
    expect(next.items.map(({ action, fields }) => [action, fields])).toEqual([
      ['restore', []],
      ['update', ['Soil_Name']],
    ])
    expect(next.items[0].record).toEqual((await test.request('GET', path)).body)
    expect((await since(next.cursor)).items).toEqual([])
    // The cursor of an item continues behind it.
    expect((await since(next.items[0].cursor)).items.map(({ action }) => action)).toEqual(['update'])
  })

  it('has each of many changes once, however small the pages, and those of other transactions meanwhile', async () => {
    const start = await now()
    const made: string[] = []
    for (let count = 0; count < 7; count++) made.push((await test.make('season')).id)
    const first = (await ask({ after: start, limit: 3, entity: 'season' })).body
    expect([first.items.length, first.hasMore]).toEqual([3, true])
    made.push((await test.make('season')).id)
    const { items } = await since(first.cursor, { limit: 1, entity: 'season' })
    const ids = [...first.items, ...items].map(({ id }) => id)
    expect(ids).toEqual(made)
    expect((await since(start, { limit: 200, entity: 'season' })).items.map(({ id }) => id)).toEqual(made)
  })

  it('names the record that a merged one became part of', async () => {
    const [kept, other] = [await test.make('crop'), await test.make('crop')]
    const start = await now()
    const merge = { with: other.id, versions: { [kept.id]: 1, [other.id]: 1 }, take: {} }
    const { status, body } = await test.request('POST', `/api/v1/crops/${kept.id}/merge`, merge)
    expect(status, JSON.stringify(body)).toBe(200)
    const { items } = await since(start)
    expect(items.find(({ id }) => id === other.id)).toMatchObject({
      action: 'merge',
      code: other.Crop_Code,
      mergedInto: kept.id,
      record: null,
    })
  })

  it('shows only what the reader may read, with masked fields masked', async () => {
    const start = await now()
    const customer = await test.make('customer', { Customer_Code: 'PANNED', PAN: 'ABCPE1234F' })
    await test.request('PATCH', `/api/v1/customers/${customer.id}`, { PAN: 'ABCPE1234G', version: 1 })
    const message = { Name: 'A', Email: 'a@example.in', Message: 'Secret', Phone: '9876543210' }
    await test.request('POST', '/api/v1/contact-messages', message)
    const seen = JSON.stringify((await since(start, { as: 'VIEWER' })).items)
    expect(seen).toContain('PANNED')
    expect(seen).not.toContain('ABCPE1234')
    expect(seen).not.toContain('Secret')
    const update = (items: Json[]): Json =>
      items.find(({ id, version }) => id === customer.id && version === 2)
    expect(update((await since(start, { as: 'VIEWER' })).items).fields).toEqual([])
    expect(update((await since(start, { as: 'OFFICE' })).items)).toMatchObject({
      fields: ['PAN'],
      record: { PAN: 'ABCPE1234G' },
    })
    expect((await ask({ after: start, entity: 'contactMessage' }, 'VIEWER')).status).toBe(403)
    expect((await ask({}, 'pending')).status).toBe(403)
    expect((await ask({}, 'anonymous')).status).toBe(401)
  })

  it('keeps to the places of a token, also for what was deleted', async () => {
    const [here, there] = [await test.make('customer'), await test.make('customer')]
    expect(here.City_Code).not.toBe(there.City_Code)
    const tokenOf = async (customer: Json): Promise<string> => {
      const places = [{ level: 'city', code: customer.City_Code }]
      const body = { name: 'Branch', role: 'OFFICE', places, expiresOn: '2027-01-31' }
      return (await test.request('POST', '/api/v1/api-tokens', body)).body.token
    }
    const [ours, theirs] = [await tokenOf(here), await tokenOf(there)]
    const start = await now(ours)
    for (const { Customer_Code } of [here, there])
      await test.make('customerLicence', { Customer_Code, Licence_Number: `L-${Customer_Code}` })
    const licences = (await test.request('GET', '/api/v1/customer-licences')).body.items
    for (const { id } of licences) await test.request('DELETE', `/api/v1/customer-licences/${id}`)
    for (const { id } of [here, there]) await test.request('DELETE', `/api/v1/customers/${id}`)
    const codes = async (as: string): Promise<string[]> =>
      (await since(start, { as })).items
        .filter(({ entity }) => String(entity).startsWith('customer'))
        .map(({ entity, action, code }) => `${action} ${entity} ${code}`)
    const all = await codes('ADMIN')
    expect(all).toHaveLength(4)
    // The licence of a customer that was deleted since has no customer by which it could be in scope.
    expect(await codes(ours)).toEqual([`delete customer ${here.Customer_Code}`])
    expect(await codes(theirs)).toEqual([`delete customer ${there.Customer_Code}`])
  })

  it('refuses a cursor that it did not make, and one that is too old', async () => {
    const good = await now()
    const [version, origin, position] = JSON.parse(Buffer.from(good, 'base64url').toString()) as Json[]
    const format = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')
    const wrong = ['', 'x', '~', format(), format(2, origin, position), format(version, origin, 'x')]
    wrong.push(
      format(version, origin, position, position, 'x', 'y'),
      format(version, origin, position, 'x', 1, 'y'),
    )
    for (const after of wrong) {
      const { status, body } = await ask({ after })
      expect([status, body.msg], after).toEqual([422, 'after should be the cursor of an earlier answer'])
    }
    const { status, body } = await ask({ after: format(version, 'another database', position) })
    expect([status, body.title]).toEqual([410, 'No longer available'])
    expect(body.msg).toContain('Start again from a full export')
    expect((await ask({ after: good, limit: 0 })).status).toBe(422)
    expect((await ask({ after: good, entity: 'king' })).status).toBe(422)
    await test.store.transaction((tx) =>
      tx
        .insertInto('setting')
        .values({ name: 'change log kept from', value: '9999999999', changed_at: '' })
        .execute(),
    )
    expect((await ask({ after: good })).status).toBe(410)
    await test.store.transaction((tx) =>
      tx.deleteFrom('setting').where('name', '=', 'change log kept from').execute(),
    )
    expect((await ask({ after: good })).status).toBe(200)
  })

  it('is of no use to a reader of another scope, who gets nothing of it', async () => {
    const { token } = await newPerson(test, 'nowhere@example.in', 'FIELD')
    const start = await now()
    await test.make('customer')
    const { items } = await since(start, { as: token })
    expect(items.filter(({ entity }) => entity === 'customer')).toEqual([])
    expect(items.length).toBeGreaterThan(0)
  })
})
