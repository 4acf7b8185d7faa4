import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { textAt } from '#domain/catalogue/values.ts'
import { toError } from '../base/errors.ts'
import { changeLogMark } from '../store/changes/change-log.ts'
import { dynamic, type Dialect } from '../store/dialect.ts'
import { stepTable } from '../store/schema/data-steps.ts'
import { createMigrationTables, moveTable } from '../store/schema/migrate.ts'
import { readMigrations } from '../store/schema/migrations.ts'
import type { Table } from '../store/schema/table.ts'
import { putSetting } from '../store/settings.ts'
import { MoveError } from './move-error.ts'
import { allTables, isMoved } from './moved-tables.ts'
import { createProgress, readProgress, type Progress } from './progress.ts'
import { openSource, openTarget, refuseServed, type Place, type Side } from './side.ts'
import { logUnread, unreadByWebhooks } from './webhook-cursors.ts'
import { countRows, digestOf, positionOf, readRows, writeRows } from './table-rows.ts'

export interface MoveOptions {
  from: Place
  to: Place
  now: () => Date
  /** Called with sentences and percentages. */
  onProgress: (text: string) => void
}

export interface Moved {
  from: string
  to: string
  tables: number
  rows: number
}

/**
 * Copies everything to an empty database, compares every table on both sides, and only then makes the target usable. Continues where an
 * interrupted move of the same databases stopped. The source is not changed.
 */
export async function move(options: MoveOptions): Promise<Moved> {
  const source = await openSource(options.from)
  try {
    const target = await openTarget(options.to)
    try {
      const onWait = (): void =>
        options.onProgress('Waiting for another program that has locked the database…')
      // A server that starts meanwhile waits for these locks.
      return await source.dialect.withMigrationLock(
        source.db,
        () => target.dialect.withMigrationLock(target.db, () => moveBetween(source, target, options), onWait),
        onWait,
      )
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function moveBetween(source: Side, target: Side, { now, onProgress }: MoveOptions): Promise<Moved> {
  await refuseServed(source)
  await refuseServed(target)
  await checkSource(source)
  const tables = allTables()
  const progress = await beginOrContinue(source, target, tables, onProgress)
  const moved = tables.filter(isMoved)
  const counts = new Map<string, number>()
  for (const table of moved) counts.set(table.name, await countRows(source, table))
  const rows = [...counts.values()].reduce((sum, each) => sum + each, 0)
  const copied = percentages(rows, 'Copying', onProgress)
  for (const table of moved) await copyTable(source, target, table, progress, copied)
  onProgress('Building the indexes…')
  for (const table of tables) await finishTable(target, table, progress)
  await target.dialect.checkReferences(target.db)
  const compared = percentages(rows * 2, 'Comparing', onProgress)
  for (const table of moved) await compare(source, target, table, compared)
  await complete(source, target, now())
  return { from: source.name, to: target.name, tables: moved.length, rows }
}

/** Refuses a database of another version, or with a step of an upgrade left to do. */
async function checkSource({ db, dialect, name }: Side): Promise<void> {
  const version = (await dialect.hasTable(db, 'migration'))
    ? (await dynamic(db).selectFrom('migration').select('name').execute()).map((row) => textAt(row, 'name'))
    : []
  if (await dialect.hasTable(db, moveTable))
    throw new MoveError(
      `${capital(name)} is itself the target of a move that is not complete. Complete that one first.`,
    )
  if (version.length === 0) throw new MoveError(`${capital(name)} is empty: there is nothing to move.`)
  const known = readMigrations().map((each) => each.name)
  const steps = await dynamic(db).selectFrom(stepTable).select('step').execute()
  if (version.some((each) => !known.includes(each)))
    throw new MoveError(
      `${capital(name)} is newer than this version of AgriDesk. Move it with the newer version.`,
    )
  if (version.length < known.length || steps.length > 0)
    throw new MoveError(
      `${capital(name)} is of an older version of AgriDesk. Start the server of this version once, which upgrades it; stop it, then move.`,
    )
}

async function beginOrContinue(
  source: Side,
  target: Side,
  tables: readonly Table[],
  onProgress: (text: string) => void,
): Promise<Progress> {
  const { db, dialect } = target
  const schema = readMigrations().at(-1)?.name ?? ''
  if (await dialect.hasTable(db, moveTable)) {
    const progress = await readProgress(db)
    if (progress.get('source') !== source.name || progress.get('schema') !== schema)
      throw new MoveError(
        `${capital(target.name)} has an unfinished move from ${progress.get('source')}${progress.get('schema') === schema ? '' : ', by another version of AgriDesk'}. Complete that one, or empty the target.`,
      )
    onProgress('Continuing the interrupted move…')
    return progress
  }
  const found = (await dialect.inspect(db)).map(({ name }) => name)
  if (found.length > 0)
    throw new MoveError(
      `${capital(target.name)} is not empty: it has ${found.length} tables (${found.slice(0, 3).join(', ')}…). Move to an empty one.`,
    )
  return db.transaction().execute(async (tx) => {
    const progress = await createProgress(tx, { source: source.name, schema })
    for (const table of tables)
      for (const statement of dialect.createTable(withoutIndexes(dialect, table)))
        await sql.raw(statement).execute(tx)
    return progress
  })
}

/** Indexes and references are added when the rows are there, which is far less work. SQLite cannot add references later. */
function withoutIndexes(dialect: Dialect, { appendOnly: _, ...table }: Table): Table {
  return {
    ...table,
    indexes: [],
    search: false,
    foreignKeys: dialect.isEmbedded ? table.foreignKeys : [],
  }
}

async function copyTable(
  source: Side,
  target: Side,
  table: Table,
  progress: Progress,
  onRows: (count: number) => void,
): Promise<void> {
  const { position, rows: before } = progress.copied(table.name)
  onRows(before)
  let rows = before
  for await (const batch of readRows(source, table, position)) {
    rows += batch.length
    const reached = { position: positionOf(table, batch.at(-1)!), rows }
    await target.db
      .transaction()
      .execute(async (tx) => {
        await writeRows(tx, target, table, batch)
        await progress.saveCopied(tx, table.name, reached)
      })
      .catch((error: unknown) => {
        throw new MoveError(
          `The rows of the table ${table.name} behind ${JSON.stringify(position ?? 'its beginning')} cannot be written to ${target.name}: ${toError(error).message}`,
          { cause: error },
        )
      })
    onRows(batch.length)
  }
}

async function finishTable({ db, dialect }: Side, table: Table, progress: Progress): Promise<void> {
  if (progress.get(`indexes of ${table.name}`)) return
  const before = { ...withoutIndexes(dialect, table), search: table.search }
  await db.transaction().execute(async (tx) => {
    for (const statement of dialect.migrationPrelude) await sql.raw(statement).execute(tx)
    const statements = [
      ...dialect.alterTable(before, table, {}),
      ...(table.search ? dialect.rebuildSearchIndex(table).make : []),
    ]
    for (const statement of statements) await sql.raw(statement).execute(tx)
    await progress.save(tx, `indexes of ${table.name}`, 'done')
  })
}

async function compare(
  source: Side,
  target: Side,
  table: Table,
  onRows: (count: number) => void,
): Promise<void> {
  const before = await digestOf(source, table, onRows)
  const after = await digestOf(target, table, onRows)
  if (before.rows === after.rows && before.hash === after.hash) return
  throw new MoveError(
    `The table ${table.name} differs: ${before.rows} rows in ${source.name}, ${after.rows} in ${target.name}. The source was changed since the move began: empty the target and move again.`,
  )
}

/** In one transaction: a target can be started only with its migrations, and without the progress of a move. */
async function complete(source: Side, target: Side, now: Date): Promise<void> {
  const { db, dialect } = target
  const migrations = await dynamic(source.db).selectFrom('migration').selectAll().execute()
  const unread = await unreadByWebhooks(source)
  if (!dialect.isEmbedded) await sql`analyze`.execute(db)
  await db.transaction().execute(async (tx) => {
    await createMigrationTables(tx)
    await dynamic(tx).insertInto('migration').values(migrations).execute()
    // Phones and readers of the change feed begin anew, also if this database was used before.
    await putSetting(tx, changeLogMark, randomUUID(), now)
    await logUnread(tx, dialect, unread, now)
    await sql`drop table ${sql.table(moveTable)}`.execute(tx)
  })
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Reports every tenth part. */
function percentages(
  total: number,
  what: string,
  onProgress: (text: string) => void,
): (count: number) => void {
  let done = 0
  let shown = 0
  return (count) => {
    done += count
    const percent = Math.min(100, Math.floor((done / Math.max(1, total)) * 100))
    if (percent < shown + 10 && !(percent === 100 && shown < 100)) return
    shown = percent - (percent % 10)
    onProgress(`${what}: ${percent} %`)
  }
}
