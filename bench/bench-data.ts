import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { DatabaseName } from '#testing/databases.ts'
import { startPostgres } from '#testing/postgres-server.ts'

export type DataRow = Record<string, string | number | null>

/** A database full of customers, and the place for its copy: what one side writes the other does not carry. */
export interface BenchData {
  database: DatabaseName
  rows: number
  folder: string
  /** What the product is started with to find its data. */
  ours: Record<string, string>
  /** The same for the bare limit, on the copy. */
  bare: Record<string, string>
  /** Makes the copy; nobody may have the database open meanwhile. */
  copy: () => Promise<void>
  /** Reads the product's database beside it. */
  query: (sql: string) => Promise<DataRow[]>
  /** Where a database server keeps its files, when there is one. */
  serverFolder: string | undefined
  drop: () => Promise<void>
}

const sampleScript = fileURLToPath(new URL('../scripts/sample.ts', import.meta.url))

export async function makeData(database: DatabaseName, rows: number): Promise<BenchData> {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-bench-'))
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  process.on('exit', removeFolder)
  const data = await (database === 'sqlite' ? onSqlite(folder, rows) : onPostgres(folder, rows))
  try {
    await fill(data)
  } catch (error) {
    await data.drop()
    throw error
  }
  return data
}

async function fill({ ours, rows }: BenchData): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', sampleScript, '--customers', String(rows)]
  await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...ours },
    maxBuffer: 64 * 1024 * 1024,
  })
}

async function onSqlite(folder: string, rows: number): Promise<BenchData> {
  const [oursFolder, bareFolder] = [join(folder, 'ours'), join(folder, 'bare')]
  for (const each of [oursFolder, bareFolder]) mkdirSync(each)
  const file = join(oursFolder, 'agridesk.sqlite')
  const bareFile = join(bareFolder, 'bare.sqlite')
  return {
    database: 'sqlite',
    rows,
    folder,
    ours: { DATA_DIR: oursFolder },
    bare: { BARE_FILE: bareFile },
    copy: async () => copyFileSync(file, bareFile),
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
    bare: { DATABASE_URL: named('bare') },
    copy: async () => {
      // As a database in use has been: measured is the work asked for, not the tidying after a load of this size.
      await run(named('ours'), 'vacuum analyze', 'checkpoint')
      await run(server.url, 'create database bare template ours')
      await run(named('bare'), 'vacuum analyze', 'checkpoint')
    },
    query: (sql) => run(named('ours'), sql),
    serverFolder: server.dataDir,
    drop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
