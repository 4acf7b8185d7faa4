import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addErrorHandler } from '../../core/problems.ts'
import { addLoadShedding } from './load-shedding.ts'
import '../../core/route-policy.ts'

const work = 20
const count = 120
const beginning =
  'POST /send HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'

/** Blocks the event loop, as a synchronous database does. */
function blockEventLoop(): void {
  const end = performance.now() + work
  while (performance.now() < end);
}

describe('overload', () => {
  let app: FastifyInstance
  let url: string
  beforeAll(async () => {
    app = fastify()
    addErrorHandler(app, () => undefined)
    addLoadShedding(app)
    // Authentication comes before everything else.
    app.addHook('onRequest', (request, _reply, done) => {
      if (request.url === '/slow-auth') setTimeout(done, 50)
      else done()
    })
    app.get('/work', () => {
      blockEventLoop()
      return 'done'
    })
    app.get('/wait', async () => {
      await sleep(300)
      return 'waited'
    })
    app.get('/slow-auth', () => 'done')
    app.post('/send', () => 'sent')
    app.get('/app.js', { config: { may: ['read', 'site'] } }, () => 'code')
    app.get('/healthz', { config: { may: ['read', 'health'] } }, () => 'well')
    url = await app.listen({ port: 0, host: '127.0.0.1' })
    // Opens the connections first, so that all requests of a test arrive together.
    await Promise.all(Array.from({ length: count }, () => sendRequest('/wait')))
  })
  afterAll(async () => {
    agent.destroy()
    await app.close()
  })

  const agent = new Agent({ keepAlive: true, maxFreeSockets: count })
  const sendRequest = (
    path: string,
    by = agent,
  ): Promise<[status: number | undefined, retryAfter: string | undefined]> =>
    new Promise((resolve, reject) => {
      const sent = get(url + path, { agent: by }, (answer) => {
        answer.resume().on('end', () => resolve([answer.statusCode, answer.headers['retry-after']]))
      })
      sent.on('error', reject)
    })

  it('answers the excess with 503 and Retry-After, and serves the rest', async () => {
    await sleep(100)
    const sent = Array.from({ length: count }, () => sendRequest('/work'))
    const answers = await Promise.all(sent)
    const done = answers.filter(([status]) => status === 200)
    const refused = answers.filter(([status, retryAfter]) => status === 503 && retryAfter === '1')
    expect(done.length + refused.length).toBe(count)
    expect(done.length).toBeGreaterThan(2)
    expect(refused.length).toBeGreaterThan(20)
  })

  it('sheds requests on new connections soon as well', async () => {
    const start = performance.now()
    const newConnections = new Agent()
    const answers = await Promise.all(Array.from({ length: 200 }, () => sendRequest('/work', newConnections)))
    const seconds = (performance.now() - start) / 1000
    const refused = answers.filter(([status]) => status === 503)
    expect(refused.length).toBeGreaterThan(100)
    // If connections were accepted one by one between requests, this would take as long as serving them all.
    expect(seconds).toBeLessThan(((200 * work) / 1000) * 0.75)
  })

  it.each(['/healthz', '/app.js'])('does not affect %s', async (path) => {
    const many = Array.from({ length: count }, (_, at) => sendRequest(at % 10 === 0 ? path : '/work'))
    const answers = (await Promise.all(many)).filter((_, at) => at % 10 === 0)
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]))
  })

  it('does not count clients that disconnected while sending', async () => {
    const port = Number(new URL(url).port)
    for (let round = 0; round < 16; round++) {
      const sockets = Array.from({ length: 80 }, () => connect(port, '127.0.0.1'))
      await Promise.all(sockets.map((socket) => once(socket, 'connect')))
      for (const socket of sockets) socket.write(beginning)
      await sleep(30)
      for (const socket of sockets) socket.destroy()
    }
    await sleep(100)
    expect((await sendRequest('/wait'))[0]).toBe(200)
  })

  it('does not count clients that disconnected before authentication', async () => {
    for (let round = 0; round < 5; round++) {
      const sockets = Array.from({ length: 60 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
      await Promise.all(sockets.map((socket) => once(socket, 'connect')))
      await Promise.all(
        sockets.map((socket) => {
          const closed = once(socket, 'close')
          socket.write('GET /slow-auth HTTP/1.1\r\nhost: x\r\n\r\n', () => socket.destroy())
          return closed
        }),
      )
    }
    await sleep(100)
    for (let at = 0; at < 5; at++) expect((await sendRequest('/wait'))[0]).toBe(200)
  })

  it('does not reject others because of one slow sender with many connections', async () => {
    const sockets = Array.from({ length: 1050 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => {}).resume()
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) socket.write(beginning)
    await sleep(100)
    const answer = await sendRequest('/wait')
    for (const socket of sockets) socket.destroy()
    expect(answer[0]).toBe(200)
    await sleep(100)
  })

  it('ends when the backlog is gone', async () => {
    await sleep(100)
    expect((await sendRequest('/work'))[0]).toBe(200)
  })
})
