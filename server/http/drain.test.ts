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

const ask = (): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.headers.connection))
    })
    asked.on('error', reject).end()
  })

it('answers on every connection that was left over, and says that it was the last time', async () => {
  await Promise.all(Array.from({ length: connections }, ask))
  const drained = drain(server)
  // Longer than what is left to whoever is silent: only those that nobody uses any more are closed.
  const answers: (string | undefined)[] = []
  for (let at = 0; at < connections; at++) {
    await sleep(10)
    answers.push(await ask())
  }
  expect(answers).toEqual(Array.from({ length: connections }, () => 'close'))
  await drained
})

it('does not wait for connections that nobody uses', async () => {
  await Promise.all(Array.from({ length: connections }, ask))
  const began = performance.now()
  await drain(server)
  expect(performance.now() - began).toBeLessThan(2000)
})
