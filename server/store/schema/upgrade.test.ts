import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databaseNames, newDatabase } from '#testing/databases.ts'
import { Filler } from '#testing/fill-old-schema.ts'
import { startServer, type StartOptions } from '#testing/processes/server-process.ts'
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts'
import { dialectOf } from '../postgres/postgres-dialect.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { openSqlite, createWriter } from '../sqlite/sqlite.ts'
import { dynamic, type Db, type Row } from '../dialect.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'

/** The guarantee is for 100,000 customers; the default test run uses a few. */
const customers = Number(process.env['UPGRADE_CUSTOMERS'] ?? 300)
const kills = Number(process.env['UPGRADE_KILLS'] ?? 1)
/** The old version to upgrade from: most tables are rebuilt on the way. */
const older = readMigrations().slice(0, 3)
/** Timeout of an upgrade in seconds. */
const maxSeconds = 60 + customers / 100

async function fingerprint(db: Db): Promise<string> {
  const { rows } = await sql<Row>`
    select id, version, customer_code, customer_name, created_at, updated_at from customer order by id`.execute(
    db,
  )
  return `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`
}

async function applied(db: Db): Promise<string[]> {
  const rows = await dynamic(db).selectFrom('migration').select('name').orderBy('name').execute()
  return rows.map((row) => String(row.name))
}

/** The data steps that have not finished, and the customers with the search text of the old version. */
async function unfinished(db: Db): Promise<{ steps: number; rows: number }> {
  const { rows } = await sql<{ steps: number; rows: number }>`
    select (select count(*) from migration_step) as steps,
      (select count(*) from customer where search_text like 'sea%') as rows`.execute(db)
  return { steps: Number(rows[0]!.steps), rows: Number(rows[0]!.rows) }
}

describe.each(databaseNames)('an upgrade on %s', (name) => {
  it(
    `of ${customers} customers that is killed during ${kills} of its migrations, and during a data step, loses nothing`,
    async () => {
      const home = await newDatabase(name)
      // On disk, so that it outlives the killed processes.
      const dataDir = mkdtempSync(join(tmpdir(), 'agridesk-upgrade-'))
      const file = join(dataDir, 'agridesk.sqlite')
      const open = (): Db =>
        home.databaseUrl
          ? openPostgres(home.databaseUrl, { size: 4, onIdleError: () => {} })
          : createWriter(openSqlite(file, 'writer')).db
      const withDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
        const db = open()
        try {
          return await work(db)
        } finally {
          await db.destroy()
        }
      }
      try {
        const before = await withDatabase(async (db) => {
          const dialect = home.databaseUrl ? await dialectOf(db) : sqliteDialect
          await migrate(db, dialect, {
            migrations: older,
            now: () => new Date(),
            beforeChange: async () => {},
          })
          await new Filler(db, older).fill('customer', customers)
          return fingerprint(db)
        })
        const environment = { DATA_DIR: dataDir, ...(home.databaseUrl && { DATABASE_URL: home.databaseUrl }) }
        for (let kill = 1; kill <= kills; kill++) {
          await killWhile(environment, `${readMigrations()[older.length + kill * 2]!.name} (`)
          expect(await withDatabase(fingerprint)).toBe(before)
        }
        await killWhile(environment, 'Upgrading the database: rebuild-old-search-text')
        expect(await withDatabase(fingerprint)).toBe(before)
        const server = await startServer(environment, undefined, { seconds: maxSeconds })
        await server.stop()
        expect(await withDatabase(fingerprint)).toBe(before)
        expect(await withDatabase(applied)).toEqual(readMigrations().map((each) => each.name))
        expect(await withDatabase(unfinished)).toEqual({ steps: 0, rows: 0 })
        if (home.databaseUrl) return
        const checked = new DatabaseSync(file)
        expect(checked.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
        expect(checked.prepare('pragma foreign_key_check').all()).toEqual([])
        checked.close()
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
        await home.drop()
      }
    },
    90_000 + customers * 20,
  )
})

/** Starts the server and kills it as soon as its output contains the message. */
async function killWhile(environment: Record<string, string>, message: string): Promise<void> {
  const onOutput: StartOptions['onOutput'] = (output, kill) => {
    if (output.includes(message)) kill()
  }
  await startServer(environment, undefined, { onOutput, seconds: maxSeconds }).then(
    (server) => server.stop('SIGKILL'),
    () => 'killed',
  )
}
