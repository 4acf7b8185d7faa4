import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseNames, type DatabaseName } from '#testing/databases.ts'
import { startPostgres, type PostgresServer } from '#testing/processes/postgres-server.ts'
import { startServer, type ServerProcess } from '#testing/processes/server-process.ts'
import { ask } from './client.ts'

export const titles: Record<DatabaseName, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
export const administrator = { email: 'anita@agridesk.in', password: 'marigold-and-monsoon' }

export interface Home {
  settings: Record<string, string>
  /** Only for PostgreSQL. */
  database: PostgresServer | undefined
}

/** Creates a data folder on the disk and, for PostgreSQL, a durable server, and removes both afterwards. */
export async function withHome<T>(name: DatabaseName, work: (home: Home) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-trust-'))
  const database = name === 'postgres' ? await startPostgres({ durable: true }) : undefined
  const settings = {
    DATA_DIR: folder,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ...(database && { DATABASE_URL: database.url }),
  }
  try {
    return await work({ settings, database })
  } finally {
    await database?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface Served {
  server: ServerProcess
  headers: Record<string, string>
}

/** Starts the server and logs in as the administrator. */
export async function withServer<T>(
  settings: Record<string, string>,
  work: (served: Served) => Promise<T>,
): Promise<T> {
  const server = await startServer(settings)
  try {
    return await work({ server, headers: await logIn(server.url) })
  } finally {
    await server.stop('SIGKILL')
  }
}

export async function logIn(url: string): Promise<Record<string, string>> {
  const { status, text } = await ask(`${url}/api/auth/login`, { method: 'POST', body: administrator })
  if (status !== 200) throw new Error(`Logging in: ${status} ${text}`)
  return { authorization: `Bearer ${(JSON.parse(text) as { token: string }).token}` }
}

export async function onBoth<T>(work: (name: DatabaseName) => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (const name of databaseNames) all.push(await work(name))
  return all
}
