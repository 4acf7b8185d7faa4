import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cachedResponse } from './cached-response.ts'

describe('a cached response', () => {
  let app: FastifyInstance
  let builds = 0
  const text = JSON.stringify({ words: 'monsoon '.repeat(1000) })
  beforeAll(async () => {
    app = fastify()
    app.get(
      '/same',
      cachedResponse('application/json; charset=utf-8', () => {
        builds++
        return text
      }),
    )
    await app.ready()
  })
  afterAll(() => app.close())

  const request = (headers: Record<string, string> = {}) => app.inject({ url: '/same', headers })

  it('is built once, and compressed as the client accepts', async () => {
    const [plain, gzip, br] = [
      await request(),
      await request({ 'accept-encoding': 'gzip, br;q=0' }),
      await request({ 'accept-encoding': 'gzip, deflate, br' }),
    ]
    expect(plain.body).toBe(text)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(text)
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(text)
    expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(1)
    expect(br.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'public, no-cache' })
    expect(builds).toBe(1)
  })

  it('is answered with 304 when the client has it', async () => {
    const { etag } = (await request()).headers
    for (const known of [String(etag), `"other", ${String(etag)}`, String(etag).slice(2), '*']) {
      const { statusCode, body } = await request({ 'if-none-match': known, 'accept-encoding': 'br' })
      expect([statusCode, body]).toEqual([304, ''])
    }
    expect((await request({ 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect(builds).toBe(1)
  })
})
