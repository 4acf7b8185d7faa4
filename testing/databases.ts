import { randomBytes } from 'node:crypto'
import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { tempFolder } from './files/temp-folder.ts'

/** The database of one test. */
export interface TestDatabase {
  dataDir: string
  databaseUrl: string | undefined
  drop: () => Promise<void>
}

export type DatabaseName = 'sqlite' | 'postgres'
export const databaseNames: readonly DatabaseName[] = ['sqlite', 'postgres']

/** The PostgreSQL template database with all tables and the starter rows (see global-setup.ts). */
export const readyDatabase = 'agridesk_ready'

/** The fixed time of a test app, a second after its starter rows were made. */
export const beginning = '2026-11-15T06:00:00.000Z'

/** A new database: empty, or with all tables and the starter rows. */
export async function newDatabase(
  name: DatabaseName,
  { isReady = false }: { isReady?: boolean } = {},
): Promise<TestDatabase> {
  const dataDir = tempFolder('agridesk-data-')
  const dropFolder = (): void => rmSync(dataDir, { recursive: true, force: true })
  if (name === 'sqlite') {
    if (isReady) copyReadyFiles(dataDir)
    return { dataDir, databaseUrl: undefined, drop: async () => dropFolder() }
  }
  const server = process.env['TEST_POSTGRES_URL']
  if (!server) throw new Error('TEST_POSTGRES_URL is not set: the test command sets it')
  const database = `test_${randomBytes(6).toString('hex')}`
  await onServer(
    server,
    `create database ${database}${isReady ? ` template ${readyDatabase} ${await copying(server)}` : ''}`,
  )
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

export async function onServer(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

type Row = Record<string, unknown>

let copyStrategy: Promise<string> | undefined

/** Copying files takes half the time of PostgreSQL's default since version 15, which also writes every page to the WAL. */
function copying(server: string): Promise<string> {
  copyStrategy ??= onServer(server, 'show server_version_num').then(([row]) =>
    Number(row?.['server_version_num']) >= 150_000 ? 'strategy file_copy' : '',
  )
  return copyStrategy
}

function copyReadyFiles(dataDir: string): void {
  const ready = process.env['TEST_READY_SQLITE']
  if (!ready) throw new Error('TEST_READY_SQLITE is not set: the global setup of the tests sets it')
  for (const file of readdirSync(ready)) copyFileSync(join(ready, file), join(dataDir, file))
}
