import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { preparedAnswer } from './prepared-answer.ts'

describe('an answer that is the same for everybody', () => {
  let app: FastifyInstance
  let made = 0
  const text = JSON.stringify({ words: 'monsoon '.repeat(1000) })
  beforeAll(async () => {
    app = fastify()
    app.get(
      '/same',
      preparedAnswer('application/json; charset=utf-8', () => {
        made++
        return text
      }),
    )
    await app.ready()
  })
  afterAll(() => app.close())

  const ask = (headers: Record<string, string> = {}) => app.inject({ url: '/same', headers })

  it('is made once, and compressed as the client takes it', async () => {
    const [plain, gzip, br] = [
      await ask(),
      await ask({ 'accept-encoding': 'gzip, br;q=0' }),
      await ask({ 'accept-encoding': 'gzip, deflate, br' }),
    ]
    expect(plain.body).toBe(text)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(text)
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(text)
    expect(new Set([plain, gzip, br].map(({ headers }) => headers['etag'])).size).toBe(1)
    expect(br.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'public, no-cache' })
    expect(made).toBe(1)
  })

  it('is not sent to whoever has it', async () => {
    const { etag } = (await ask()).headers
    for (const known of [String(etag), `"other", ${String(etag)}`, String(etag).slice(2), '*']) {
      const { statusCode, body } = await ask({ 'if-none-match': known, 'accept-encoding': 'br' })
      expect([statusCode, body]).toEqual([304, ''])
    }
    expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect(made).toBe(1)
  })
})
