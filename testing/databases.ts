import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** Where one test's data lives. */
export interface TestDatabase {
  dataDir: string
  databaseUrl: string | undefined
  drop: () => Promise<void>
}

export type DatabaseName = 'sqlite' | 'postgres'
export const databaseNames: readonly DatabaseName[] = ['sqlite', 'postgres']

/** A new, empty database of that kind. */
export async function newDatabase(name: DatabaseName): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agridesk-data-'))
  const dropFolder = (): void => rmSync(dataDir, { recursive: true, force: true })
  if (name === 'sqlite') return { dataDir, databaseUrl: undefined, drop: async () => dropFolder() }
  const server = process.env['TEST_POSTGRES_URL']
  if (!server) throw new Error('TEST_POSTGRES_URL is not set: the test command sets it')
  const database = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${database}`)
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

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
