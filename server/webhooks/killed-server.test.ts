import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseNames, newDatabase, type TestDatabase } from '#testing/databases.ts'
import { startServer, type ServerProcess } from '#testing/processes/server-process.ts'
import { openTarget, type WebhookTarget } from '#testing/webhook-target.ts'

const account = { email: 'boss@example.in', password: 'harvest moon rises' }
const cycles = Number(process.env['WEBHOOK_KILLS'] ?? 2)

const settingsOf = ({ dataDir, databaseUrl }: TestDatabase): Record<string, string> => ({
  ADMIN_EMAIL: account.email,
  ADMIN_PASSWORD: account.password,
  WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1',
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})

/** Requests of an administrator to a running server. */
async function clientOf({ url }: ServerProcess): Promise<(path: string, body: object) => Promise<Response>> {
  const post = (path: string, body: object, token = ''): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
  const { token } = (await (await post('/api/auth/login', account)).json()) as { token: string }
  return (path, body) => post(path, body, token)
}

/** Creates soils, about 30 in a second, until it is stopped or the server is gone; returns the codes that were acknowledged. */
async function write(server: ServerProcess, isOver: () => boolean): Promise<string[]> {
  const post = await clientOf(server)
  const codes: string[] = []
  while (!isOver())
    try {
      const answer = await post('/api/v1/soils', { Soil_Name: `Soil ${server.pid} ${codes.length}` })
      if (answer.status === 201) codes.push(((await answer.json()) as { Soil_Code: string }).Soil_Code)
      await sleep(30)
    } catch {
      break
    }
  return codes
}

const codesAt = (target: WebhookTarget): string[] => target.received.map(({ body }) => body.data.code)
const addTo = async (server: ServerProcess, url: string): Promise<void> => {
  const post = await clientOf(server)
  const { status } = await post('/api/v1/webhooks', { name: 'ERP', url, events: ['soil.created'] })
  expect(status).toBe(201)
}

describe.concurrent.each(databaseNames)('webhooks of a server that is killed, on %s', (database) => {
  let home: TestDatabase
  let target: WebhookTarget
  let server: ServerProcess
  beforeAll(async () => {
    home = await newDatabase(database, { isReady: true })
    target = await openTarget()
  })
  afterAll(async () => {
    await server.stop()
    await target.close()
    await home.drop()
  })

  it(
    'are sent after the next start: no acknowledged change is missing',
    { timeout: 120_000 },
    async ({ expect }) => {
      server = await startServer(settingsOf(home))
      await addTo(server, target.url)
      const acknowledged: string[] = []
      for (let cycle = 0; cycle < cycles; cycle++) {
        // The first kill comes while the target is still answering, the others at any moment.
        const isHanging = cycle === 0
        target.answer = (response) => {
          if (!isHanging) response.writeHead(200).end()
        }
        let isOver = false
        const writing = write(server, () => isOver)
        if (isHanging) await expect.poll(() => target.received.length, { timeout: 20_000 }).toBeGreaterThan(0)
        else await sleep(1500 + Math.random() * 1000)
        isOver = true
        await server.stop('SIGKILL')
        acknowledged.push(...(await writing))
        server = await startServer(settingsOf(home))
      }
      target.answer = (response) => response.writeHead(200).end()
      expect(acknowledged.length).toBeGreaterThan(cycles)
      const missing = (): string[] => {
        const sent = new Set(codesAt(target))
        return acknowledged.filter((code) => !sent.has(code))
      }
      await expect.poll(missing, { timeout: 60_000, interval: 500 }).toEqual([])
    },
  )
})

describe.concurrent('webhooks of two servers with one PostgreSQL', () => {
  let home: TestDatabase
  let target: WebhookTarget
  const servers: ServerProcess[] = []
  beforeEach(async () => {
    home = await newDatabase('postgres', { isReady: true })
    target = await openTarget()
  })
  afterEach(async () => {
    for (const server of servers) await server.stop()
    await target.close()
    await home.drop()
  })

  it('are sent once each, whichever server made the change', { timeout: 120_000 }, async ({ expect }) => {
    for (let count = 0; count < 2; count++) servers.push(await startServer(settingsOf(home)))
    await addTo(servers[0]!, target.url)
    const end = Date.now() + 4000
    const codes: string[][] = await Promise.all(servers.map((each) => write(each, () => Date.now() > end)))
    expect(codes.every((some) => some.length > 3)).toBe(true)
    const sorted = codes.flat().toSorted()
    await expect.poll(() => codesAt(target).toSorted(), { timeout: 60_000, interval: 500 }).toEqual(sorted)
    // Nothing more comes.
    await sleep(2500)
    expect(codesAt(target)).toHaveLength(sorted.length)
  })
})
