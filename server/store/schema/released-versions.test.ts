import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseNames, newDatabase, type DatabaseName } from '#testing/databases.ts'
import { Filler } from '#testing/fill-old-schema.ts'
import { dynamic, type Db, type Dialect, type Row } from '../dialect.ts'
import { dialectOf } from '../postgres/postgres-dialect.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts'
import { createWriter, openSqlite } from '../sqlite/sqlite.ts'
import { dataSteps } from './migrations/data-steps.ts'
import { migrate } from './migrate.ts'
import { readMigrations, schemaOfMigrations, type Migration } from './migrations.ts'
import releases from './releases.json' with { type: 'json' }

interface Release {
  version: string
  lastMigration: string
  /** Of its migrations, which are never changed afterwards. */
  checksum: string
}

const all = readMigrations()
const upTo = (name: string): readonly Migration[] =>
  all.slice(0, all.findIndex((each) => each.name === name) + 1)
const checksumOf = (migrations: readonly Migration[]): string =>
  createHash('sha256')
    .update(migrations.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''))
    .digest('hex')

const released: readonly Release[] = releases
/** Before the first release: what existed at some moments of the development. */
const beforeReleases = [0, 15, 31].map((at) => all[at]!.name)
const from = [
  ...beforeReleases.map((name) => ({ version: `before 0.1.0 (${name})`, lastMigration: name })),
  ...released,
]

describe('the released versions', () => {
  it('are those with a date in the changelog, each in releases.json', () => {
    const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
    const dated = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) — \d{4}-\d\d-\d\d$/gm)].map(
      ([, version]) => version!,
    )
    const entry = { lastMigration: all.at(-1)!.name, checksum: checksumOf(all) }
    const missing = dated.filter((version) => !released.some((each) => each.version === version))
    expect(missing, `add ${JSON.stringify(entry)} with its version to releases.json`).toEqual([])
  })

  it.each(released)(
    '$version has the migrations that it was released with',
    ({ lastMigration, checksum }) => {
      expect(checksumOf(upTo(lastMigration))).toBe(checksum)
    },
  )
})

describe.each(databaseNames)('an upgrade on %s', (database) => {
  it.each(from)('from $version keeps the rows of every table', async ({ lastMigration }) => {
    const older = upTo(lastMigration)
    await withDatabase(database, async (db, dialect) => {
      const options = { steps: dataSteps, now: () => new Date(), beforeChange: async () => {} }
      await migrate(db, dialect, { ...options, migrations: older.map(withoutSteps) })
      const filler = new Filler(db, older)
      const tables = schemaOfMigrations(older).map(({ name }) => name)
      for (const name of tables) await filler.fill(name, 1)
      const before = await keysOf(db, older)
      await migrate(db, dialect, { ...options, migrations: all })
      const after = await keysOf(db, all)
      for (const [name, keys] of before)
        if (after.has(name)) expect([name, after.get(name)]).toEqual([name, keys])
      expect(before.size).toBeGreaterThan(20)
    })
  })
})

/** An empty table has no rows to change, and the steps are those of today. */
const withoutSteps = (migration: Migration): Migration => ({
  ...migration,
  operations: migration.operations.filter(({ change }) => change !== 'data step'),
})

/** The primary keys of the rows, by table. */
async function keysOf(db: Db, migrations: readonly Migration[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { name, primaryKey } of schemaOfMigrations(migrations)) {
    const rows: Row[] = await dynamic(db).selectFrom(name).select(primaryKey).execute()
    found.set(name, rows.map((row) => primaryKey.map((column) => String(row[column])).join(' ')).toSorted())
  }
  return found
}

async function withDatabase(
  database: DatabaseName,
  work: (db: Db, dialect: Dialect) => Promise<void>,
): Promise<void> {
  const home = await newDatabase(database)
  const db = home.databaseUrl
    ? openPostgres(home.databaseUrl, { size: 2, onIdleError: () => {} })
    : createWriter(openSqlite(join(home.dataDir, 'agridesk.sqlite'), 'writer')).db
  try {
    await work(db, home.databaseUrl ? await dialectOf(db) : sqliteDialect)
  } finally {
    await db.destroy()
    await home.drop()
  }
}
