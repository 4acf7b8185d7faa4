import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { textAt } from '#domain/catalogue/values.ts'
import { commandLine } from '../../base/command-line.ts'
import type { Config } from '../../base/config.ts'
import { toError } from '../../base/errors.ts'
import { dynamic, type Db, type Dialect } from '../../store/dialect.ts'
import { explainOpenError } from '../../store/files/explain-open-error.ts'
import { fileName } from '../../store/open-store.ts'
import { dialectOf } from '../../store/postgres/postgres-dialect.ts'
import { openPostgres, serverName } from '../../store/postgres/postgres.ts'
import { moveTable } from '../../store/schema/migrate.ts'
import { readMigrations } from '../../store/schema/migrations.ts'
import { sqliteDialect } from '../../store/sqlite/sqlite-dialect.ts'
import { createReader, openSqlite } from '../../store/sqlite/sqlite.ts'
import { provenSetting } from '../../backups/backup-status.ts'
import { readSetting } from '../../store/settings.ts'
import { findingsAbout, type Finding } from './finding.ts'

const database = findingsAbout('database')
const clock = findingsAbout('clock')

export interface DatabaseCheck {
  findings: Finding[]
  /** When a restore drill of PostgreSQL last succeeded; undefined if that is not known. */
  provenAt?: string | undefined
}

/** Opens the database without changing it; servers may be running. */
export async function checkDatabase(config: Config, now: Date): Promise<DatabaseCheck> {
  const { dataDir, databaseUrl } = config
  const file = join(dataDir, fileName)
  if (databaseUrl === undefined && !existsSync(file))
    return {
      findings: [
        database.warning(
          `There is no database in ${dataDir} yet: the first start creates it. If there should be one, set DATA_DIR to its folder.`,
        ),
      ],
    }
  let db: Db | undefined
  try {
    db =
      databaseUrl === undefined
        ? createReader(openSqlite(file, 'reader'))
        : openPostgres(databaseUrl, { size: 1, onIdleError: () => {}, name: `${serverName} doctor` })
    const dialect = databaseUrl === undefined ? sqliteDialect : await dialectOf(db)
    const version = await checkVersion(db, dialect)
    const isUsable = version.state === 'ok'
    return {
      findings: [
        version,
        ...(dialect.isEmbedded ? await checkPages(db) : await checkServer(db)),
        ...(isUsable ? [await checkClock(db, dialect, now)] : []),
      ],
      provenAt: isUsable && !dialect.isEmbedded ? await readSetting(db, provenSetting) : undefined,
    }
  } catch (error) {
    return { findings: [database.problem(explainOpenError(error, dataDir) ?? toError(error).message)] }
  } finally {
    await db?.destroy()
  }
}

async function checkVersion(db: Db, dialect: Dialect): Promise<Finding> {
  if (await dialect.hasTable(db, moveTable))
    return database.problem(
      `It is the target of a move that is not complete. Run the same ${commandLine('move', '--to', '…')} again.`,
    )
  if (!(await dialect.hasTable(db, 'migration')))
    return database.warning('It is empty: the first start creates the tables.')
  const rows = await dynamic(db).selectFrom('migration').select('name').execute()
  const applied = new Set(rows.map((row) => textAt(row, 'name')))
  const known = readMigrations().map(({ name }) => name)
  if ([...applied].some((name) => !known.includes(name)))
    return database.problem('It is newer than this version of AgriDesk. Start the newer version.')
  const pending = known.filter((name) => !applied.has(name)).length
  return pending > 0
    ? database.warning(
        `It is of an older version: the next start upgrades it (pending migrations: ${pending}). Make a backup first.`,
      )
    : database.ok('It answers, and its tables are those of this version.')
}

async function checkPages(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  const verdict = rows[0]?.quick_check ?? 'no answer'
  return verdict === 'ok'
    ? [database.ok('No page of the file is damaged.')]
    : [
        database.problem(
          `The file is damaged (${verdict}). Stop the server and restore a backup: ${commandLine('restore')}`,
        ),
      ]
}

async function checkServer(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{
    version: number
    encoding: string
    read_only: string
    fsync: string
    commit: string
    trigrams: boolean
  }>`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') as read_only, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      exists (select 1 from pg_extension where extname = 'pg_trgm') as trigrams`.execute(db)
  const { version, encoding, read_only, fsync, commit, trigrams } = rows[0]!
  const found: (Finding | false)[] = [
    version < 15 &&
      database.warning(
        `PostgreSQL ${version} is older than what AgriDesk is tested on. Upgrade to 15 or newer.`,
      ),
    encoding !== 'UTF8' &&
      database.problem(
        `Its encoding is ${encoding}. Create it with: createdb --encoding UTF8, and move the data.`,
      ),
    read_only === 'on' &&
      database.problem('It is read-only, as a standby server is. Set DATABASE_URL to the primary.'),
    (fsync === 'off' || commit === 'off') &&
      database.problem('fsync or synchronous_commit is off: what is saved can be lost. Switch both on.'),
    !trigrams &&
      database.warning(
        'The extension pg_trgm is missing, so search reads whole tables. Install it: create extension pg_trgm',
      ),
  ]
  const wrong = found.filter((each) => each !== false)
  return wrong.length > 0 ? wrong : [database.ok(`PostgreSQL ${version} is set up as it should be.`)]
}

/** Seconds by which clocks may differ. */
const tolerance = 5

/** The clock of this machine against that of PostgreSQL, or against the last change that was recorded. */
async function checkClock(db: Db, dialect: Dialect, now: Date): Promise<Finding> {
  if (!dialect.isEmbedded) {
    const { rows } = await sql<{
      seconds: number
    }>`select extract(epoch from clock_timestamp())::float8 as seconds`.execute(db)
    const off = Math.round(rows[0]!.seconds - now.getTime() / 1000)
    return Math.abs(off) > tolerance
      ? clock.problem(
          `The clock of PostgreSQL is ${Math.abs(off)} s ${off > 0 ? 'ahead of' : 'behind'} this machine. Synchronise both (NTP).`,
        )
      : clock.ok('It agrees with that of PostgreSQL.')
  }
  const last = await db.selectFrom('history').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const ahead = last ? Math.round((Date.parse(last.at) - now.getTime()) / 1000) : 0
  return ahead > tolerance
    ? clock.problem(
        `The last change was recorded ${ahead} s in the future: the clock was set back. Synchronise it (NTP).`,
      )
    : clock.ok('It is not behind the last change.')
}
