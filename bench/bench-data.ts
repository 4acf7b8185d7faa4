import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { DatabaseName } from '#testing/databases.ts'
import { startPostgres } from '#testing/processes/postgres-server.ts'
import { plainEnvironment } from './plain-environment.ts'

export type DataRow = Record<string, string | number | null>

/** A database with sample customers and its copy, so that the writes of one side do not affect the other. */
export interface BenchData {
  database: DatabaseName
  rows: number
  folder: string
  /** The environment of the product. */
  ours: Record<string, string>
  /** The environment of the bare limit, on the copy. */
  bare: Record<string, string>
  /** Copies the database, which must not be in use; returns the file or the URL of the copy. */
  copy: (name: string) => Promise<string>
  /** Reads the database of the product directly. */
  query: (sql: string) => Promise<DataRow[]>
  /** The data folder of PostgreSQL, if used. */
  serverFolder: string | undefined
  drop: () => Promise<void>
}

/** The copy that the bare limit uses. */
export const bareName = 'bare'

const sampleScript = fileURLToPath(new URL('../scripts/sample.ts', import.meta.url))

/** `visits`: as many as customers, unless given. */
export async function makeData(database: DatabaseName, rows: number, visits = rows): Promise<BenchData> {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-bench-'))
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  process.on('exit', removeFolder)
  const data = await (database === 'sqlite' ? onSqlite(folder, rows) : onPostgres(folder, rows))
  try {
    await fill(data, visits)
  } catch (error) {
    await data.drop()
    throw error
  }
  return data
}

async function fill({ ours, rows }: BenchData, visits: number): Promise<void> {
  const amount = ['--customers', String(rows), '--visits', String(visits)]
  const args = ['--disable-warning=ExperimentalWarning', sampleScript, ...amount]
  await promisify(execFile)(process.execPath, args, {
    env: { ...plainEnvironment(), ...ours },
    maxBuffer: 64 * 1024 * 1024,
  })
}

async function onSqlite(folder: string, rows: number): Promise<BenchData> {
  const oursFolder = join(folder, 'ours')
  mkdirSync(oursFolder)
  const file = join(oursFolder, 'agridesk.sqlite')
  const fileOf = (name: string): string => join(folder, `${name}.sqlite`)
  return {
    database: 'sqlite',
    rows,
    folder,
    ours: { DATA_DIR: oursFolder },
    bare: { BARE_FILE: fileOf(bareName) },
    copy: async (name) => {
      copyFileSync(file, fileOf(name))
      return fileOf(name)
    },
    query: async (sql) => {
      const reader = new DatabaseSync(file, { readOnly: true })
      const found = reader.prepare(sql).all()
      reader.close()
      return found as DataRow[]
    },
    serverFolder: undefined,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function onPostgres(folder: string, rows: number): Promise<BenchData> {
  const server = await startPostgres({ durable: true })
  const named = (name: string): string => Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  const run = async (url: string, ...statements: string[]): Promise<DataRow[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      let found: DataRow[] = []
      for (const sql of statements) found = (await client.query<DataRow>(sql)).rows
      return found
    } finally {
      await client.end()
    }
  }
  await run(server.url, 'create database ours')
  return {
    database: 'postgres',
    rows,
    folder,
    ours: { DATABASE_URL: named('ours'), DATA_DIR: folder },
    bare: { DATABASE_URL: named(bareName) },
    copy: async (name) => {
      // As in a database in use: the benchmark measures the requests, not the maintenance after a bulk load.
      await run(named('ours'), 'vacuum analyze', 'checkpoint')
      await run(server.url, `create database ${name} template ours`)
      await run(named(name), 'vacuum analyze', 'checkpoint')
      return named(name)
    },
    query: (sql) => run(named('ours'), sql),
    serverFolder: server.dataDir,
    drop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
