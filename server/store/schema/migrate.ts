import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { textAt } from '#domain/catalogue/values.ts'
import { dynamic, type ActualTable, type Db, type Dialect, type Tx } from '../dialect.ts'
import { additiveTable, createAdditiveTable, isAdditive, noteAdditive, readApplied } from './additive.ts'
import {
  applyAdditions,
  completeAdditions,
  isCompletion,
  isOnline,
  type OnlineDialect,
} from './apply-additions.ts'
import { requestStep, runBatch, stepTable, type DataStep, type DataSteps } from './data-steps.ts'
import { schemaOfMigrations, type Migration } from './migrations.ts'
import { applyOperations } from './operations.ts'
import { planOperations } from './plan-operations.ts'
import { findDrift } from './schema-diff.ts'
import type { Table } from './table.ts'
import { dropTriggers } from '../owners/triggers.ts'
import { commandLine } from '../../base/command-line.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { retryOnConflict } from '../retry-on-conflict.ts'

/** Why the server refuses to run on this database; the message is for the administrator. */
export class SchemaError extends Error {}

/** Exists in the target of a move (`server/move/`) until it is complete. */
export const moveTable = 'move_progress'

interface MigrateOptions {
  migrations: readonly Migration[]
  steps?: DataSteps
  now: () => Date
  /** Called before the first change to a database that is not empty. */
  beforeChange: () => Promise<void>
  onProgress?: OnProgress
}

/** Called with sentences during a long upgrade, and how much of what they say is done, where that is known. */
export type OnProgress = (message: string, percent?: number) => void

/** Applies pending migrations, or throws a message. Several instances may start at once. */
export async function migrate(db: Db, dialect: Dialect, options: MigrateOptions): Promise<string[]> {
  const { migrations, steps = {}, onProgress = () => {} } = options
  const lock: Dialect['withMigrationLock'] = (connection, work) =>
    dialect.withMigrationLock(connection, work, () =>
      onProgress('Waiting for another instance to finish the upgrade…'),
    )
  // Without the lock, which the instance that upgrades has until all indexes are built.
  if (isOnline(dialect) && (await runsBeside(db, dialect, options))) return []
  return lock(db, async () => {
    if (await dialect.hasTable(db, moveTable))
      throw new SchemaError(
        `This database is the target of a move that is not complete. Run the same ${commandLine('move', '--to', '…')} again to complete it, or use the database that it is moved from.`,
      )
    await createMigrationTables(db)
    if (isOnline(dialect)) await createAdditiveTable(db)
    const rows = await dynamic(db).selectFrom('migration').selectAll().orderBy('name').execute()
    const applied = rows.map((row) => ({ name: textAt(row, 'name'), checksum: textAt(row, 'checksum') }))
    const isNewer = isOnline(dialect) && (await isNewerButAdditive(db, migrations))
    const pending = findPending(applied, migrations, isNewer)
    const schema = schemaOfMigrations(migrations.filter((each) => !pending.includes(each)))
    const isUpgrade = applied.length > 0
    const changes: Changes = {
      schema,
      steps,
      now: options.now(),
      onProgress: isUpgrade ? onProgress : () => {},
    }
    // What an upgrade that was killed has left; later migrations may change it.
    if (isOnline(dialect)) await completeAdditions(db, dialect, schema, onProgress)
    if (pending.length === 0) refuseDrift(dialect, schema, await dialect.inspect(db), isNewer)
    else if (isUpgrade && isOnline(dialect) && pending.every((each) => isAdditive(each, steps)))
      await addAll(db, dialect, pending, changes)
    else {
      if (isUpgrade) {
        await options.beforeChange()
        await dropTriggers(db, dialect)
      }
      await applyAll(db, dialect, pending, changes)
    }
    const unfinished = await unfinishedSteps(db, migrations)
    const ofThisVersion = isNewer ? unfinished.filter((step) => step in steps) : unfinished
    await finishSteps(db, dialect, steps, ofThisVersion, changes.onProgress)
    return pending.map((migration) => migration.name)
  })
}

/** Whether there is nothing to do, because a newer version upgraded the database, or does so now, and this one runs beside it. */
async function runsBeside(
  db: Db,
  dialect: OnlineDialect,
  { migrations, steps = {} }: MigrateOptions,
): Promise<boolean> {
  if (!(await dialect.hasTable(db, additiveTable)) || !(await isNewerButAdditive(db, migrations)))
    return false
  refuseDrift(dialect, schemaOfMigrations(migrations), await dialect.inspect(db), true)
  return (await unfinishedSteps(db, migrations)).every((step) => !(step in steps))
}

interface Changes {
  schema: Table[]
  steps: DataSteps
  now: Date
  onProgress: OnProgress
}

/** Whether a newer version upgraded the database in a way that this version can run beside. */
export async function isNewerButAdditive(db: Db, migrations: readonly Migration[]): Promise<boolean> {
  const { known, newer, incompatible } = await readApplied(db, migrations)
  return newer > 0 && incompatible === null && known === migrations.length
}

/** Which migrations were applied, and which of their data steps have not finished. */
export async function createMigrationTables(db: Db): Promise<void> {
  await sql`create table if not exists migration (name text primary key, checksum text not null, applied_at text not null)`.execute(
    db,
  )
  await sql`create table if not exists ${sql.table(stepTable)} (step text primary key, position text)`.execute(
    db,
  )
}

function findPending(
  applied: { name: string; checksum: string }[],
  known: readonly Migration[],
  isNewer: boolean,
): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = byName.get(name)
    if (!migration) {
      if (isNewer) continue
      throw new SchemaError(
        `The database is newer than this version of AgriDesk (it knows ${name}). Start the newer version. The way back to this one: stop the server, and put the copy from before the upgrade (backups/before-migration-… in DATA_DIR), or a backup from before it, in the place of the database; what was saved since is lost.`,
      )
    }
    if (checksum !== migration.checksum && checksum !== migration.textChecksum) {
      throw new SchemaError(
        `Migration ${name} was changed after it had run on this database. Restore the original file; a change needs its own migration.`,
      )
    }
  }
  const done = new Set(applied.map((each) => each.name))
  return known.filter((migration) => !done.has(migration.name))
}

/** While other instances go on: each migration in a short transaction, and what takes long after that. */
async function addAll(
  db: Db,
  dialect: OnlineDialect,
  pending: readonly Migration[],
  { schema, now, onProgress }: Changes,
): Promise<void> {
  for (const [at, migration] of pending.entries()) {
    reportMigration(onProgress, pending, at)
    await applyAdditions(db, dialect, migration, { now, onProgress })
  }
  const changed = applyOperations(
    schema,
    pending.flatMap(({ operations }) => operations),
  )
  await completeAdditions(db, dialect, changed, onProgress)
  refuseDrift(dialect, changed, await dialect.inspect(db))
}

const reportMigration = (onProgress: OnProgress, pending: readonly Migration[], at: number): void =>
  onProgress(
    `Upgrading the database: ${pending[at]!.name} (${at + 1} of ${pending.length})…`,
    Math.floor((at / pending.length) * 100),
  )

/** In one transaction: an upgrade that fails or is killed changes nothing, so that the old version can still be started. */
async function applyAll(
  db: Db,
  dialect: Dialect,
  pending: readonly Migration[],
  { schema: before, steps, now, onProgress }: Changes,
): Promise<void> {
  let schema = before
  await dialect.aroundMigration(db, () =>
    db.transaction().execute(async (tx) => {
      for (const statement of dialect.migrationPrelude) await sql.raw(statement).execute(tx)
      for (const [at, migration] of pending.entries()) {
        reportMigration(onProgress, pending, at)
        // For the requests that are answered meanwhile: the embedded database blocks the event loop.
        await yieldToEventLoop()
        await apply(tx, dialect, migration, { schema, steps, now })
        schema = applyOperations(schema, migration.operations)
      }
      refuseDrift(dialect, schema, await dialect.inspect(tx))
    }),
  )
}

async function apply(
  tx: Tx,
  dialect: Dialect,
  migration: Migration,
  { schema, steps, now }: { schema: readonly Table[]; steps: DataSteps; now: Date },
): Promise<void> {
  for (const task of planOperations(dialect, schema, migration.operations)) {
    if ('statement' in task) await sql.raw(task.statement).execute(tx)
    else await startStep(tx, dialect, steps, task.step)
  }
  await dialect.checkReferences(tx)
  await dynamic(tx)
    .insertInto('migration')
    .values({ name: migration.name, checksum: migration.checksum, applied_at: now.toISOString() })
    .execute()
  if (isOnline(dialect) && isAdditive(migration, steps)) await noteAdditive(tx, migration.name)
}

function refuseDrift(
  dialect: Dialect,
  schema: readonly Table[],
  actual: readonly ActualTable[],
  isNewer = false,
): void {
  const drift = findDrift(dialect, schema, actual, isNewer)
  if (drift.length > 0)
    throw new SchemaError(
      `The tables are not as this version made them (${drift.slice(0, 5).join('; ')}). Restore a backup, or undo what was changed by hand.`,
    )
}

async function startStep(tx: Tx, dialect: Dialect, steps: DataSteps, name: string): Promise<void> {
  const step = stepNamed(steps, name)
  if (step.runs === 'in transaction') await step.run(tx, dialect)
  else await requestStep(tx, name)
}

function stepNamed(steps: DataSteps, name: string): DataStep {
  const step = steps[name]
  if (!step) throw new SchemaError(`There is no data step ${name} in this version of AgriDesk`)
  return step
}

/** Milliseconds between two lines about one step. */
const reportInterval = 5000

/** Milliseconds until a batch is tried again that waited for a lock. */
const lockedPause = 200

/** Runs the batch steps that have not finished, in the order of the migrations. */
async function finishSteps(
  db: Db,
  dialect: Dialect,
  steps: DataSteps,
  names: readonly string[],
  onProgress: OnProgress,
): Promise<void> {
  for (const name of names) {
    const step = stepNamed(steps, name)
    if (step.runs !== 'in batches') continue
    onProgress(`Upgrading the database: ${name}…`)
    const isBeside = step.besideOlder === true && isOnline(dialect)
    const prelude = isBeside ? [dialect.online.batchPrelude] : dialect.migrationPrelude
    const nextBatch = (): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        for (const statement of prelude) await sql.raw(statement).execute(tx)
        return runBatch(tx, dialect, name, step)
      })
    /** False also if others have locked a row: then it is tried again. */
    const tryBatch = (): Promise<boolean> =>
      retryOnConflict(dialect, nextBatch).catch((error: unknown) => {
        if (!isBeside || dialect.explain(error)?.kind !== 'slow') throw error
        return sleep(lockedPause, false)
      })
    let reportedAt = performance.now()
    for (let batches = 1; !(await tryBatch()); batches++) {
      if (performance.now() - reportedAt < reportInterval) continue
      reportedAt = performance.now()
      onProgress(`Upgrading the database: ${name}: ${batches} batches…`)
    }
  }
}

async function unfinishedSteps(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  const rows = await dynamic(db).selectFrom(stepTable).select('step').execute()
  const unfinished = new Set(rows.map(({ step }) => String(step)))
  const inOrder = migrations.flatMap(({ operations }) =>
    operations.flatMap((each) => (each.change === 'data step' ? [each.step] : [])),
  )
  return [...new Set([...inOrder, ...unfinished])].filter(
    (step) => unfinished.has(step) && !isCompletion(step),
  )
}
