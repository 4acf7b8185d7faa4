import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Glance } from '#domain/visits/glance.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('asking for the glance on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  it('keeps an answer for a minute, then counts again while it shows the last', async () => {
    const ask = async (): Promise<Glance> => (await test.request('GET', '/api/v1/glance?level=pool')).body
    const first = await ask()
    const later = (seconds: number): void => {
      test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
    }
    later(59)
    expect((await ask()).at).toBe(first.at)
    later(2)
    const asked = test.clock.now.toISOString()
    expect((await ask()).at).toBe(first.at)
    await expect.poll(async () => (await ask()).at).toBe(asked)
    const fresh = async (): Promise<string> =>
      (await test.request('GET', '/api/v1/glance?level=pool&fresh=true')).body.at
    later(9)
    expect(await fresh()).toBe(asked)
    later(1)
    expect(await fresh()).toBe(test.clock.now.toISOString())
    later(16 * 60)
    expect((await ask()).at).toBe(test.clock.now.toISOString())
  })

  it('counts anew as soon as a record was saved', async () => {
    const customers = async (): Promise<number> =>
      (await test.request('GET', '/api/v1/glance')).body.coverage.customers
    const before = await customers()
    await test.make('customer', {})
    expect(await customers()).toBe(before + 1)
  })

  it.each([
    ['level=village', 'level should be zone, state, pool, station or city'],
    ['Zone_Code=Atlantis', 'There is no zone Atlantis'],
    ['Zone_Code=a&State_Code=b', 'Give Zone_Code or State_Code, not both'],
    ['level=zone&State_Code=b', 'level should not be above state'],
    ['Street=x', 'Street is not asked for here'],
  ])('refuses %s', async (query, sentence) => {
    const { status, body } = await test.request('GET', `/api/v1/glance?${query}`)
    expect([status, body.msg]).toEqual([422, sentence])
  })

  it('is not for strangers', async () => {
    expect((await test.request('GET', '/api/v1/glance', undefined, { as: 'anonymous' })).status).toBe(401)
  })
})
