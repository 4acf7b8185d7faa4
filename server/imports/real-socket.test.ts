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

interface Visitor {
  token: string
  ask: (method: string, path: string, body?: string) => Promise<Json>
}

async function logIn(server: Server): Promise<Visitor> {
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: administrator.ADMIN_EMAIL, password: administrator.ADMIN_PASSWORD }),
  })
  const { token } = (await login.json()) as Json
  const ask: Visitor['ask'] = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'text/csv' }) }
    return (await fetch(`${server.url}/api/v1/${path}`, { method, headers, ...(body && { body }) })).json()
  }
  return { token, ask }
}

describe('files over a real connection', () => {
  let server: Server
  let visitor: Visitor
  beforeAll(async () => {
    server = await startServer({ DATA_DIR: dataDir, ...administrator })
    visitor = await logIn(server)
  })
  afterAll(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** What came back, and how much had been sent by then. */
  const send = (
    headers: string[],
    most: number,
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
        `authorization: Bearer ${visitor.token}`,
        'content-type: text/csv',
        ...headers,
      ]
      socket.on('data', (piece) => (answer += piece.toString()))
      for (const event of ['close', 'error'] as const) socket.on(event, () => resolve({ answer, sent }))
      socket.on('connect', async () => {
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        while (!socket.destroyed && sent < most) {
          if (sent >= stopAt) return socket.destroy()
          const piece = isChunked
            ? Buffer.concat([Buffer.from(`${block.length.toString(16)}\r\n`), block, Buffer.from('\r\n')])
            : block
          socket.write(piece)
          // Never faster than it is taken: what waits here was not sent.
          while (!socket.destroyed && socket.writableLength > 0) await sleep(1)
          // As over a line that is slower than this machine.
          if (answer !== '') await sleep(50)
          sent += block.length
        }
        if (!socket.destroyed && isChunked) socket.write('0\r\n\r\n')
      })
    })

  const megabyte = 1024 * 1024
  it.each([
    ['that says how long it is', [`content-length: ${200 * megabyte}`]],
    ['that does not', ['transfer-encoding: chunked']],
  ])('refuses a file of 200 MB %s with a sentence, and cuts it off', async (_, headers) => {
    const { answer, sent } = await send(headers, 200 * megabyte)
    expect(answer).toContain('413')
    expect(answer).toContain('This file is too large: at most 50 MB can be sent')
    expect(sent).toBeLessThan(120 * megabyte)
    expect((await visitor.ask('GET', 'imports')).items).toEqual([])
  })

  it('keeps nothing of a file whose connection was lost half-way', async () => {
    await send([`content-length: ${20 * megabyte}`], 20 * megabyte, 10 * megabyte)
    await sleep(50)
    expect((await visitor.ask('GET', 'imports')).items).toEqual([])
    expect(await visitor.ask('POST', 'imports?entity=soil&name=a.csv', 'Soil Name\nLoam\n')).toMatchObject({
      rowCount: 1,
    })
  })
})

it('says at once that a stopped server ended an import, and keeps nothing of it', async () => {
  const home = await newDatabase('postgres')
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
    failure: 'The server was stopped while it was at work. Nothing of the file was kept; start it again',
  })
  expect((await ask('GET', 'soils?total=true&limit=1')).total).toBe(0)
  await server.stop()
  await home.drop()
}, 60_000)
