import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { drain } from './drain.ts'

const connections = 30
let server: Server
let port: number
const agent = new Agent({ keepAlive: true })

beforeEach(async () => {
  server = createServer((_request, response) => setTimeout(() => response.end('answered'), 30))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  agent.destroy()
  server.close()
})

const sendRequest = (): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.headers.connection))
    })
    sent.on('error', reject).end()
  })

it('answers on every open connection with "Connection: close"', async () => {
  await Promise.all(Array.from({ length: connections }, sendRequest))
  const drained = drain(server)
  // Longer than the quiet period in total: only unused connections are closed.
  const answers: (string | undefined)[] = []
  for (let at = 0; at < connections; at++) {
    await sleep(10)
    answers.push(await sendRequest())
  }
  expect(answers).toEqual(Array.from({ length: connections }, () => 'close'))
  await drained
})

it('does not wait for idle connections', async () => {
  await Promise.all(Array.from({ length: connections }, sendRequest))
  const start = performance.now()
  await drain(server)
  expect(performance.now() - start).toBeLessThan(2000)
})
