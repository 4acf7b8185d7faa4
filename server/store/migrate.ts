import { sql } from 'kysely'
import type { Db, Dialect } from './dialect.ts'
import { schemaOfMigrations, type Migration } from './migrations.ts'
import { findDrift, type Operation } from './schema-diff.ts'

/** Why the server will not run on this database. The sentence is for the administrator. */
export class SchemaRefusal extends Error {}

interface MigrateOptions {
  migrations: readonly Migration[]
  now: () => Date
  /** Called before the first change to a database that already holds something. */
  beforeChange: () => Promise<void>
  /** What is going on, for whoever watches a long upgrade. */
  say?: (sentence: string) => void
}

/** Brings the tables to where the code is, or refuses with a sentence. Several instances may start at once. */
export async function migrate(db: Db, dialect: Dialect, options: MigrateOptions): Promise<string[]> {
  const { say = () => {} } = options
  const lock: Dialect['withMigrationLock'] = (within, work) =>
    dialect.withMigrationLock(within, work, () => say('Waiting for another instance to finish the upgrade…'))
  return lock(db, async () => {
    await sql`create table if not exists migration (name text primary key, checksum text not null, applied_at text not null)`.execute(
      db,
    )
    const applied = await db.selectFrom('migration').selectAll().orderBy('name').execute()
    const pending = pendingAfter(applied as { name: string; checksum: string }[], options.migrations)
    const isUpgrade = pending.length > 0 && applied.length > 0
    if (isUpgrade) await options.beforeChange()
    for (const [at, migration] of pending.entries()) {
      if (isUpgrade) say(`Upgrading the database: ${migration.name} (${at + 1} of ${pending.length})…`)
      await apply(db, dialect, migration, options.now())
    }
    const drift = findDrift(dialect, schemaOfMigrations(options.migrations), await dialect.inspect(db))
    if (drift.length > 0) {
      throw new SchemaRefusal(
        `The tables are not as this version made them (${drift.slice(0, 5).join('; ')}). Restore a backup, or undo what was changed by hand.`,
      )
    }
    return pending.map((migration) => migration.name)
  })
}

function pendingAfter(
  applied: { name: string; checksum: string }[],
  known: readonly Migration[],
): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = byName.get(name)
    if (!migration) {
      throw new SchemaRefusal(
        `The database is newer than this version of AgriDesk (it knows ${name}). Start the newer version, or restore an older backup.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new SchemaRefusal(
        `Migration ${name} was changed after it had run on this database. Put the original file back; a change needs a migration of its own.`,
      )
    }
  }
  const done = new Set(applied.map((each) => each.name))
  return known.filter((migration) => !done.has(migration.name))
}

async function apply(db: Db, dialect: Dialect, migration: Migration, now: Date): Promise<void> {
  await dialect.aroundMigration(db, () =>
    db.transaction().execute(async (tx) => {
      const statements = migration.operations.flatMap((each) => statementsOf(dialect, each))
      for (const statement of [...dialect.migrationPrelude, ...statements])
        await sql.raw(statement).execute(tx)
      await tx
        .insertInto('migration')
        .values({ name: migration.name, checksum: migration.checksum, applied_at: now.toISOString() })
        .execute()
    }),
  )
}

function statementsOf(dialect: Dialect, operation: Operation): string[] {
  if (operation.change === 'create') return dialect.createTable(operation.table)
  if (operation.change === 'alter')
    return dialect.alterTable(operation.before, operation.after, operation.fill)
  return dialect.dropTable(operation.table)
}
