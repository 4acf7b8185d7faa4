import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { onServer } from '#testing/databases.ts'
import { importDriver } from '#testing/import-driver.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { findJob } from '../import-store.ts'

const slowTest = { timeout: 60_000 }

describe('files over a real socket', slowTest, () => {
  let test: TestApp
  let token: string
  let url: URL
  beforeAll(async () => {
    test = await openTestApp('sqlite')
    token = await test.as('ADMIN')
    url = new URL(await test.app.server.listen({ port: 0, host: '127.0.0.1' }))
  })
  afterAll(() => test.close())

  const uploads = (): string[] => readdirSync(join(test.config.dataDir, 'uploads'))
  const imports = async (): Promise<unknown> => (await test.request('GET', '/api/v1/imports')).body.items

  /** The response, and how many bytes were sent before it. */
  const send = (
    headers: string[],
    maxBytes: number,
    breakOff?: () => Promise<void>,
  ): Promise<{ answer: string; sent: number }> =>
    new Promise((resolve) => {
      const socket = connect(Number(url.port), url.hostname)
      const isChunked = headers.some((each) => each.startsWith('transfer-encoding'))
      const block = Buffer.alloc(1024 * 1024, 'a,b\n')
      let answer = ''
      let sent = 0
      const head = [
        'POST /api/v1/imports?entity=soil&name=big.csv HTTP/1.1',
        'host: here',
        `authorization: Bearer ${token}`,
        'content-type: text/csv',
        ...headers,
      ]
      socket.on('data', (chunk) => (answer += chunk.toString()))
      for (const event of ['close', 'error'] as const) socket.on(event, () => resolve({ answer, sent }))
      socket.on('connect', async () => {
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        while (!socket.destroyed && sent < maxBytes) {
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
        await breakOff?.()
        if (breakOff) socket.destroy()
        else if (!socket.destroyed && isChunked) socket.write('0\r\n\r\n')
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
    expect(await imports()).toEqual([])
  })

  it('stores nothing when the connection is lost half-way', async () => {
    // Breaks off once the server has begun to store the file.
    const received = (): Promise<void> =>
      vi.waitFor(() => expect(uploads()).toHaveLength(1), { timeout: 10_000 })
    await send([`content-length: ${20 * megabyte}`], 10 * megabyte, received)
    await vi.waitFor(() => expect(uploads()).toEqual([]), { timeout: 10_000 })
    expect(await imports()).toEqual([])
    expect(await importDriver(test).upload('soil', 'Soil Name\nLoam\n')).toMatchObject({ rowCount: 1 })
  })
})

it(
  'reports at once that a stopped server interrupted an import, and leaves no records',
  slowTest,
  async () => {
    const test = await openTestApp('postgres')
    const drive = importDriver(test)
    // More than one chunk; the import stays in the second one for ten seconds.
    const rows = Array.from({ length: 600 }, (_, at) => [`Soil ${at}`])
    await onServer(
      test.config.databaseUrl!,
      `create function pause_import() returns trigger language plpgsql as 'begin perform pg_sleep(10); return new; end';
     create trigger pause_import before insert on soil for each row when (new.soil_name = 'Soil 599')
     execute function pause_import()`,
    )
    const { id } = await drive.upload('soil', writeCsv([['Soil Name'], ...rows]))
    expect((await test.request('POST', `/api/v1/imports/${id}/run`)).status).toBe(202)
    while (!((await drive.read(id)).progress?.done > 0)) await sleep(5)
    await test.app.server.close()
    expect(await findJob(test.store.read, id)).toMatchObject({
      state: 'failed',
      failure: 'The server was stopped during the import. Nothing was imported; start it again',
    })
    expect(await test.store.read.selectFrom('soil').select('id').execute()).toEqual([])
    await test.close()
  },
)
