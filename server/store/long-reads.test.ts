import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Problem } from '#domain/problem.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { runFor } from '../base/caller.ts'
import type { Db } from './dialect.ts'
import { forLongReads } from './long-reads.ts'

/** Never ends, on either database. */
const endless = sql`with recursive numbers (number) as (
  select 1 union all select (number + 1) % 1000000 from numbers) select count(*) from numbers`
const settings = { quickTests: 0, limit: 60_000 }

describe.each(databaseNames)('long reads on %s', (database) => {
  let test: TestApp
  let long: Db
  let url: string
  let onStart = (): void => {}
  beforeAll(async () => {
    const addRoute = (app: FastifyInstance): void =>
      void app.get('/api/endless', { config: { may: ['read', 'health'] } }, () => {
        onStart()
        return endless.execute(long)
      })
    test = await openTestApp(database, {}, addRoute, settings)
    long = forLongReads(test.store.read)
    await test.app.server.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(test.app.server.server.address() as AddressInfo).port}`
  })
  afterAll(() => test.close())

  /** Requests the endless read, and disconnects. */
  const requestAndDisconnect = async (meanwhile: () => Promise<void>): Promise<void> => {
    const started = new Promise<void>((resolve) => (onStart = resolve))
    const sent = get(`${url}/api/endless`)
    const closed = new Promise((resolve) => sent.on('error', () => {}).on('close', resolve))
    await started
    await sleep(200)
    await meanwhile()
    sent.destroy()
    await closed
  }
  const two = async (): Promise<number> => {
    // The key of anonymous callers on this machine, which may run one read at a time.
    const { rows } = await runFor({ key: '127.0.0.1' }, () =>
      sql<{ two: number }>`select 1 + 1 as two`.execute(long),
    )
    return rows[0]!.two
  }

  it('run in a process or connection of their own without blocking others, and end when the client disconnects', async () => {
    expect(long).not.toBe(test.store.read)
    await requestAndDisconnect(async () => {
      for (let at = 0; at < 5; at++) {
        expect((await fetch(`${url}/healthz`)).status).toBe(200)
        expect((await test.request('GET', '/api/v1/countries/nowhere')).status).toBe(404)
      }
    })
    // Waits for the read before it, which would never end by itself.
    expect(await two()).toBe(2)
  })

  it('return the same results as short reads: rows, no rows, and errors', async () => {
    await test.make('country', { Country_Code: 'ZZ', Country_Name: 'Ångström' })
    for (const query of [
      'q=ångs',
      'q=nobody+at+all',
      'Country_Name.has=NGSTR',
      'sort=-Country_Name&total=true',
    ]) {
      const { status, body } = await test.request('GET', `/api/v1/countries?${query}&limit=1`)
      expect(status, query).toBe(200)
      expect(body.items.map((each: { Country_Code: string }) => each.Country_Code)).toEqual(
        query.includes('nobody') ? [] : ['ZZ'],
      )
    }
    await expect(sql`select 1 from nowhere`.execute(long)).rejects.toThrow(/nowhere/)
  })

  it.runIf(database === 'sqlite')('reuse the process after a failed statement', async () => {
    const wrong = (): Promise<unknown> => sql`select 1 from nowhere`.execute(long)
    await expect(wrong()).rejects.toThrow(/nowhere/)
    // Each reader process adds an exit listener.
    const readers = process.listenerCount('exit')
    for (let at = 0; at < 4; at++) await expect(wrong()).rejects.toThrow(/nowhere/)
    expect(process.listenerCount('exit')).toBe(readers)
    expect(await two()).toBe(2)
  })

  it.runIf(database === 'sqlite')(
    'start no process for clients that disconnect at the same time',
    async () => {
      let started = 0
      const count = (): void => void started++
      const clients = Array.from({ length: 12 }, () => new AbortController())
      const reads = clients.map(({ signal }, at) =>
        runFor({ key: `client ${at}`, signal: () => signal }, () => endless.execute(long)).catch(() => {}),
      )
      await sleep(500)
      subscribe('child_process', count)
      // One after the other in one turn of the event loop, as connections close.
      for (const client of clients) {
        client.abort()
        for (let at = 0; at < 100; at++) await Promise.resolve()
      }
      await Promise.all(reads)
      unsubscribe('child_process', count)
      expect(started).toBe(0)
      expect(await two()).toBe(2)
    },
  )

  it('end when the store stops them', async () => {
    const refusal = runFor({ key: 'late' }, () => endless.execute(long)).then(
      () => 'answered',
      () => 'stopped',
    )
    await sleep(500)
    test.store.stopLongReads!()
    expect(await refusal).toBe('stopped')
    await expect(sql`select 1`.execute(long)).rejects.toThrow('The server is stopping')
  })
})

describe.each(databaseNames)('the timeout of long reads on %s', (database) => {
  it('ends them with a helpful message, and the next one runs', async () => {
    const test = await openTestApp(database, {}, undefined, { ...settings, limit: 300 })
    const long = forLongReads(test.store.read)
    const refusal = await endless.execute(long).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Problem)
    // Without Retry-After: a retry would take as long again.
    expect(refusal).toMatchObject({
      status: 503,
      details: { msg: 'This search takes too long. Add a filter or more letters.' },
    })
    expect((refusal as Problem).details.retryAfterSeconds).toBeUndefined()
    expect((await test.request('GET', '/api/v1/countries?q=nobody')).status).toBe(200)
    await test.close()
  })
})
