import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { build } from '#testing/build-record.ts'
import { newDatabase, onServer } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { findDamage } from './files/integrity.ts'
import { openStore } from './open-store.ts'

const ready = async ({ request }: TestApp): Promise<[number, string]> => {
  const { status, body } = await request('GET', '/readyz', undefined, { as: 'anonymous' })
  return [status, body.msg ?? body.status]
}

/** A check of the database that a busy machine does not answer in time is repeated. */
const becomes = (test: TestApp, expected: unknown): Promise<void> =>
  vi.waitFor(async () => expect(await ready(test)).toEqual(expected), { timeout: 30_000, interval: 200 })

const slowTest = { timeout: 60_000 }

describe('a damaged page of the embedded database', slowTest, () => {
  it('is found by the check, stops writes, and is reported', async () => {
    const test = await openTestApp('sqlite')
    await test.as('ADMIN')
    for (let at = 0; at < 3; at++) await test.make('soil')
    await test.store.verify!()
    expect(test.store.trouble!()).toBeUndefined()
    const path = join(test.config.dataDir, 'agridesk.sqlite')
    const file = new DatabaseSync(path)
    file.exec('pragma wal_checkpoint(truncate)')
    const { rootpage } = file.prepare("select rootpage from sqlite_master where name = 'balance'").get()!
    const { page_size: size } = file.prepare('pragma page_size').get()!
    file.close()
    const descriptor = openSync(path, 'r+')
    writeSync(
      descriptor,
      Buffer.alloc(Number(size), 0xaa),
      0,
      Number(size),
      (Number(rootpage) - 1) * Number(size),
    )
    closeSync(descriptor)
    await test.store.verify!()
    const message = expect.stringContaining('The database file is damaged')
    await becomes(test, [503, message])
    const save = await test.request('POST', '/api/v1/soils', { Soil_Name: 'Late' })
    expect([save.status, save.body.msg, save.headers['retry-after']]).toEqual([503, message, '60'])
    expect((await test.request('GET', '/api/v1/soils')).status).toBe(200)
    await expect(test.store.transaction(async () => 1)).rejects.toThrow('The database file is damaged')
    await test.close()
  })

  it('is not reported when the check itself fails', async () => {
    const { dataDir, drop } = await newDatabase('sqlite', { isReady: true })
    const { signal } = new AbortController()
    await expect(findDamage(join(dataDir, 'agridesk.sqlite'), signal)).resolves.toBeUndefined()
    // A folder cannot be opened as a database, and a text file is not a database.
    await expect(findDamage(dataDir, signal)).rejects.toThrow('could not be checked')
    const text = join(dataDir, 'text.sqlite')
    writeFileSync(text, 'This is a text file and not a database. '.repeat(100))
    await expect(findDamage(text, signal)).resolves.toContain('not a database')
    await drop()
  })

  it('is noticed when a statement fails because of it', async () => {
    const test = await openTestApp('sqlite')
    const seen = Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
    expect(test.store.problemOf(seen)?.message).toContain('The database file is damaged')
    expect((await ready(test))[0]).toBe(503)
    await test.close()
  })
})

// These tests mostly wait for caches to expire and for locks, so they run concurrently.
it.concurrent('reports a full disk in /readyz until there is space again', slowTest, async () => {
  const test = await openTestApp('sqlite')
  const limitPages = (pages: number): Promise<unknown> =>
    test.store.transaction((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx))
  const save = () =>
    test.request('POST', '/api/v1/services', build('service', { description: 'x'.repeat(4000) }))
  await becomes(test, [200, 'ready'])
  await limitPages(1)
  while ((await save()).status === 201);
  // The last result is cached for two seconds.
  const full = [503, 'The disk of the server is full']
  await becomes(test, full)
  await limitPages(1_000_000)
  await becomes(test, [200, 'ready'])
  await test.close()
})

describe.concurrent('PostgreSQL', slowTest, () => {
  it('is reported by /readyz when it becomes read-only', async () => {
    const test = await openTestApp('postgres')
    const url = test.config.databaseUrl!
    const name = new URL(url).pathname.slice(1)
    const server = process.env['TEST_POSTGRES_URL']!
    const set = async (how: string): Promise<void> => {
      await onServer(server, `alter database ${name} ${how}`)
      // As after a fail-over: connections break, and new ones are read-only.
      await onServer(
        server,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      )
    }
    await becomes(test, [200, 'ready'])
    await set('set default_transaction_read_only = on')
    const refused = [503, 'The database is read-only, as a standby server is']
    await becomes(test, refused)
    await set('reset default_transaction_read_only')
    await becomes(test, [200, 'ready'])
    await test.close()
  })

  it('makes an older server answer 503 with the reason after a newer version upgraded it', async () => {
    const test = await openTestApp('postgres')
    await test.as('ADMIN')
    const url = test.config.databaseUrl!
    await onServer(
      url,
      `begin; alter table soil rename column soil_name to soil_title;
       insert into migration (name, checksum, applied_at) values ('9999-future', 'x', 'now'); commit`,
    )
    const message = expect.stringContaining('was upgraded by a newer version of AgriDesk')
    const first = await test.request('POST', '/api/v1/soils', { Soil_Name: 'Too old' })
    expect([first.status, first.body.msg]).toEqual([503, message])
    await becomes(test, [503, message])
    const login = { email: 'admin@example.in', password: 'a wrong password' }
    const refused = await test.request('POST', '/api/auth/login', login, { as: 'anonymous' })
    expect([refused.status, refused.body.msg]).toEqual([503, message])
    expect((await test.request('GET', '/api/v1/soils')).status).toBe(503)
    expect((await test.request('GET', '/healthz', undefined, { as: 'anonymous' })).status).toBe(200)
    await test.close()
  })

  it('is polled for upgrades without any request', async () => {
    const test = await openTestApp('postgres')
    await onServer(
      test.config.databaseUrl!,
      `insert into migration (name, checksum, applied_at) values ('9999-future', 'x', 'now')`,
    )
    await vi.waitFor(() => expect(test.store.trouble!()).toBeDefined(), { timeout: 30_000, interval: 100 })
    await test.close()
  })

  it('is waited for while another instance upgrades it, however long that takes', async () => {
    const test = await openTestApp('postgres')
    const { default: pg } = await import('pg')
    const other = new pg.Client({ connectionString: test.config.databaseUrl! })
    await other.connect()
    await other.query('select pg_advisory_lock(4723901)')
    const messages: string[] = []
    const opening = openStore({
      dataDir: test.config.dataDir,
      databaseUrl: test.config.databaseUrl,
      now: () => new Date(),
      onTrouble: () => {},
      onProgress: (message) => messages.push(message),
    })
    // Longer than the usual lock timeout.
    await sleep(6000)
    expect(messages).toEqual(['Waiting for another instance to finish the upgrade…'])
    await other.end()
    await (await opening).close()
    await test.close()
  })
})
