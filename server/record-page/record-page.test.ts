import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { newId } from '../store/new-id.ts'
import { listBin } from './bin-service.ts'

describe.each(databaseNames)('the record page on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('country', { Country_Code: 'IN' })
  })
  afterAll(() => test.close())

  const zone = (code: string, name: string): Promise<Json> =>
    test.make('zone', { Zone_Code: code, Zone_Name: name, Country_Code: 'IN' })
  const rename = async (record: Json, Zone_Name: string): Promise<Json> =>
    (await test.request('PATCH', `/api/v1/zones/${record.id}`, { Zone_Name, version: record.version })).body

  describe('reverting', () => {
    it('shows the difference, reverts, and can be reverted again', async () => {
      const first = await zone('W', 'West')
      const second = await rename(first, 'Western')
      const shown = await test.request('GET', `/api/v1/zones/${first.id}/revert?to=1`)
      expect(shown.body).toEqual({
        version: 2,
        changes: [{ field: 'Zone_Name', now: 'Western', earlier: 'West' }],
      })
      const back = await test.request('POST', `/api/v1/zones/W/revert`, { to: 1, version: second.version })
      expect(back.body).toMatchObject({ Zone_Name: 'West', version: 3 })
      const again = await test.request('POST', `/api/v1/zones/W/revert`, { to: 2, version: 3 })
      expect(again.body).toMatchObject({ Zone_Name: 'Western', version: 4 })
    })

    it('is rejected like any update: stale, unknown, deleted, not permitted or no longer valid', async () => {
      const revert = (body: Json, as = 'ADMIN'): Promise<Json> =>
        test.request('POST', '/api/v1/zones/W/revert', body, { as })
      expect((await revert({ to: 1, version: 2 })).status).toBe(409)
      expect((await revert({ to: 99, version: 4 })).status).toBe(404)
      expect((await revert({ to: 'x', version: 4 })).status).toBe(422)
      expect((await revert({ to: 1 })).status).toBe(422)
      expect((await revert(null)).status).toBe(422)
      expect((await revert({ to: 1, version: 4 }, 'VIEWER')).status).toBe(403)
      const gone = await zone('GN', 'Gone')
      await test.request('DELETE', `/api/v1/zones/${gone.id}`)
      await test.request('POST', `/api/v1/zones/${gone.id}/restore`)
      const deletion = await test.request('POST', '/api/v1/zones/GN/revert', { to: 2, version: 3 })
      expect(deletion.body.msg).toBe('Version 2 is a deletion: choose one before or after it')
      const other = await test.make('country', { Country_Code: 'NP' })
      const moved = await test.make('zone', { Zone_Code: 'MV', Zone_Name: 'Moved', Country_Code: 'NP' })
      await test.request('PATCH', `/api/v1/zones/${moved.id}`, { Country_Code: 'IN', version: 1 })
      await test.request('DELETE', `/api/v1/countries/${other.id}`)
      const broken = await test.request('POST', '/api/v1/zones/MV/revert', { to: 1, version: 2 })
      expect(broken.status).toBe(422)
      expect(broken.body.errors[0].field).toBe('Country_Code')
    })

    it('masks sensitive values in the difference, and restores them in full', async () => {
      const customer = await test.make('customer', { PAN: 'ABCPK1234L' })
      await test.request('PATCH', `/api/v1/customers/${customer.id}`, { PAN: null, version: 1 })
      const { body } = await test.request('GET', `/api/v1/customers/${customer.id}/revert?to=1`)
      expect(body.changes).toEqual([{ field: 'PAN', now: '', earlier: 'AB••••••4L' }])
      const back = await test.request('POST', `/api/v1/customers/${customer.id}/revert`, {
        to: 1,
        version: 2,
      })
      expect(back.body.PAN).toBe('ABCPK1234L')
    })
  })

  it('keeps the last visit that was made after the reverted version', async () => {
    const customer = await test.make('customer', { Customer_Code: 'VIS', Street: 'Old Road' })
    const moved = { Street: 'New Road', version: 1 }
    await test.request('PATCH', `/api/v1/customers/${customer.id}`, moved)
    const visit = { Customer_Code: 'VIS', Feedback: 'Fine', Visited_On: '2026-11-14' }
    expect((await test.request('POST', '/api/plan-visit', visit)).status).toBeLessThan(300)
    const { body: now } = await test.request('GET', '/api/v1/customers/VIS')
    expect(now.Last_Visited).toBe('2026-11-14')
    const at = `/api/v1/customers/${customer.id}/revert`
    const { body: shown } = await test.request('GET', `${at}?to=1`)
    expect(shown.changes).toEqual([{ field: 'Street', now: 'New Road', earlier: 'Old Road' }])
    const { body: back } = await test.request('POST', at, { to: 1, version: now.version })
    expect(back).toMatchObject({
      Street: 'Old Road',
      Last_Visited: '2026-11-14',
      Last_Visit_ID: now.Last_Visit_ID,
    })
  })

  it('lists what refers to a record, by entity', async () => {
    const { body } = await test.request('GET', '/api/v1/countries/in/used-by')
    const zones = body.items.find((each: Json) => each.path === 'zones')
    expect(zones).toMatchObject({ entity: 'zone', field: 'Country_Code', isMore: false })
    expect(zones.count).toBeGreaterThanOrEqual(3)
    const [{ name, code, title }] = zones.records
    expect(name).toBe(`Zone ${code}`)
    expect(title).toBe((await test.request('GET', `/api/v1/zones/${code}`)).body.Zone_Name)
    expect((await test.request('GET', '/api/v1/countries/in/used-by?exact=true')).body).toEqual(body)
    expect((await test.request('GET', '/api/v1/countries/none/used-by')).status).toBe(404)
  })

  it('stores comments that only the author can change and an administrator can delete', async () => {
    const on = { entity: 'zone', record: 'W' }
    const list = async (): Promise<Json[]> =>
      (await test.request('GET', '/api/v1/comments?entity=zone&record=w')).body.items
    const hostile = '<script>alert(1)</script> https://example.in/?a=1&b=2'
    const { id: zoneId } = (await test.request('GET', '/api/v1/zones/W')).body
    const made = await test.request('POST', '/api/v1/comments', { ...on, body: hostile }, { as: 'FIELD' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ body: hostile, by: 'FIELD person', isOwn: true, editedAt: null })
    expect(await list()).toMatchObject([{ body: hostile, isOwn: false }])
    const one = `/api/v1/comments/${made.body.id}`
    expect((await test.request('PATCH', one, { body: 'Mine' })).status).toBe(403)
    expect((await test.request('DELETE', one, undefined, { as: 'OFFICE' })).status).toBe(403)
    const edited = await test.request('PATCH', one, { body: 'Better' }, { as: 'FIELD' })
    expect(edited.body).toMatchObject({ body: 'Better', editedAt: expect.any(String) })
    expect((await test.request('DELETE', one)).status).toBe(204)
    expect(await list()).toEqual([])
    const { body: audit } = await test.request('GET', `/api/v1/audit?entity=zone&record=${zoneId}&limit=2`)
    expect(audit.items).toMatchObject([
      {
        action: 'comment deleted',
        by: 'ADMIN person',
        facts: [
          { label: 'Written by', after: 'FIELD person' },
          { label: 'Was', after: 'Better' },
        ],
      },
      {
        action: 'comment changed',
        by: 'FIELD person',
        facts: [{}, { label: 'Was', after: hostile }, { label: 'Is now', after: 'Better' }],
      },
    ])
    for (const bad of [
      { ...on },
      { ...on, body: '  ' },
      { ...on, body: 'x'.repeat(4001) },
      { body: 'x' },
      null,
    ])
      expect((await test.request('POST', '/api/v1/comments', bad)).status).toBe(422)
    expect((await test.request('POST', '/api/v1/comments', { ...on, record: 'no', body: 'x' })).status).toBe(
      404,
    )
    const message = await test.request('GET', '/api/v1/comments?entity=contactMessage&record=x', undefined, {
      as: 'FIELD',
    })
    expect(message.status).toBe(403)
  })

  it('adds a comment once when repeated with the same key', async () => {
    const body = { entity: 'zone', record: 'W', body: 'Once' }
    const headers = { 'idempotency-key': 'comment-1' }
    const first = await test.request('POST', '/api/v1/comments', body, { headers })
    const second = await test.request('POST', '/api/v1/comments', body, { headers })
    expect(second.body.id).toBe(first.body.id)
  })

  describe('the bin', () => {
    const bin = async (query = ''): Promise<Json> => (await test.request('GET', `/api/v1/bin?${query}`)).body

    it('lists deleted records, newest first, in pages, and searches across scripts', async () => {
      for (const [code, name] of [
        ['B1', 'First'],
        ['B2', 'ઉત્તર'],
        ['B3', 'Third'],
      ] as const) {
        const made = await zone(code, name)
        test.clock.now = new Date(test.clock.now.getTime() + 1000)
        await test.request('DELETE', `/api/v1/zones/${made.id}`, undefined, { as: 'OFFICE' })
      }
      const all = await bin('entity=zone')
      expect(all.items.map((each: Json) => each.name)).toEqual(['Zone B3', 'Zone B2', 'Zone B1'])
      expect(all.items[0]).toMatchObject({
        path: 'zones',
        values: { Zone_Code: 'B3', Zone_Name: 'Third', Country_Code: 'IN' },
        labels: { Zone_Code: 'Zone Code', Zone_Name: 'Zone Name', Country_Code: 'Country Code' },
        deletedBy: 'OFFICE person',
      })
      const page = await bin('entity=zone&limit=2')
      const rest = await bin(`entity=zone&limit=2&after=${encodeURIComponent(page.next)}`)
      expect(rest.items.map((each: Json) => each.name)).toEqual(['Zone B1'])
      expect(rest.next).toBeNull()
      expect((await bin('q=uttar')).items.map((each: Json) => each.name)).toEqual(['Zone B2'])
      expect((await bin('q=office%20third')).items).toHaveLength(1)
      expect((await bin(`q=${all.items[1].id}`)).items.map((each: Json) => each.name)).toEqual(['Zone B2'])
      expect((await bin('entity=crop')).items).toEqual([])
    })

    it('restores several records, names the records that now have the code of the others, and can be undone', async () => {
      const { items } = await bin('entity=zone')
      const taken = await zone('b1', 'Another')
      const chosen = items.map(({ entity, id }: Json) => ({ entity, id }))
      const { body } = await test.request('POST', '/api/v1/bin/restore', { items: chosen })
      expect(body.restored).toBe(2)
      expect(body.left).toMatchObject([
        {
          name: 'Zone B1',
          because: 'Zone Code b1 exists already',
          existing: { path: 'zones', id: taken.id, name: 'Zone b1' },
        },
      ])
      expect((await bin('entity=zone')).items).toHaveLength(1)
      const undone = await test.request('POST', `/api/v1/batches/${body.batch}/undo`)
      expect(undone.body).toMatchObject({ undone: 2, leftCount: 0 })
      expect((await bin('entity=zone')).items).toHaveLength(3)
    })

    it('restores parents before their referrers', async () => {
      const state = await test.make('state')
      await test.request('DELETE', `/api/v1/states/${state.id}`)
      const parent = (await test.request('GET', `/api/v1/zones/${state.Zone_Code}`)).body
      await test.request('DELETE', `/api/v1/zones/${parent.id}`)
      const items = [
        { entity: 'state', id: state.id },
        { entity: 'zone', id: parent.id },
      ]
      const { body } = await test.request('POST', '/api/v1/bin/restore', { items })
      expect(body).toMatchObject({ restored: 2, left: [] })
    })

    it('requires the right to restore, and rejects invalid input', async () => {
      expect((await test.request('GET', '/api/v1/bin', undefined, { as: 'VIEWER' })).status).toBe(403)
      expect((await test.request('GET', '/api/v1/bin?entity=role', undefined, { as: 'OFFICE' })).status).toBe(
        403,
      )
      for (const wrong of ['entity=nothing', 'after=x', 'limit=0'])
        expect((await test.request('GET', `/api/v1/bin?${wrong}`)).status).toBe(422)
      const restore = async (body: Json): Promise<number> =>
        (await test.request('POST', '/api/v1/bin/restore', body)).status
      expect(await restore({ items: [] })).toBe(422)
      expect(await restore({ items: [{ entity: 'nothing', id: 'x' }] })).toBe(422)
      expect(await restore(null)).toBe(422)
      const none = await test.request('POST', '/api/v1/bin/restore', { items: [{ entity: 'zone', id: 'x' }] })
      expect(none.body).toMatchObject({ restored: 0, batch: null })
      expect(none.body.left[0].because).toContain('in the bin')
    })
  })

  it('yields to other requests during a search of a full bin', async () => {
    const { record_id: _, ...row } = await test.store.read
      .selectFrom('bin')
      .selectAll()
      .where('entity', '=', 'zone')
      .executeTakeFirstOrThrow()
    const many = Array.from({ length: 2000 }, () => ({ ...row, record_id: newId(new Date()) }))
    const { rid: _rid, ...columns } = row as typeof row & { rid?: number }
    await test.store.transaction(async (tx) => {
      const rows = many.map(({ record_id }) => ({ ...columns, record_id }))
      for (let at = 0; at < rows.length; at += 500)
        await tx
          .insertInto('bin')
          .values(rows.slice(at, at + 500))
          .execute()
    })
    let iterations = 0
    let isDone = false
    const others = (): void => {
      iterations++
      if (!isDone) setImmediate(others)
    }
    setImmediate(others)
    expect(await listBin(test.ctx, { q: 'nothing like it', limit: 50 })).toEqual({ items: [], next: null })
    isDone = true
    expect(iterations).toBeGreaterThanOrEqual(4)
  })
})
