import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { batchSize, farmMigrations, migrateFarms } from '#testing/processes/data-step-process.ts'
import { databaseNames, newDatabase, type TestDatabase } from '#testing/databases.ts'
import { dynamic, type Db } from '../dialect.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { createWriter, openSqlite } from '../sqlite/sqlite.ts'

const program = fileURLToPath(new URL('../../../testing/processes/data-step-process.ts', import.meta.url))
const count = 2000
const killedBatch = 5

describe.each(databaseNames)('a data step in batches on %s', (name) => {
  let home: TestDatabase & { file: string }
  beforeEach(async () => {
    const database = await newDatabase(name)
    home = { ...database, file: join(database.dataDir, 'agridesk.sqlite') }
  })
  afterEach(() => home.drop())

  /** Runs the upgrade in a process, which may be killed in a batch, and returns the ids up to which rows were changed. */
  const upgrade = async (killIn?: number): Promise<string[]> => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...(killIn && { KILL_IN_BATCH: String(killIn) }),
        ...(home.databaseUrl ? { DATABASE_URL: home.databaseUrl } : { SQLITE_FILE: home.file }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    expect([code, signal]).toEqual(killIn ? [null, 'SIGKILL'] : [0, null])
    return [...output.matchAll(/changed up to (\S+)\n/g)].map(([, id]) => id!)
  }

  const read = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const db = home.databaseUrl
      ? openPostgres(home.databaseUrl, { size: 1, onIdleError: () => {} })
      : createWriter(openSqlite(home.file, 'writer')).db
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }
  /** How many rows were changed how many times. */
  const times = (): Promise<Record<string, number>> =>
    read(async (db) => {
      const rows = await dynamic(db).selectFrom('farm').select('visits').execute()
      return Object.fromEntries(
        Object.entries(Object.groupBy(rows, ({ visits }) => String(visits))).map(([visits, group]) => [
          visits,
          group!.length,
        ]),
      )
    })
  const unfinished = (): Promise<unknown[]> =>
    read((db) => dynamic(db).selectFrom('migration_step').selectAll().execute())

  it(`over ${count} rows that is killed in the middle continues there and changes every row once`, async () => {
    await migrateFarms(home, farmMigrations.slice(0, 1), async (db) => {
      const rows = Array.from({ length: count }, (_, at) => ({ id: String(at).padStart(6, '0') }))
      for (let from = 0; from < count; from += 1000)
        await dynamic(db)
          .insertInto('farm')
          .values(rows.slice(from, from + 1000))
          .execute()
    })
    const idOf = (at: number): string => String(at).padStart(6, '0')
    const killed = await upgrade(killedBatch)
    expect(killed.at(-1)).toBe(idOf(killedBatch * batchSize - 1))
    const committed = (killedBatch - 1) * batchSize
    expect(await times()).toEqual({ '0': count - committed, '1': committed })
    expect(await unfinished()).toEqual([{ step: 'count-visits', position: idOf(committed - 1) }])
    const second = await upgrade()
    // It continues after the stored position: only the batch that was not committed is run again.
    expect(second[0]).toBe(killed.at(-1))
    expect(await times()).toEqual({ '1': count })
    expect(await unfinished()).toEqual([])
    await migrateFarms(home)
    expect(await times()).toEqual({ '1': count })
  }, 60_000)
})
