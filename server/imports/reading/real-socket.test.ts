import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { newDatabase } from '#testing/databases.ts'
import { startServer } from '#testing/server-process.ts'
import type { Json } from '#testing/test-app.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'agridesk-socket-'))
const administrator = { ADMIN_EMAIL: 'boss@example.in', ADMIN_PASSWORD: 'harvest moon rises' }
type Server = Awaited<ReturnType<typeof startServer>>

interface Client {
  token: string
  ask: (method: string, path: string, body?: string) => Promise<Json>
}

async function logIn(server: Server): Promise<Client> {
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: administrator.ADMIN_EMAIL, password: administrator.ADMIN_PASSWORD }),
  })
  const { token } = (await login.json()) as Json
  const ask: Client['ask'] = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'text/csv' }) }
    return (await fetch(`${server.url}/api/v1/${path}`, { method, headers, ...(body && { body }) })).json()
  }
  return { token, ask }
}

describe('files over a real socket', () => {
  let server: Server
  let client: Client
  beforeAll(async () => {
    server = await startServer({ DATA_DIR: dataDir, ...administrator })
    client = await logIn(server)
  })
  afterAll(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** The response, and how many bytes were sent before it. */
  const send = (
    headers: string[],
    maxBytes: number,
    stopAt = Infinity,
  ): Promise<{ answer: string; sent: number }> =>
    new Promise((resolve) => {
      const { port, hostname } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      const isChunked = headers.some((each) => each.startsWith('transfer-encoding'))
      const block = Buffer.alloc(1024 * 1024, 'a,b\n')
      let answer = ''
      let sent = 0
      const head = [
        'POST /api/v1/imports?entity=soil&name=big.csv HTTP/1.1',
        'host: here',
        `authorization: Bearer ${client.token}`,
        'content-type: text/csv',
        ...headers,
      ]
      socket.on('data', (chunk) => (answer += chunk.toString()))
      for (const event of ['close', 'error'] as const) socket.on(event, () => resolve({ answer, sent }))
      socket.on('connect', async () => {
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        while (!socket.destroyed && sent < maxBytes) {
          if (sent >= stopAt) return socket.destroy()
          const chunk = isChunked
            ? Buffer.concat([Buffer.from(`${block.length.toString(16)}\r\n`), block, Buffer.from('\r\n')])
            : block
          socket.write(chunk)
          // Waits for the socket to drain, so that only sent bytes count.
          while (!socket.destroyed && socket.writableLength > 0) await sleep(1)
          // Simulates a slow connection.
          if (answer !== '') await sleep(50)
          sent += block.length
        }
        if (!socket.destroyed && isChunked) socket.write('0\r\n\r\n')
      })
    })

  const megabyte = 1024 * 1024
  it.each([
    ['with a content length', [`content-length: ${200 * megabyte}`]],
    ['without a content length', ['transfer-encoding: chunked']],
  ])('refuses a file of 200 MB %s with a message, and closes the connection', async (_, headers) => {
    const { answer, sent } = await send(headers, 200 * megabyte)
    expect(answer).toContain('413')
    expect(answer).toContain('This file is too large: at most 50 MB can be uploaded')
    expect(sent).toBeLessThan(120 * megabyte)
    expect((await client.ask('GET', 'imports')).items).toEqual([])
  })

  it('stores nothing when the connection is lost half-way', async () => {
    await send([`content-length: ${20 * megabyte}`], 20 * megabyte, 10 * megabyte)
    await sleep(50)
    expect((await client.ask('GET', 'imports')).items).toEqual([])
    expect(await client.ask('POST', 'imports?entity=soil&name=a.csv', 'Soil Name\nLoam\n')).toMatchObject({
      rowCount: 1,
    })
  })
})

it('reports at once that a stopped server interrupted an import, and leaves no records', async () => {
  const home = await newDatabase('postgres', { isReady: true })
  const environment = { DATA_DIR: home.dataDir, DATABASE_URL: home.databaseUrl!, ...administrator }
  let server = await startServer(environment)
  let { ask } = await logIn(server)
  const rows = Array.from({ length: 30_000 }, (_, at) => [`Soil ${at}`])
  const { id } = await ask('POST', 'imports?entity=soil&name=soils.csv', writeCsv([['Soil Name'], ...rows]))
  await ask('POST', `imports/${id}/run`)
  while (!((await ask('GET', `imports/${id}`)).progress?.done > 0)) await sleep(5)
  await server.stop('SIGTERM')
  server = await startServer(environment)
  ;({ ask } = await logIn(server))
  expect(await ask('GET', `imports/${id}`)).toMatchObject({
    state: 'failed',
    progress: null,
    failure: 'The server was stopped during the import. Nothing was imported; start it again',
  })
  expect((await ask('GET', 'soils?total=true&limit=1')).total).toBe(0)
  await server.stop('SIGKILL')
  await home.drop()
}, 45_000)
