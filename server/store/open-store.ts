import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'
import { sql } from 'kysely'
import { backUp, copyBeforeMigration, removeOldCopies, removeUnfinished } from './files/backup.ts'
import { checkpointInThread } from './sqlite/checkpoint.ts'
import type { Db, Dialect } from './dialect.ts'
import { refuseEmptiedFolder } from './files/emptied-folder.ts'
import { problemOfFailure } from './failure.ts'
import { findDamage } from './files/integrity.ts'
import { flushDeferred } from './deferred-writes.ts'
import { isNewerButAdditive, migrate, type OnProgress } from './schema/migrate.ts'
import { readApplied } from './schema/additive.ts'
import { readMigrations, type Migration } from './schema/migrations.ts'
import { dataSteps } from './schema/migrations/data-steps.ts'
import { setLongReads } from './long-reads.ts'
import { dialectOf } from './postgres/postgres-dialect.ts'
import { openPostgresLongReads } from './postgres/postgres-long-reads.ts'
import { openPostgres, poolCounts, renewConnections } from './postgres/postgres.ts'
import { lockDataDir } from './files/lock-data-dir.ts'
import { createPrivateFile, openPrivateFolder } from './files/private-files.ts'
import { retryOnConflict } from './retry-on-conflict.ts'
import { newCopyPath, removeCopies, removeCopy } from './sqlite/dry-run-copies.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'
import { LongReadDriver } from './sqlite/sqlite-long-reads.ts'
import { createKysely, openSqlite, createReader, createWriter } from './sqlite/sqlite.ts'
import { analyzeGrownTables } from './sqlite/table-sizes.ts'
import { installTriggers } from './owners/triggers.ts'
import type { LogShipping, Store, Trouble } from './store.ts'
import { damaged, diskIsFull, outdated, watch } from './watch.ts'
import { toError } from '../base/errors.ts'

export interface StoreOptions {
  dataDir: string
  databaseUrl?: string | undefined
  now: () => Date
  onTrouble: (error: Error) => void
  /** Called with damage of the database file, for the log. */
  onDamage?: (error: unknown) => void
  /** Called with progress messages during a long start. */
  onProgress?: OnProgress
  poolSize?: number
  /** Timeout and minimum size of long reads; for tests. */
  longReads?: { limit: number; quickTests: number }
  /** Starts to ship the write-ahead log of an embedded database, before anything is written to it. */
  shipLog?: (file: string, lendWriter: NonNullable<Store['lendWriter']>) => LogShipping
  /** Defaults to the committed migrations; tests pass their own. */
  migrations?: readonly Migration[]
}

export const fileName = 'agridesk.sqlite'

export async function openStore(options: StoreOptions): Promise<Store> {
  return options.databaseUrl ? openOnPostgres(options.databaseUrl, options) : openOnSqlite(options)
}

async function openOnPostgres(url: string, options: StoreOptions): Promise<Store> {
  const db = openPostgres(url, { size: options.poolSize ?? 10, onIdleError: options.onTrouble })
  const { longReads } = options
  const long = openPostgresLongReads(url, {
    main: db,
    onIdleError: options.onTrouble,
    ...(longReads && { limit: longReads.limit }),
  })
  setLongReads(db, long.db, longReads?.quickTests)
  const renewBoth = (): void => {
    renewConnections(db)
    renewConnections(long.db)
  }
  const dialect = { ...(await dialectOf(db)), renewConnections: renewBoth }
  const migrations = options.migrations ?? readMigrations()
  const timers: NodeJS.Timeout[] = []
  const close = async (): Promise<void> => {
    timers.forEach((timer) => clearInterval(timer))
    await long.db.destroy()
    await db.destroy()
  }
  const opened = await prepareStore(db, db, dialect, { ...options, migrations }, async () => {}, close).catch(
    async (error: unknown) => {
      await close()
      throw error
    },
  )
  const checkEnvironment = (): Promise<Trouble | string | undefined> =>
    checkPostgres(db, migrations, renewBoth)
  const { store, check } = watch(opened, {
    checkEnvironment,
    now: options.now,
    onDamage: options.onDamage ?? (() => {}),
  })
  // Polls, because another instance may upgrade the database at any time.
  timers.push(setInterval(() => void check().catch(() => {}), pollInterval).unref())
  return { ...store, stopLongReads: long.stop, poolCounts: () => poolCounts(db) }
}

const pollInterval = 2000

async function checkPostgres(
  db: Db,
  migrations: readonly Migration[],
  renew: () => void,
): Promise<Trouble | string | undefined> {
  const { known, incompatible, isReadOnly } = await readApplied(db, migrations)
  if (known !== migrations.length || incompatible !== null) return outdated
  if (!isReadOnly) return undefined
  // Otherwise an instance that gets no more requests would keep its connections to a former primary for ever.
  renew()
  return 'The database is read-only, as a standby server is'
}

/** Fewer free bytes than this are soon used up by one save, its log and its indexes. */
const minFreeBytes = 16 * 1024 * 1024

async function checkDiskSpace(dataDir: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize < minFreeBytes ? diskIsFull : undefined
}

/** Milliseconds after which the server notices what a command of the operator wrote. */
const commandInterval = 1000

/** Calls back when another connection has written since the last time. */
function noticeCommits(writer: DatabaseSync, onChange: () => void): () => void {
  const statement = writer.prepare('pragma data_version')
  const version = (): unknown => statement.get()?.['data_version']
  let last = version()
  return () => {
    const now = version()
    if (now !== last) onChange()
    last = now
  }
}

async function openOnSqlite(options: StoreOptions): Promise<Store> {
  openPrivateFolder(options.dataDir)
  const file = join(options.dataDir, fileName)
  const backups = join(options.dataDir, 'backups')
  refuseEmptiedFolder(options.dataDir, fileName)
  const unlockDataDir = lockDataDir(options.dataDir)
  removeUnfinished(backups)
  removeCopies(options.dataDir)
  createPrivateFile(file)
  const writer = openSqlite(file, 'writer')
  let changes = 0
  const { db: write, lendWriter, withoutCheckpoints } = createWriter(writer, () => changes++)
  const beforeChange = (): Promise<void> => {
    const report = (percent: number): void =>
      options.onProgress?.('Upgrading the database: copying it to the folder backups first…', percent)
    report(0)
    return backUp(writer, copyBeforeMigration(backups, options.now()), report)
  }
  const commandsTimer = setInterval(
    noticeCommits(writer, () => changes++),
    commandInterval,
  ).unref()
  const shipping = options.shipLog?.(file, lendWriter)
  const closing = new AbortController()
  const { longReads } = options
  const longDriver = new LongReadDriver(file, longReads?.limit)
  const long = createKysely(longDriver)
  let read: Db | undefined
  let pacedReader: DatabaseSync | undefined
  const openReader = (): Db => (read = createReader(openSqlite(file, 'reader')))
  const close = async (): Promise<void> => {
    closing.abort()
    clearInterval(commandsTimer)
    await long.destroy()
    await read?.destroy()
    // Not through Kysely, which closes only connections that were used.
    pacedReader?.close()
    await shipping?.stop()
    try {
      writer.exec('pragma wal_checkpoint(truncate)')
    } catch (error) {
      // A full disk must not turn a stop into a crash: the write-ahead log contains everything, and the next start reads it.
      options.onTrouble(toError(error))
    }
    await write.destroy()
    shipping?.closed()
    unlockDataDir()
  }
  try {
    const opened = await prepareStore(write, openReader, sqliteDialect, options, beforeChange, close)
    removeOldCopies(backups)
    setLongReads(opened.read, long, longReads?.quickTests)
    const { onDamage = () => {}, now, dataDir } = options
    const { store, set } = watch(opened, { checkEnvironment: () => checkDiskSpace(dataDir), now, onDamage })
    return {
      ...store,
      stopLongReads: () => longDriver.stop(),
      changeMark: () => changes,
      lowPriorityRead: createReader((pacedReader = openSqlite(file, 'reader')), { pauses: true }),
      largeTransaction: (work) => {
        const result = store.transaction(work)
        const checkpoint = (): Promise<void> => checkpointInThread(file, closing.signal)
        withoutCheckpoints(() => result.then(checkpoint, () => {})).catch(options.onTrouble)
        return result
      },
      analyzeGrownTables: () => store.transaction(analyzeGrownTables),
      verify: async () => {
        const damage = await findDamage(file, closing.signal)
        if (damage === undefined || store.trouble?.() === damaged) return
        set(damaged)
        onDamage(new Error(damage))
      },
      copy: () => openCopy(options.dataDir),
      lendWriter,
      ...(shipping && { shipping }),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Thousands of rows touch the same pages of a dozen indexes again and again: a larger page cache, and one checkpoint of the
 * write-ahead log for many pieces instead of one for each.
 */
const bulkWritePragmas = 'pragma cache_size = -65536; pragma wal_autocheckpoint = 8192'

export interface ThreadStoreOptions extends Pick<StoreOptions, 'dataDir' | 'databaseUrl' | 'onTrouble'> {
  /** Runs the work while it holds the only writer; used only on SQLite, where one writer serves all requests. */
  withWriter: <T>(work: () => Promise<T>) => Promise<T>
}

/** Opens the database again for another thread of a process that already has it open. */
export async function openForThread({
  dataDir,
  databaseUrl,
  onTrouble,
  withWriter,
}: ThreadStoreOptions): Promise<Store> {
  if (databaseUrl) {
    const db = openPostgres(databaseUrl, { size: 3, onIdleError: onTrouble })
    return createStore(db, db, await dialectOf(db), () => db.destroy())
  }
  const file = join(dataDir, fileName)
  const writer = openSqlite(file, 'writer')
  writer.exec(bulkWritePragmas)
  const { db: write } = createWriter(writer)
  const read = createReader(openSqlite(file, 'reader'))
  const store = createStore(write, read, sqliteDialect, async () => {
    await read.destroy()
    await write.destroy()
  })
  const { transaction } = store
  const withSync =
    (how: 'full' | 'normal'): Store['transaction'] =>
    (work) =>
      withWriter(() => {
        writer.exec(`pragma synchronous = ${how}`)
        return transaction(work)
      })
  const durable: Store['transaction'] = async (work) => {
    const result = await withSync('full')(work)
    // A checkpoint before other transactions write to the log again.
    await withWriter(async () => writer.exec('pragma wal_checkpoint(passive)'))
    return result
  }
  return {
    ...store,
    transaction: durable,
    relaxedTransaction: withSync('normal'),
    copy: () => openCopy(dataDir),
  }
}

/** Opens a copy of a consistent snapshot; nothing in it has to be durable, so writes do not wait for the disk. */
async function openCopy(dataDir: string): Promise<Store> {
  const target = newCopyPath(dataDir)
  createPrivateFile(target)
  const source = openSqlite(join(dataDir, fileName), 'reader')
  try {
    // One read transaction for the whole copy: without it, every concurrent save would restart the backup.
    source.exec('begin; select count(*) from setting')
    await backup(source, target, { rate: 10_000 })
  } catch (error) {
    removeCopy(target)
    throw error
  } finally {
    source.close()
  }
  const writer = openSqlite(target, 'writer')
  writer.exec(`pragma synchronous = off; ${bulkWritePragmas}`)
  // Yields to the event loop between statements, unless it runs in its own thread.
  const pauses = { pauses: isMainThread }
  const { db: write } = createWriter(writer, undefined, pauses)
  const read = createReader(openSqlite(target, 'reader'), pauses)
  return createStore(write, read, sqliteDialect, async () => {
    await read.destroy()
    await write.destroy()
    removeCopy(target)
  })
}

async function prepareStore(
  write: Db,
  read: Db | (() => Db),
  dialect: Dialect,
  options: StoreOptions,
  beforeChange: () => Promise<void>,
  close: () => Promise<void>,
): Promise<Store> {
  const migrations = options.migrations ?? readMigrations()
  await migrate(write, dialect, {
    migrations,
    steps: dataSteps,
    now: options.now,
    beforeChange,
    ...(options.onProgress && { onProgress: options.onProgress }),
  })
  // At every start, because the statistics of an embedded database are collected only on request.
  for (const statement of dialect.afterMigration) await sql.raw(statement).execute(write)
  const store = createStore(write, typeof read === 'function' ? read() : read, dialect, close)
  // At every start, because an upgrade drops the triggers and a version may define others; it reads two rows if nothing changed.
  // Those of a newer version, beside which this one runs, stay.
  if (!(dialect.online && (await isNewerButAdditive(write, migrations))))
    await installTriggers(store, options.now())
  return store
}

function createStore(write: Db, reader: Db, dialect: Dialect, close: () => Promise<void>): Store {
  return {
    dialect,
    read: reader,
    readTogether: (work) => dialect.readTogether(reader, work),
    transaction: (work) =>
      retryOnConflict(dialect, () =>
        write.transaction().execute(async (tx) => {
          const result = await work(tx)
          await flushDeferred(tx, dialect)
          return result
        }),
      ),
    problemOf: (error) => {
      const failure = dialect.explain(error)
      return failure && problemOfFailure(failure)
    },
    ping: async () => {
      await sql`select 1`.execute(reader)
    },
    close,
  }
}
