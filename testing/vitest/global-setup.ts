import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { system } from '#domain/access/actor.ts'
import { readConfig } from '#server/base/config.ts'
import '#server/hooks.ts'
import { loadStarterRows } from '#server/starter/first-rows.ts'
import { openStore } from '#server/store/open-store.ts'
import { beginning, onServer, readyDatabase } from '../databases.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { startPostgres } from '../processes/postgres-server.ts'
import { compiledFolder } from '../processes/server-process.ts'

/** One PostgreSQL for all test files: that of `npm test`, or one started here for a direct vitest run. */
export async function setup(): Promise<() => Promise<void>> {
  const brought = process.env['TEST_POSTGRES_URL']
  const server = brought ? undefined : await startPostgres()
  const url = new URL(brought ?? server!.url)
  // Workers start after this and inherit the environment.
  process.env['TEST_POSTGRES_URL'] = url.href
  // Threads and processes of the server load its sources; with a compile cache that takes half the time.
  process.env['NODE_COMPILE_CACHE'] ??= compiledFolder
  const folder = tempFolder('agridesk-ready-')
  process.env['TEST_READY_SQLITE'] = folder
  await makeReady(folder)
  await onServer(url.href, `drop database if exists ${readyDatabase} with (force)`)
  await onServer(url.href, `create database ${readyDatabase}`)
  url.pathname = `/${readyDatabase}`
  await makeReady(folder, url.href)
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    delete process.env['TEST_READY_SQLITE']
    if (!brought) delete process.env['TEST_POSTGRES_URL']
    await server?.stop()
  }
}

/** Creates tables and starter rows once: copying them takes a tenth of the time, and nearly every test file needs them. */
async function makeReady(dataDir: string, databaseUrl?: string): Promise<void> {
  // Before the tests begin: ids of the same millisecond made by two processes are in no order.
  const now = (): Date => new Date(Date.parse(beginning) - 1000)
  const store = await openStore({ dataDir, databaseUrl, now, onTrouble: () => {} })
  const config = readConfig({ SAMPLE_DATA: 'false', DATA_DIR: dataDir })
  const log = pino({ level: 'silent' })
  await loadStarterRows({
    actor: system('test'),
    store,
    config,
    now,
    log,
    requestId: null,
    address: 'test',
  })
  await store.close()
}
