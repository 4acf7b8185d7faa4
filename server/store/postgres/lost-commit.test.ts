import { createServer, connect, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDatabase, type TestDatabase } from '#testing/databases.ts'
import { startServer, type ServerProcess } from '#testing/processes/server-process.ts'

const administrator = { ADMIN_EMAIL: 'boss@example.in', ADMIN_PASSWORD: 'harvest moon rises' }

/** A proxy in front of a real PostgreSQL that can break the connection during a commit, before the response. */
class BreakingProxy {
  readonly #server: Server
  readonly #open = new Set<Socket>()
  /** Whether the next commit reaches the database. */
  next: 'arrives' | 'is lost' | undefined
  isDown = false

  constructor(url: URL) {
    this.#server = createServer((client) => {
      const database = connect(Number(url.port), url.hostname)
      const end = (): void => {
        client.destroy()
        database.destroy()
      }
      for (const socket of [client, database]) {
        this.#open.add(socket)
        socket.on('error', end).on('close', end)
      }
      if (this.isDown) return end()
      client.on('data', (chunk) => {
        const isCommit = this.next !== undefined && chunk.includes('commit\0')
        if (!isCommit) return database.write(chunk)
        const doesArrive = this.next === 'arrives'
        this.next = undefined
        if (!doesArrive) return end()
        // The database commits, and its response is lost.
        client.pause()
        database.removeAllListeners('data')
        database.once('data', end)
        database.write(chunk)
      })
      database.on('data', (chunk) => client.write(chunk))
    })
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as { port: number }).port
  }

  close(): void {
    for (const socket of this.#open) socket.destroy()
    this.#server.close()
  }
}

describe('a connection to PostgreSQL that is lost during a commit', () => {
  let home: TestDatabase
  let proxy: BreakingProxy
  let server: ServerProcess
  let token: string
  beforeAll(async () => {
    home = await newDatabase('postgres', { isReady: true })
    const url = new URL(home.databaseUrl!)
    proxy = new BreakingProxy(url)
    const through = new URL(url)
    through.hostname = '127.0.0.1'
    // Without the UNIX socket, which does not lead through the proxy.
    through.search = ''
    through.port = String(await proxy.listen())
    server = await startServer({ DATABASE_URL: through.href, DATA_DIR: home.dataDir, ...administrator })
    token = (
      await send('/api/auth/login', {
        email: administrator.ADMIN_EMAIL,
        password: administrator.ADMIN_PASSWORD,
      })
    ).body.token
  }, 30_000)
  afterAll(async () => {
    await server.stop('SIGKILL')
    proxy.close()
    await home.drop()
  })

  const send = async (path: string, body?: unknown, key?: string) => {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    }
    const answer = await fetch(server.url + path, {
      headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    const json = (await answer.json()) as { msg: string; token: string; total: number; Soil_Code: string }
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: json }
  }
  const count = async (name: string): Promise<number> =>
    (await send(`/api/v1/soils?q=${name}&limit=1&total=true`)).body.total

  it.each([
    ['arrives', 1],
    ['is lost', 0],
  ] as const)('when the commit %s: does not claim that nothing was saved', async (how, saved) => {
    const name = `without${saved}`
    proxy.next = how
    const { status, retryAfter, body } = await send('/api/v1/soils', { Soil_Name: name })
    expect(status).toBe(503)
    expect(body.msg).toBe(
      'The connection to the database was lost while this was being saved, so it may or may not be saved. Check whether it is there before you try again',
    )
    // A client that retries automatically would save it twice.
    expect(retryAfter).toBeNull()
    expect(await count(name)).toBe(saved)
  })

  it.each(['arrives', 'is lost'] as const)(
    'when the commit %s: a retry with an idempotency key is safe',
    async (how) => {
      const name = how === 'arrives' ? 'keyone' : 'keytwo'
      proxy.next = how
      const first = await send('/api/v1/soils', { Soil_Name: name }, name)
      // If the database is reachable again at once, the stored answer is returned without a retry.
      expect([201, 503]).toContain(first.status)
      if (first.status === 503) {
        expect(first.body.msg).toContain('it may or may not be saved. Try again: it is not saved twice')
        expect(Number(first.retryAfter)).toBeGreaterThan(0)
      }
      const second = await send('/api/v1/soils', { Soil_Name: name }, name)
      expect(second.status).toBe(201)
      expect(await count(name)).toBe(1)
    },
  )
})
