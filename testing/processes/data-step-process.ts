// A migration with a data step in a process that kills itself in the middle of a batch: `node testing/processes/data-step-process.ts`.
import { dynamic, type Db } from '#server/store/dialect.ts'
import { dialectOf } from '#server/store/postgres/postgres-dialect.ts'
import { openPostgres } from '#server/store/postgres/postgres.ts'
import type { DataSteps } from '#server/store/schema/data-steps.ts'
import { migrate } from '#server/store/schema/migrate.ts'
import type { Migration } from '#server/store/schema/migrations.ts'
import type { Operation } from '#server/store/schema/operations.ts'
import { integer, text } from '#server/store/schema/table.ts'
import { sqliteDialect } from '#server/store/sqlite/sqlite-dialect.ts'
import { createWriter, openSqlite } from '#server/store/sqlite/sqlite.ts'

export const batchSize = 250
/** The batch in which the process kills itself, before it is committed. */
const lastBatch = Number(process.env['KILL_IN_BATCH'])
let batches = 0

const migration = (name: string, operations: Operation[]): Migration => ({
  name,
  checksum: name,
  operations,
})

export const farmMigrations: readonly Migration[] = [
  migration('0001-farms', [
    {
      change: 'create table',
      table: {
        name: 'farm',
        columns: [text('id')],
        primaryKey: ['id'],
        indexes: [],
        foreignKeys: [],
        search: false,
      },
    },
  ]),
  migration('0002-count-visits', [
    { change: 'add column', table: 'farm', column: integer('visits'), fill: 0 },
    { change: 'data step', step: 'count-visits' },
  ]),
]

/** Adds one to every row, so that a row that is changed twice is noticed. */
const steps: DataSteps = {
  'count-visits': {
    runs: 'in batches',
    run: async (tx, _dialect, position = '') => {
      const rows = await dynamic(tx)
        .selectFrom('farm')
        .select('id')
        .where('id', '>', position)
        .orderBy('id')
        .limit(batchSize)
        .execute()
      const last = rows.at(-1)?.id
      if (last === undefined) return undefined
      await dynamic(tx)
        .updateTable('farm')
        .set((cell) => ({ visits: cell('visits', '+', 1) }))
        .where('id', '>', position)
        .where('id', '<=', last)
        .execute()
      process.stdout.write(`changed up to ${String(last)}\n`)
      if (++batches === lastBatch) process.kill(process.pid, 'SIGKILL')
      return String(last)
    },
  },
}

export async function migrateFarms(
  home: { databaseUrl?: string | undefined; file: string },
  migrations = farmMigrations,
  work: (db: Db) => Promise<void> = async () => {},
): Promise<void> {
  const { databaseUrl, file } = home
  const db = databaseUrl
    ? openPostgres(databaseUrl, { size: 4, onIdleError: () => {} })
    : createWriter(openSqlite(file, 'writer')).db
  try {
    const dialect = databaseUrl ? await dialectOf(db) : sqliteDialect
    await migrate(db, dialect, { migrations, steps, now: () => new Date(), beforeChange: async () => {} })
    await work(db)
  } finally {
    await db.destroy()
  }
}

if (import.meta.main)
  await migrateFarms({
    databaseUrl: process.env['DATABASE_URL'],
    file: process.env['SQLITE_FILE'] ?? '',
  })
