import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from '#testing/test-app.ts'
import { limitSlowBodies } from './slow-bodies.ts'

const limits = { period: 600, minBytes: 100, maxTime: 4000, checkInterval: 20 }

describe('slow bodies', { timeout: 30_000 }, () => {
  let app: FastifyInstance
  let port: number
  beforeAll(async () => {
    app = fastify({ requestTimeout: 0 })
    limitSlowBodies(app.server, limits)
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    app.post('/', async (request) => `received ${String(request.body).length}`)
    app.post('/refused', { onRequest: async (_request, reply) => reply.code(401).send('no') }, () => 'never')
    const preParsing = async (_request: unknown, _reply: unknown, payload: Readable) => {
      await sleep(limits.period * 3)
      return payload
    }
    app.post('/late', { preParsing }, async (request) => `received ${String(request.body).length}`)
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(() => app.close())

  /** Sends `bytes` every 50 ms until the body is complete or the connection is cut. */
  const send = (
    path: string,
    length: number,
    bytes: number,
    pause: (sent: number) => number = () => 50,
  ): Promise<{ answer: string; took: number }> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      const began = performance.now()
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk.toString()))
      socket.on('error', () => {})
      socket.on('close', () => resolve({ answer, took: performance.now() - began }))
      socket.on('connect', async () => {
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\ncontent-type: text/csv\r\ncontent-length: ${length}\r\n\r\n`,
        )
        for (let sent = 0; sent < length && !socket.destroyed; sent += bytes) {
          socket.write('x'.repeat(Math.min(bytes, length - sent)))
          await sleep(pause(sent))
        }
      })
    })

  it('lets an upload that progresses take several periods', async () => {
    const { answer, took } = await send('/', 1500, 40)
    expect(answer).toContain('received 1500')
    expect(took).toBeGreaterThan(2.5 * limits.period)
  })

  it('cuts a body that arrives too slowly after one period, and one that stops in the next', async () => {
    const slow = await send('/', 1500, 1)
    expect(slow.answer).toContain('408')
    expect(slow.took).toBeGreaterThan(limits.period * 0.9)
    expect(slow.took).toBeLessThan(limits.period * 2)
    const stopped = await send('/', 3000, 500, (sent) => (sent < 1000 ? 50 : 5000))
    expect(stopped.answer).toContain('408')
    expect(stopped.took).toBeLessThan(limits.period * 3.5)
  })

  it('does not cut a client that waits until the server reads its body', async () => {
    const { answer, took } = await send('/late', 400_000, 400_000)
    expect(answer).toContain('received 400000')
    expect(took).toBeGreaterThan(limits.period * 3)
  })

  it('gives a request that is answered one period for the rest, and no body more than the longest time', async () => {
    const refused = await send('/refused', 1_000_000, 40)
    expect(refused.answer).toContain('401')
    expect(refused.took).toBeLessThan(limits.period * 3)
    const endless = await send('/', 1_000_000, 40)
    expect(endless.answer).toContain('408')
    expect(endless.took).toBeLessThan(limits.maxTime + 2 * limits.period)
  })
})

it('limits the bodies of the server in place of the timeout of Node', async () => {
  const test = await openTestApp('sqlite')
  const { server } = test.app.server
  expect([server.requestTimeout, server.headersTimeout]).toEqual([0, 10_000])
  expect(server.listenerCount('request')).toBe(2)
  await test.close()
})
