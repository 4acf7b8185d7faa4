import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('names beside codes on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('country', { Country_Code: 'IN', Country_Name: 'India' })
    for (const [Zone_Code, Zone_Name] of [
      ['W', 'West'],
      ['E', 'East'],
    ])
      await test.make('zone', { Zone_Code, Zone_Name, Country_Code: 'IN' })
    const state = await test.make('state', { State_Code: 'GJ', State_Name: 'Gujarat', Zone_Code: 'E' })
    await test.request('PATCH', '/api/v1/states/GJ', { version: state.version, Zone_Code: 'W' })
  })
  afterAll(() => test.close())

  const read = async (path: string, as?: string): Promise<Json> => {
    const { status, body } = await test.request('GET', path, undefined, as ? { as } : {})
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }

  it('are answered for a record, its history and a revert', async () => {
    expect(await read('/api/v1/states/GJ/names')).toEqual({ Zone_Code: { W: 'West' } })
    expect((await read('/api/v1/states/GJ/history')).names).toEqual({ Zone_Code: { W: 'West', E: 'East' } })
    expect((await read('/api/v1/states/GJ/revert?to=1')).changes).toEqual([
      { field: 'Zone_Code', now: 'W West', earlier: 'E East' },
    ])
    expect((await test.request('GET', '/api/v1/states/none/names')).status).toBe(404)
  })

  it('are in the audit log', async () => {
    const { items } = await read('/api/v1/audit?entity=state')
    expect(items[0].facts).toContainEqual({ label: 'Zone Code', before: 'E East', after: 'W West' })
  })

  it('are left out for an account that may not read the records', async () => {
    const decision = { rights: { zone: [] }, sees: 'everything', version: 0 }
    expect((await test.request('PUT', '/api/v1/role-rights/VIEWER', decision)).status).toBe(200)
    expect(await read('/api/v1/states/GJ/names', 'VIEWER')).toEqual({})
  })
})
