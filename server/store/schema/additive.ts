import { sql } from 'kysely'
import { dynamic, type Db } from '../dialect.ts'
import type { DataSteps } from './data-steps.ts'
import type { Migration } from './migrations.ts'
import { describeOperation, type Operation } from './operations.ts'

/** Migrations of this database beside which versions from before them can run. */
export const additiveTable = 'additive_migration'

/**
 * Why versions from before a migration cannot run beside it; undefined for an additive one, which only adds what they do not
 * see: they read and write their own columns, and the rows they write get valid values in the new ones.
 */
export function reasonToStop(operations: readonly Operation[], steps: DataSteps = {}): string | undefined {
  const isNew = (table: string, columns: readonly string[]): boolean =>
    operations.some(
      (each) =>
        (each.change === 'create table' && each.table.name === table) ||
        (each.change === 'add column' && each.table === table && columns.includes(each.column.name)),
    )
  const isAdditive = (operation: Operation): boolean => {
    switch (operation.change) {
      case 'create table':
        return true
      case 'add column':
        // A computed column has PostgreSQL write the whole table anew.
        return !operation.column.computed && (!operation.column.notNull || operation.fill !== undefined)
      case 'add index':
        return !operation.index.unique
      case 'add foreign key':
        return isNew(operation.table, operation.foreignKey.columns)
      case 'data step': {
        const step = steps[operation.step]
        return step?.runs === 'in batches' && step.besideOlder === true
      }
      default:
        return false
    }
  }
  const first = operations.find((each) => !isAdditive(each))
  return first && describeOperation(first)
}

export const isAdditive = (migration: Migration, steps: DataSteps): boolean =>
  reasonToStop(migration.operations, steps) === undefined

export async function createAdditiveTable(db: Db): Promise<void> {
  await sql`create table if not exists ${sql.table(additiveTable)} (name text primary key)`.execute(db)
}

export async function noteAdditive(db: Db, name: string): Promise<void> {
  await dynamic(db).insertInto(additiveTable).values({ name }).execute()
}

/** How many of the known migrations the database has, how many others, and the last of those this version cannot run beside. */
export interface AppliedMigrations {
  known: number
  newer: number
  incompatible: string | null
  isReadOnly: boolean
}

/** One row, because it is read every second. */
export async function readApplied(db: Db, migrations: readonly Migration[]): Promise<AppliedMigrations> {
  const names = JSON.stringify(migrations.map(({ name }) => name))
  const { rows } = await sql<AppliedMigrations>`
    select count(*) filter (where is_known) as known, count(*) filter (where not is_known) as newer,
      max(name) filter (where not is_known and not is_additive) as incompatible,
      current_setting('transaction_read_only') = 'on' as "isReadOnly"
    from (select name, name in (select value from jsonb_array_elements_text(${names}::jsonb) as value) as is_known,
      name in (select name from ${sql.table(additiveTable)}) as is_additive from migration) as applied`.execute(
    db,
  )
  return rows[0]!
}
