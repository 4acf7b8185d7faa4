import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('the audit filtered by field, on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  it('requires the right to see the field, in the list and in the export', async () => {
    const { id } = await test.make('customer', { Customer_Code: 'AU10', Street: 'Old', PAN: 'ABCDE1234F' })
    const change = { Street: 'New', PAN: 'ABCDE9999F', version: 1 }
    expect((await test.request('PATCH', `/api/v1/customers/${id}`, change)).status).toBe(200)
    await test.make('role', { Role_Code: 'AUDITOR', Role_Name: 'Auditor' })
    const { token: as } = await newPerson(test, 'auditor@example.in', 'AUDITOR')
    const answers = async (customer: readonly string[], version: number, field: string): Promise<Json[]> => {
      const rights = { audit: ['read', 'export'], customer }
      const decision = { rights, sees: 'everything', version }
      expect((await test.request('PUT', '/api/v1/role-rights/AUDITOR', decision)).status).toBe(200)
      const query = `entity=customer&record=${id}&field=${field}`
      const paths = [`audit?${query}`, `audit/export?${query}`, `audit?${query}&action=export`]
      return Promise.all(
        paths.map(async (path) => {
          const { status, body } = await test.request('GET', `/api/v1/${path}`, undefined, { as })
          return [status, body.msg ?? body.items?.length ?? readCsv(body).records.length - 1]
        }),
      )
    }
    const unread = 'The role AUDITOR may not read customers'
    expect(await answers([], 0, 'Street')).toEqual([403, 403, 403].map((status) => [status, unread]))
    expect(await answers([], 1, 'PAN')).toEqual([422, 422, 422].map((status) => [status, expect.anything()]))
    expect(await answers(['read'], 2, 'PAN')).toEqual(
      [422, 422, 422].map((status) => [status, expect.stringContaining('PAN masked')]),
    )
    expect(await answers(['read'], 3, 'Street')).toEqual([
      [200, 1],
      [200, 1],
      [200, 0],
    ])
    expect(await answers(['read', 'export'], 4, 'PAN')).toEqual([
      [200, 1],
      [200, 1],
      [200, 0],
    ])
  })

  it('searches a limited number of changes per page, and returns how far it got', async () => {
    // As many changes of another field as one page searches, and one match after them.
    await test.store.transaction((tx) =>
      sql`insert into history (id, entity, record_id, version, action, at, actor_name, before_values, after_values)
        with recursive n (i) as (select 0 union all select i + 1 from n where i < 20000)
        select '00000000-0000-7000-8000-' || cast(100000000000 + i as text), 'season', 'one', i, 'update',
          '2020-01-01T00:00:00.000Z', 'x', '{"Season_Name":"a"}',
          case when i = 0 then '{"Season_Name":"b"}' else '{"Season_Name":"a"}' end from n`.execute(tx),
    )
    const query = 'entity=season&field=Season_Name'
    const { body: near } = await test.request('GET', `/api/v1/audit?${query}`)
    expect(near).toMatchObject({ items: [], next: expect.any(String), reached: '2020-01-01T00:00:00.000Z' })
    const { body: far } = await test.request('GET', `/api/v1/audit?${query}&after=${near.next}`)
    expect(far).toEqual({ items: [expect.objectContaining({ by: 'x' })], next: null })
    const { body: file } = await test.request('GET', `/api/v1/audit/export?${query}`)
    expect(readCsv(file).records).toHaveLength(2)
    const { body: one } = await test.request('GET', `/api/v1/audit?${query}&record=one`)
    expect(one).toEqual(far)
  })
})
