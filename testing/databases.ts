import { randomBytes } from 'node:crypto'
import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { passingFolder } from './passing-folder.ts'

/** Where one test's data lives. */
export interface TestDatabase {
  dataDir: string
  databaseUrl: string | undefined
  drop: () => Promise<void>
}

export type DatabaseName = 'sqlite' | 'postgres'
export const databaseNames: readonly DatabaseName[] = ['sqlite', 'postgres']

/** The database of PostgreSQL that holds every table and the starter rows (see global-setup.ts). */
export const readyDatabase = 'agridesk_ready'

/** When the clock of a test app stands still, and the starter rows came. */
export const beginning = '2026-11-15T06:00:00.000Z'

/** A new database of that kind: empty, or with every table and the starter rows. */
export async function newDatabase(
  name: DatabaseName,
  { isReady = false }: { isReady?: boolean } = {},
): Promise<TestDatabase> {
  const dataDir = passingFolder('agridesk-data-')
  const dropFolder = (): void => rmSync(dataDir, { recursive: true, force: true })
  if (name === 'sqlite') {
    if (isReady) copyReadyFiles(dataDir)
    return { dataDir, databaseUrl: undefined, drop: async () => dropFolder() }
  }
  const server = process.env['TEST_POSTGRES_URL']
  if (!server) throw new Error('TEST_POSTGRES_URL is not set: the test command sets it')
  const database = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${database}${isReady ? ` template ${readyDatabase}` : ''}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  return {
    dataDir,
    databaseUrl: url.href,
    drop: async () => {
      dropFolder()
      await onServer(server, `drop database if exists ${database} with (force)`)
    },
  }
}

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function copyReadyFiles(dataDir: string): void {
  const ready = process.env['TEST_READY_SQLITE']
  if (!ready) throw new Error('TEST_READY_SQLITE is not set: the set-up of the tests sets it')
  for (const file of readdirSync(ready)) copyFileSync(join(ready, file), join(dataDir, file))
}
