import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dashboard } from '#domain/api/visits/dashboard.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('dashboard requests on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  it('caches the figures for a minute, then recomputes them while serving the last ones', async () => {
    const load = async (): Promise<Dashboard> =>
      (await test.request('GET', '/api/v1/dashboard?level=pool')).body
    const first = await load()
    const advance = (seconds: number): void => {
      test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
    }
    advance(59)
    expect((await load()).at).toBe(first.at)
    advance(2)
    const requestedAt = test.clock.now.toISOString()
    expect((await load()).at).toBe(first.at)
    await expect.poll(async () => (await load()).at).toBe(requestedAt)
    const fresh = async (): Promise<string> =>
      (await test.request('GET', '/api/v1/dashboard?level=pool&fresh=true')).body.at
    advance(9)
    expect(await fresh()).toBe(requestedAt)
    advance(1)
    expect(await fresh()).toBe(test.clock.now.toISOString())
    advance(16 * 60)
    expect((await load()).at).toBe(test.clock.now.toISOString())
  })

  it('recomputes the figures after a record is saved', async () => {
    const customers = async (): Promise<number> =>
      (await test.request('GET', '/api/v1/dashboard')).body.coverage.customers
    const before = await customers()
    await test.make('customer', {})
    expect(await customers()).toBe(before + 1)
  })

  it.each([
    ['level=village', 'level should be zone, state, pool, station or city'],
    ['Zone_Code=Atlantis', 'There is no zone Atlantis'],
    ['Zone_Code=a&State_Code=b', 'Give Zone_Code or State_Code, not both'],
    ['level=zone&State_Code=b', 'level should not be above state'],
    ['Street=x', 'Street is not supported here'],
  ])('refuses %s', async (query, sentence) => {
    const { status, body } = await test.request('GET', `/api/v1/dashboard?${query}`)
    expect([status, body.msg]).toEqual([422, sentence])
  })

  it('returns 401 without a session', async () => {
    expect((await test.request('GET', '/api/v1/dashboard', undefined, { as: 'anonymous' })).status).toBe(401)
  })
})
