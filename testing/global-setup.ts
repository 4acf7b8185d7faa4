import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { system } from '#domain/access/actor.ts'
import { readConfig } from '#server/config.ts'
import { loadStarterRows } from '#server/starter/first-rows.ts'
import { openStore } from '#server/store/open-store.ts'
import { beginning, onServer, readyDatabase } from './databases.ts'
import { passingFolder } from './passing-folder.ts'
import { startPostgres } from './postgres-server.ts'

/** One PostgreSQL for all test files; `npm test` brings its own, a bare vitest gets one here. */
export async function setup(): Promise<() => Promise<void>> {
  const brought = process.env.TEST_POSTGRES_URL
  const server = brought ? undefined : await startPostgres()
  const url = new URL(brought ?? server!.url)
  // Workers are started after this and inherit the environment.
  process.env.TEST_POSTGRES_URL = url.href
  const folder = passingFolder('agridesk-ready-')
  process.env.TEST_READY_SQLITE = folder
  await makeReady(folder)
  await onServer(url.href, `drop database if exists ${readyDatabase} with (force)`)
  await onServer(url.href, `create database ${readyDatabase}`)
  url.pathname = `/${readyDatabase}`
  await makeReady(folder, url.href)
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    delete process.env.TEST_READY_SQLITE
    if (!brought) delete process.env.TEST_POSTGRES_URL
    await server?.stop()
  }
}

/** Tables and starter rows are made once: to copy them takes a tenth of the time, and nearly every file wants some. */
async function makeReady(dataDir: string, databaseUrl?: string): Promise<void> {
  const now = (): Date => new Date(beginning)
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
