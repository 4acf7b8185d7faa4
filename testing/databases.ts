import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
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

/** Named so that the tests' own work finds it: a database with every table and not one row (see global-setup.ts). */
export const readyDatabase = 'agridesk_ready'

/** A new database of that kind: empty, or as a copy of another one on the same server. */
export async function newDatabase(name: DatabaseName, copyOf?: string): Promise<TestDatabase> {
  const dataDir = passingFolder('agridesk-data-')
  const dropFolder = (): void => rmSync(dataDir, { recursive: true, force: true })
  if (name === 'sqlite') return { dataDir, databaseUrl: undefined, drop: async () => dropFolder() }
  const server = process.env['TEST_POSTGRES_URL']
  if (!server) throw new Error('TEST_POSTGRES_URL is not set: the test command sets it')
  const database = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${database}${copyOf ? ` template ${copyOf}` : ''}`)
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
