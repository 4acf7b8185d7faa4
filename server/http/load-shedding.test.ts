import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProblemAnswers } from './answer-problem.ts'
import { addLoadShedding } from './load-shedding.ts'
import './route-policy.ts'

const work = 20
const count = 120
const beginning =
  'POST /send HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'

/** Keeps the whole process busy, as a database inside it does. */
function toil(): void {
  const end = performance.now() + work
  while (performance.now() < end);
}

describe('too much at once', () => {
  let app: FastifyInstance
  let url: string
  beforeAll(async () => {
    app = fastify()
    addProblemAnswers(app, () => undefined)
    addLoadShedding(app)
    // Who asks is looked up before anything else.
    app.addHook('onRequest', (request, _reply, done) => {
      if (request.url === '/slow-door') setTimeout(done, 50)
      else done()
    })
    app.get('/work', () => {
      toil()
      return 'done'
    })
    app.get('/wait', async () => {
      await pause(300)
      return 'waited'
    })
    app.get('/slow-door', () => 'opened')
    app.post('/send', () => 'sent')
    app.get('/app.js', { config: { may: ['read', 'site'] } }, () => 'code')
    app.get('/healthz', { config: { may: ['read', 'health'] } }, () => 'well')
    url = await app.listen({ port: 0, host: '127.0.0.1' })
    // Connections that are open already, so that all that is asked comes together.
    await Promise.all(Array.from({ length: count }, () => ask('/wait')))
  })
  afterAll(async () => {
    agent.destroy()
    await app.close()
  })

  const agent = new Agent({ keepAlive: true, maxFreeSockets: count })
  const ask = (
    path: string,
    by = agent,
  ): Promise<[status: number | undefined, retryAfter: string | undefined]> =>
    new Promise((resolve, reject) => {
      const asked = get(url + path, { agent: by }, (answer) => {
        answer.resume().on('end', () => resolve([answer.statusCode, answer.headers['retry-after']]))
      })
      asked.on('error', reject)
    })

  it('is turned away with a time to come back, while the rest is served', async () => {
    await pause(100)
    const asked = Array.from({ length: count }, () => ask('/work'))
    const answers = await Promise.all(asked)
    const done = answers.filter(([status]) => status === 200)
    const refused = answers.filter(([status, retryAfter]) => status === 503 && retryAfter === '1')
    expect(done.length + refused.length).toBe(count)
    expect(done.length).toBeGreaterThan(2)
    expect(refused.length).toBeGreaterThan(20)
  })

  it('is told soon also to those who must first be let in', async () => {
    const began = performance.now()
    const newcomers = new Agent()
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask('/work', newcomers)))
    const seconds = (performance.now() - began) / 1000
    const refused = answers.filter(([status]) => status === 503)
    expect(refused.length).toBeGreaterThan(100)
    // Let in one by one between two pieces of work, they would take as long as if all were served.
    expect(seconds).toBeLessThan(((200 * work) / 1000) * 0.75)
  })

  it.each(['/healthz', '/app.js'])('keeps nobody from %s', async (path) => {
    const many = Array.from({ length: count }, (_, at) => ask(at % 10 === 0 ? path : '/work'))
    const answers = (await Promise.all(many)).filter((_, at) => at % 10 === 0)
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]))
  })

  it('does not remember those who hung up in the middle of sending', async () => {
    const port = Number(new URL(url).port)
    for (let round = 0; round < 16; round++) {
      const sockets = Array.from({ length: 80 }, () => connect(port, '127.0.0.1'))
      await Promise.all(sockets.map((socket) => once(socket, 'connect')))
      for (const socket of sockets) socket.write(beginning)
      await pause(30)
      for (const socket of sockets) socket.destroy()
    }
    await pause(100)
    expect((await ask('/wait'))[0]).toBe(200)
  })

  it('does not remember those who hung up before it was known who they are', async () => {
    for (let round = 0; round < 5; round++) {
      const sockets = Array.from({ length: 60 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
      await Promise.all(sockets.map((socket) => once(socket, 'connect')))
      await Promise.all(
        sockets.map((socket) => {
          const hasLeft = once(socket, 'close')
          socket.write('GET /slow-door HTTP/1.1\r\nhost: x\r\n\r\n', () => socket.destroy())
          return hasLeft
        }),
      )
    }
    await pause(100)
    for (let at = 0; at < 5; at++) expect((await ask('/wait'))[0]).toBe(200)
  })

  it('of one who sends slowly, over however many connections, keeps nobody else out', async () => {
    const sockets = Array.from({ length: 1050 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => {}).resume()
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) socket.write(beginning)
    await pause(100)
    const answer = await ask('/wait')
    for (const socket of sockets) socket.destroy()
    expect(answer[0]).toBe(200)
    await pause(100)
  })

  it('is over when it is over', async () => {
    await pause(100)
    expect((await ask('/work'))[0]).toBe(200)
  })
})
