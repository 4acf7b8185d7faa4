import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPostgres, type PostgresServer } from '#testing/processes/postgres-server.ts'
import { startServer, type ServerProcess } from '#testing/processes/server-process.ts'

/** The number of write-and-kill cycles; the guarantee is 200 and 50, the default is a sample. */
const cycles = {
  sqlite: Number(process.env['KILL_CYCLES_SQLITE'] ?? 2),
  postgres: Number(process.env['KILL_CYCLES_POSTGRES'] ?? 2),
}
const administrator = { ADMIN_EMAIL: 'boss@example.in', ADMIN_PASSWORD: 'harvest moon rises' }

/** What was acknowledged, recorded by the test itself: code and idempotency key of every 201 received. */
interface WriteLog {
  token: string
  acknowledged: Map<string, string>
  written: number
}

async function login(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: administrator.ADMIN_EMAIL, password: administrator.ADMIN_PASSWORD }),
  })
  return ((await response.json()) as { token: string }).token
}

/** Writes from several concurrent workers until the server or its database is killed. */
async function writeUntilKilled(url: string, writeLog: WriteLog, killed: AbortSignal): Promise<void> {
  const worker = async (): Promise<void> => {
    for (;;) {
      const key = `k${++writeLog.written}`
      try {
        const response = await fetch(`${url}/api/v1/soils`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${writeLog.token}`,
            'idempotency-key': key,
          },
          body: JSON.stringify({ Soil_Name: `Soil ${key}` }),
        })
        if (response.status === 503 && killed.aborted) return
        if (response.status === 503) continue // a busy machine
        if (response.status !== 201) throw new Error(`unexpected ${response.status}`)
        const { Soil_Code } = (await response.json()) as { Soil_Code: string }
        expect(writeLog.acknowledged.has(Soil_Code)).toBe(false)
        writeLog.acknowledged.set(Soil_Code, key)
      } catch (error) {
        if (error instanceof TypeError || error instanceof SyntaxError) return // the connection broke
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
}

/** Writes, kills at a random moment after some writes were acknowledged, and waits for the writers to notice. */
async function killWhileWriting(
  url: string,
  writeLog: WriteLog,
  kill: () => Promise<unknown>,
): Promise<void> {
  const enough = writeLog.acknowledged.size + 10 + Math.random() * 40
  const killed = new AbortController()
  const ended = new AbortController()
  const writing = writeUntilKilled(url, writeLog, killed.signal).finally(() => ended.abort())
  while (!ended.signal.aborted && writeLog.acknowledged.size < enough) await sleep(1 + Math.random() * 9)
  if (ended.signal.aborted) await writing
  expect(ended.signal.aborted, 'the server stopped answering before it was killed').toBe(false)
  killed.abort()
  await kill()
  await writing
}

async function readSoils(url: string, token: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  let after = ''
  do {
    const response = await fetch(`${url}/api/v1/soils?limit=200${after}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const page = (await response.json()) as {
      items: { Soil_Code: string; Soil_Name: string }[]
      next: string | null
    }
    for (const { Soil_Code, Soil_Name } of page.items) found.set(Soil_Code, Soil_Name)
    after = page.next ? `&after=${page.next}` : ''
  } while (after)
  return found
}

async function expectNothingLost(server: ServerProcess, writeLog: WriteLog): Promise<void> {
  const found = await readSoils(server.url, writeLog.token)
  for (const [code, key] of writeLog.acknowledged)
    expect(found.get(code), `${code} was acknowledged`).toBe(`Soil ${key}`)
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'agridesk-kill-'))

it(
  `on SQLite nothing acknowledged is lost when the process is killed in the middle of writing, ${cycles.sqlite} times`,
  async () => {
    const environment = { DATA_DIR: newFolder(), ...administrator }
    let server = await startServer(environment)
    const writeLog: WriteLog = { token: await login(server.url), acknowledged: new Map(), written: 0 }
    for (let cycle = 0; cycle < cycles.sqlite; cycle++) {
      const { url, stop } = server
      await killWhileWriting(url, writeLog, () => stop('SIGKILL'))
      server = await startServer(environment)
      await expectNothingLost(server, writeLog)
    }
    await server.stop('SIGKILL')
    const file = new DatabaseSync(join(environment.DATA_DIR, 'agridesk.sqlite'))
    expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(file.prepare('pragma foreign_key_check').all()).toEqual([])
    file.close()
    rmSync(environment.DATA_DIR, { recursive: true, force: true })
    if (process.env['KILL_CYCLES_SQLITE'])
      process.stdout.write(
        `\nSQLite: ${writeLog.acknowledged.size} acknowledged in ${cycles.sqlite} cycles, none lost\n`,
      )
  },
  150_000 + cycles.sqlite * 10_000,
)

describe('on PostgreSQL', () => {
  let database: PostgresServer
  let server: ServerProcess
  let environment: Record<string, string>
  const writeLog: WriteLog = { token: '', acknowledged: new Map(), written: 0 }
  beforeAll(async () => {
    database = await startPostgres({ durable: true })
    environment = { DATABASE_URL: database.url, DATA_DIR: newFolder(), ...administrator }
    server = await startServer(environment)
    writeLog.token = await login(server.url)
  }, 150_000)
  afterAll(async () => {
    await server.stop('SIGKILL')
    await database.stop()
    rmSync(environment['DATA_DIR']!, { recursive: true, force: true })
  })

  /** A request that is not answered within seconds fails. */
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(server.url + path, { headers, signal: AbortSignal.timeout(20_000) })
  const getSoils = (): Promise<Response> =>
    get('/api/v1/soils', { authorization: `Bearer ${writeLog.token}` })

  /** After the database was killed, broken connections are replaced one by one. */
  const isBack = (): Promise<void> =>
    vi.waitFor(
      async () => {
        expect((await getSoils()).status).toBe(200)
        expect((await get('/readyz')).status).toBe(200)
      },
      { timeout: 30_000 },
    )

  it('the server returns 503 with a message within seconds while the database is down, and recovers when it is back', async () => {
    await isBack()
    await database.kill()
    for (let tries = 0; tries < 3; tries++) {
      const response = await getSoils()
      expect([response.status, await response.text()]).toEqual([
        503,
        expect.stringContaining('The database does not answer right now'),
      ])
    }
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/readyz')).status).toBe(503)
    await database.start()
    await isBack()
  }, 150_000)

  const kills = [
    () => database.kill(),
    async () => {
      await database.kill()
      await server.stop('SIGKILL')
    },
    () => server.stop('SIGKILL'),
  ]

  it(
    `nothing acknowledged is lost when the database server, the process or both are killed in the middle of writing, ${cycles.postgres} times`,
    async () => {
      for (let cycle = 0; cycle < cycles.postgres; cycle++) {
        const way = cycle % kills.length
        await killWhileWriting(server.url, writeLog, kills[way]!)
        if (way < 2) await database.start()
        if (way > 0) server = await startServer(environment)
        else await isBack()
        await expectNothingLost(server, writeLog)
      }
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      const { rows } = await client.query<{ codes: string; keys: string }>(
        'select count(distinct soil_code) as codes, (select count(*) from idempotency) as keys from soil',
      )
      expect(rows[0]!.codes).toBe(rows[0]!.keys)
      await client.end()
      if (process.env['KILL_CYCLES_POSTGRES'])
        process.stdout.write(
          `\nPostgreSQL: ${writeLog.acknowledged.size} acknowledged in ${cycles.postgres} cycles, none lost\n`,
        )
    },
    150_000 + cycles.postgres * 10_000,
  )
})
