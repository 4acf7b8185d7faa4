import { rmSync } from 'node:fs'
import { openStore } from '#server/store/open-store.ts'
import { onServer, readyDatabase } from './databases.ts'
import { passingFolder } from './passing-folder.ts'
import { startPostgres } from './postgres-server.ts'

/** One PostgreSQL for all test files; `npm test` brings its own, a bare vitest gets one here. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const brought = process.env.TEST_POSTGRES_URL
  if (brought) {
    await makeReady(brought)
    return undefined
  }
  const server = await startPostgres()
  await makeReady(server.url)
  // Workers are started after this and inherit the environment.
  process.env.TEST_POSTGRES_URL = server.url
  return async () => {
    delete process.env.TEST_POSTGRES_URL
    await server.stop()
  }
}

/** The tables are made once: to copy them takes a tenth of the time, and nearly every file wants some. */
async function makeReady(server: string): Promise<void> {
  await onServer(server, `drop database if exists ${readyDatabase} with (force)`)
  await onServer(server, `create database ${readyDatabase}`)
  const url = new URL(server)
  url.pathname = `/${readyDatabase}`
  const dataDir = passingFolder('agridesk-ready-')
  const store = await openStore({
    dataDir,
    databaseUrl: url.href,
    now: () => new Date(),
    onTrouble: () => {},
  })
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
}
