import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillStore } from './fill-store.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

/** The number of bytes that are sent, by the encoding that the client accepts. */
async function sizeOf(test: TestApp, cursor: string | null, encoding: string): Promise<[number, string]> {
  const authorization = `Bearer ${await test.as('OFFICE')}`
  const ask = (headers: Record<string, string>) =>
    test.app.server.inject({
      method: 'POST',
      url: '/api/v1/field/sync',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ device: randomUUID(), clock: test.clock.now.toISOString(), cursor }),
    })
  const answer = await ask({ 'accept-encoding': encoding })
  expect(answer.statusCode).toBe(200)
  return [answer.rawPayload.length, (await ask({})).json().cursor]
}

describe('the size of a sync', { timeout: 60_000 }, () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp('sqlite')
    await fillStore(test.ctx, { customers: 2000, visits: 6000 }, { onProgress: () => {}, onStep: () => {} })
  }, 60_000)
  afterAll(() => test.close())

  it('is at most 350 kB for 2,000 customers, and 1 kB if nothing changed', async () => {
    const [first, cursor] = await sizeOf(test, null, 'gzip')
    expect(first).toBeLessThan(350_000)
    expect(first).toBeGreaterThan(50_000)
    for (const encoding of ['gzip', 'br', 'identity']) {
      const [second] = await sizeOf(test, cursor, encoding)
      expect(second).toBeLessThan(1000)
    }
  })
})
