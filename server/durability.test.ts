import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { startPostgres } from '#testing/postgres-server.ts'
import { startServer, type ServerProcess } from '#testing/server-process.ts'

/** The number of write-and-kill cycles; the guarantee is 200 and 50, the default is a sample. */
const cycles = {
  sqlite: Number(process.env['KILL_CYCLES_SQLITE'] ?? 4),
  postgres: Number(process.env['KILL_CYCLES_POSTGRES'] ?? 3),
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

/** Writes from several concurrent workers until the server is killed. */
async function writeUntilKilled(url: string, writeLog: WriteLog): Promise<void> {
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
        if (response.status === 201) {
          const { Soil_Code } = (await response.json()) as { Soil_Code: string }
          expect(writeLog.acknowledged.has(Soil_Code)).toBe(false)
          writeLog.acknowledged.set(Soil_Code, key)
        } else if (response.status !== 503) throw new Error(`unexpected ${response.status}`)
      } catch (error) {
        if (error instanceof TypeError || error instanceof SyntaxError) return // the connection broke
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
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

const randomPause = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400))

async function expectNothingLost(server: ServerProcess, writeLog: WriteLog): Promise<void> {
  writeLog.token = await login(server.url)
  const found = await readSoils(server.url, writeLog.token)
  for (const [code, key] of writeLog.acknowledged)
    expect(found.get(code), `${code} was acknowledged`).toBe(`Soil ${key}`)
}

it('returns 503 with a message within seconds when the database is down, and recovers when it is back', async () => {
  const database = await startPostgres({ durable: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'agridesk-gone-'))
  const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...administrator })
  try {
    const token = await login(server.url)
    const readOnce = async (): Promise<[number, string, number]> => {
      const start = Date.now()
      const response = await fetch(`${server.url}/api/v1/soils`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return [response.status, await response.text(), Date.now() - start]
    }
    expect((await readOnce())[0]).toBe(200)
    await database.kill()
    for (let tries = 0; tries < 3; tries++) {
      const [status, text, milliseconds] = await readOnce()
      expect([status, text]).toEqual([503, expect.stringContaining('The database does not answer right now')])
      expect(milliseconds).toBeLessThan(2500)
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    await database.start()
    const deadline = Date.now() + 5000
    while ((await readOnce())[0] !== 200) expect(Date.now()).toBeLessThan(deadline)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  } finally {
    await server.stop('SIGKILL')
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 30_000)

describe('nothing acknowledged is lost', () => {
  const folders: string[] = []
  const newFolder = (): string => {
    folders.push(mkdtempSync(join(tmpdir(), 'agridesk-kill-')))
    return folders.at(-1)!
  }
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it(
    `on SQLite, when the process is killed in the middle of writing, ${cycles.sqlite} times`,
    async () => {
      const environment = { DATA_DIR: newFolder(), ...administrator }
      const writeLog: WriteLog = { token: '', acknowledged: new Map(), written: 0 }
      for (let cycle = 0; cycle < cycles.sqlite; cycle++) {
        const server = await startServer(environment)
        await expectNothingLost(server, writeLog)
        const writing = writeUntilKilled(server.url, writeLog)
        await randomPause()
        await server.stop('SIGKILL')
        await writing
      }
      const last = await startServer(environment)
      await expectNothingLost(last, writeLog)
      await last.stop()
      const file = new DatabaseSync(join(environment.DATA_DIR, 'agridesk.sqlite'))
      expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
      expect(file.prepare('pragma foreign_key_check').all()).toEqual([])
      file.close()
      expect(writeLog.acknowledged.size).toBeGreaterThan(cycles.sqlite)
      if (process.env['KILL_CYCLES_SQLITE'])
        process.stdout.write(
          `\nSQLite: ${writeLog.acknowledged.size} acknowledged in ${cycles.sqlite} cycles, none lost\n`,
        )
    },
    30_000 + cycles.sqlite * 6_000,
  )

  it(
    `on PostgreSQL, when the database server or the process is killed in the middle of writing, ${cycles.postgres} times`,
    async () => {
      const database = await startPostgres({ durable: true })
      const environment = { DATABASE_URL: database.url, DATA_DIR: newFolder(), ...administrator }
      const writeLog: WriteLog = { token: '', acknowledged: new Map(), written: 0 }
      try {
        for (let cycle = 0; cycle < cycles.postgres; cycle++) {
          const server = await startServer(environment)
          await expectNothingLost(server, writeLog)
          const writing = writeUntilKilled(server.url, writeLog)
          await randomPause()
          if (cycle % 2 === 0) await database.kill()
          await server.stop('SIGKILL')
          await writing
          if (cycle % 2 === 0) await database.start()
        }
        const last = await startServer(environment)
        await expectNothingLost(last, writeLog)
        await last.stop()
        const client = new pg.Client({ connectionString: database.url })
        await client.connect()
        const { rows } = await client.query<{ codes: string; keys: string }>(
          'select count(distinct soil_code) as codes, (select count(*) from idempotency) as keys from soil',
        )
        expect(rows[0]!.codes).toBe(rows[0]!.keys)
        await client.end()
        expect(writeLog.acknowledged.size).toBeGreaterThan(cycles.postgres)
        if (process.env['KILL_CYCLES_POSTGRES'])
          process.stdout.write(
            `\nPostgreSQL: ${writeLog.acknowledged.size} acknowledged in ${cycles.postgres} cycles, none lost\n`,
          )
      } finally {
        await database.stop()
      }
    },
    60_000 + cycles.postgres * 10_000,
  )
})
