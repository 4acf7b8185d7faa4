import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
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
  /** The requests that the server has begun to read. */
  const arrived = { count: 0 }
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
    app.server.on('request', () => arrived.count++)
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

  /** Connects this many clients and sends the text on each, until the server has read all of them. */
  const connectMany = async (many: number, text: string): Promise<Socket[]> => {
    const expected = arrived.count + many
    const sockets = Array.from({ length: many }, () => connect(Number(new URL(url).port), '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => {}).resume()
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) socket.write(text)
    while (arrived.count < expected) await sleep(5)
    return sockets
  }
  /** A client that disconnected is noticed a moment later; if it were counted for ever, the status would stay 503. */
  const expectServed = (): Promise<void> =>
    expect.poll(async () => (await sendRequest('/wait'))[0], { timeout: 10_000 }).toBe(200)

  it('answers the excess with 503 and Retry-After, and serves the rest', async () => {
    const sent = Array.from({ length: count }, () => sendRequest('/work'))
    const answers = await Promise.all(sent)
    const done = answers.filter(([status]) => status === 200)
    const refused = answers.filter(([status, retryAfter]) => status === 503 && retryAfter === '1')
    expect(done.length + refused.length).toBe(count)
    expect(done.length).toBeGreaterThan(2)
    expect(refused.length).toBeGreaterThan(20)
  })

  it('sheds requests on new connections soon as well', async () => {
    const newConnections = new Agent()
    const answers = await Promise.all(Array.from({ length: 200 }, () => sendRequest('/work', newConnections)))
    const refused = answers.filter(([status]) => status === 503)
    // If connections were accepted one by one between requests, all would be served.
    expect(refused.length).toBeGreaterThan(100)
  })

  it('does not affect health checks and files', async () => {
    const unaffected = ['/healthz', '/app.js']
    const many = Array.from({ length: count }, (_, at) => sendRequest(unaffected[at % 10] ?? '/work'))
    const answers = await Promise.all(many)
    const statuses = answers.filter((_, at) => at % 10 in unaffected).map(([status]) => status)
    expect(statuses).toEqual(Array.from({ length: count / 5 }, () => 200))
    expect(answers.some(([status]) => status === 503)).toBe(true)
  })

  // One caller is refused once 500 requests are open, so more than 500 that stay counted would be noticed.
  it('does not count clients that disconnected while sending', async () => {
    for (let round = 0; round < 7; round++)
      for (const socket of await connectMany(80, beginning)) socket.destroy()
    await expectServed()
  })

  it('does not count clients that disconnected before authentication', async () => {
    for (let round = 0; round < 9; round++)
      for (const socket of await connectMany(60, 'GET /slow-auth HTTP/1.1\r\nhost: x\r\n\r\n'))
        socket.destroy()
    await expectServed()
  })

  it('does not reject others because of one slow sender with many connections', async () => {
    const sockets = await connectMany(560, beginning)
    const answer = await sendRequest('/wait')
    for (const socket of sockets) socket.destroy()
    expect(answer[0]).toBe(200)
  })

  it('ends when the backlog is gone', async () => {
    await expectServed()
    expect((await sendRequest('/work'))[0]).toBe(200)
  })
})
