import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Problem } from '#domain/problem.ts'
import { backUp, copyBeforeMigration, removeOldCopies, removeUnfinished } from './backup.ts'
import type { Db, Dialect, Tx } from './dialect.ts'
import { refuseEmptied } from './emptied-folder.ts'
import { problemOfFailure } from './failure.ts'
import { findDamage } from './integrity.ts'
import { writeWaiting } from './later.ts'
import { migrate, SchemaRefusal } from './migrate.ts'
import { readMigrations, type Migration } from './migrations.ts'
import { setLongReads } from './long-reads.ts'
import { dialectOf } from './postgres-dialect.ts'
import { openPostgresLongReads } from './postgres-long-reads.ts'
import { openPostgres } from './postgres.ts'
import { identifyPlaces } from './place-ids.ts'
import { makePrivate, openPrivateFolder } from './private-files.ts'
import { refold } from './refold.ts'
import { newCopyPath, removeCopies, removeCopy } from './rehearsal-copies.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { LongReadDriver } from './sqlite-long-reads.ts'
import { kyselyWith, openSqlite, readerOver, writerOver } from './sqlite.ts'
import { learnSizes } from './table-sizes.ts'
import { damaged, diskIsFull, outdated, watch, type Trouble } from './watch.ts'

/** The database, opened, brought up to date and ready: where everything that lasts is kept. */
export interface Store {
  dialect: Dialect
  read: Db
  /** All or nothing, durable when it returns. Work that lost a race is tried again. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** A part of something longer: lasting once something after it lasts. Only where waiting for the disk each time would tell. */
  piece?: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** The answer to give for an error the database is to blame for. */
  problemOf: (error: unknown) => Problem | undefined
  ping: () => Promise<void>
  /** Why the database cannot be used as usual, as far as that is known. */
  trouble?: () => Trouble | undefined
  /** Looks for trouble now. */
  check?: () => Promise<Trouble | undefined>
  /** Why requests should be sent elsewhere, in a sentence; undefined: they can come. */
  notReady?: () => Promise<string | undefined>
  /** Reads every page for damage; only where the database is a file of ours. */
  verify?: () => Promise<void>
  /** Another number after every commit; only where this process is the only one that writes. */
  changeMark?: () => number
  /** The same, to be tried on and thrown away by closing it; only where one writer serves everybody. */
  copy?: () => Promise<Store>
  /** Looks at tables that have grown much, so that the best way into them is known; only where the database does not by itself. */
  learnSizes?: () => Promise<boolean>
  /** Lets a thread beside this one write, until the work is over; only where one writer serves everybody. */
  lend?: <T>(work: () => Promise<T>) => Promise<T>
  /** Ends reads that may take long: whoever waits for one is told to try again. Part of stopping. */
  stopLongReads?: () => void
  close: () => Promise<void>
}

export interface StoreOptions {
  dataDir: string
  databaseUrl?: string | undefined
  now: () => Date
  onTrouble: (error: Error) => void
  /** Damage of the database file, for a line in the log. */
  onDamage?: (error: unknown) => void
  /** What is going on during a long start. */
  say?: (sentence: string) => void
  poolSize?: number
  /** How long a long read may take, and what is too small to be one; for tests. */
  longReads?: { limit: number; quickTests: number }
  /** The committed ones, unless a test brings its own. */
  migrations?: readonly Migration[]
}

const fileName = 'agridesk.sqlite'

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
  const dialect = await dialectOf(db)
  const migrations = options.migrations ?? readMigrations()
  const timers: NodeJS.Timeout[] = []
  const close = async (): Promise<void> => {
    timers.forEach((timer) => clearInterval(timer))
    await long.db.destroy()
    await db.destroy()
  }
  const opened = await ready(db, db, dialect, { ...options, migrations }, async () => {}, close)
  const look = (): Promise<Trouble | string | undefined> => lookAtPostgres(db, migrations)
  const { store, check } = watch(opened, { look, now: options.now, onDamage: options.onDamage ?? (() => {}) })
  // Nobody tells a server that another one has upgraded the database.
  timers.push(setInterval(() => void check().catch(() => {}), pollEvery).unref())
  return { ...store, stopLongReads: long.stop }
}

const pollEvery = 2000

async function lookAtPostgres(
  db: Db,
  migrations: readonly Migration[],
): Promise<Trouble | string | undefined> {
  const { rows } = await sql<{ count: number; last: string | null; read_only: string }>`
    select count(*) as count, max(name) as last, current_setting('transaction_read_only') as read_only
    from migration`.execute(db)
  const { count, last, read_only } = rows[0]!
  if (Number(count) !== migrations.length || last !== (migrations.at(-1)?.name ?? null)) return outdated
  return read_only === 'on' ? 'The database is read-only, as a standby server is' : undefined
}

/** Less than this many bytes are soon used up by one save, its log and its indexes. */
const littleRoom = 16 * 1024 * 1024

async function lookAtDisk(dataDir: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize < littleRoom ? diskIsFull : undefined
}

async function openOnSqlite(options: StoreOptions): Promise<Store> {
  openPrivateFolder(options.dataDir)
  const file = join(options.dataDir, fileName)
  const backups = join(options.dataDir, 'backups')
  refuseEmptied(options.dataDir, fileName)
  const releaseFile = claimFile(options.dataDir)
  removeUnfinished(backups)
  removeCopies(options.dataDir)
  makePrivate(file)
  const writer = openSqlite(file, 'writer')
  let changes = 0
  const { db: write, lend } = writerOver(writer, () => changes++)
  const beforeChange = (): Promise<void> => {
    options.say?.('Upgrading the database: copying it to the folder backups first…')
    return backUp(writer, copyBeforeMigration(backups, options.now()))
  }
  const ending = new AbortController()
  const { longReads } = options
  const longDriver = new LongReadDriver(file, longReads?.limit)
  const long = kyselyWith(longDriver)
  let read: Db | undefined
  const openReader = (): Db => (read = readerOver(openSqlite(file, 'reader')))
  const close = async (): Promise<void> => {
    ending.abort()
    await long.destroy()
    await read?.destroy()
    try {
      writer.exec('pragma wal_checkpoint(truncate)')
    } catch (error) {
      // A full disk must not turn a stop into a crash: the log holds everything, and the next start reads it.
      options.onTrouble(error as Error)
    }
    await write.destroy()
    releaseFile()
  }
  try {
    const opened = await ready(write, openReader, sqliteDialect, options, beforeChange, close)
    removeOldCopies(backups)
    setLongReads(opened.read, long, longReads?.quickTests)
    const { onDamage = () => {}, now, dataDir } = options
    const { store, set } = watch(opened, { look: () => lookAtDisk(dataDir), now, onDamage })
    return {
      ...store,
      stopLongReads: () => longDriver.stop(),
      changeMark: () => changes,
      learnSizes: () => store.transaction(learnSizes),
      verify: async () => {
        const damage = await findDamage(file, ending.signal)
        if (damage === undefined || store.trouble?.() === damaged) return
        set(damaged)
        onDamage(new Error(damage))
      },
      copy: () => openCopy(options.dataDir),
      lend,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Thousands of rows touch the same pages of a dozen indexes again and again: they are kept at hand, and carried from the log
 * into the file once for many pieces rather than once for each.
 */
const forManyWrites = 'pragma cache_size = -65536; pragma wal_autocheckpoint = 8192'

export interface BesideOptions extends Pick<StoreOptions, 'dataDir' | 'databaseUrl' | 'onTrouble'> {
  /** Waits for its turn to write and keeps it while it works; only asked where one writer serves everybody. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/** The same database for another thread of the process that has it open already. */
export async function openBeside({ dataDir, databaseUrl, onTrouble, inTurn }: BesideOptions): Promise<Store> {
  if (databaseUrl) {
    const db = openPostgres(databaseUrl, { size: 3, onIdleError: onTrouble })
    return storeOf(db, db, await dialectOf(db), () => db.destroy())
  }
  const file = join(dataDir, fileName)
  const writer = openSqlite(file, 'writer')
  writer.exec(forManyWrites)
  const { db: write } = writerOver(writer)
  const read = readerOver(openSqlite(file, 'reader'))
  const store = storeOf(write, read, sqliteDialect, async () => {
    await read.destroy()
    await write.destroy()
  })
  const { transaction } = store
  const synced =
    (how: 'full' | 'normal'): Store['transaction'] =>
    (work) =>
      inTurn(() => {
        writer.exec(`pragma synchronous = ${how}`)
        return transaction(work)
      })
  const lasting: Store['transaction'] = async (work) => {
    const result = await synced('full')(work)
    // Before the log is anybody else's again.
    await inTurn(async () => writer.exec('pragma wal_checkpoint(passive)'))
    return result
  }
  return { ...store, transaction: lasting, piece: synced('normal'), copy: () => openCopy(dataDir) }
}

/** As it is now, whoever writes meanwhile. Nothing in it has to last, so nothing in it waits for the disk. */
async function openCopy(dataDir: string): Promise<Store> {
  const target = newCopyPath(dataDir)
  makePrivate(target)
  const source = openSqlite(join(dataDir, fileName), 'reader')
  try {
    // One view of it from the first page to the last: without it, every save of others would begin the copy anew.
    source.exec('begin; select count(*) from setting')
    await backup(source, target, { rate: 10_000 })
  } catch (error) {
    removeCopy(target)
    throw error
  } finally {
    source.close()
  }
  const writer = openSqlite(target, 'writer')
  writer.exec(`pragma synchronous = off; ${forManyWrites}`)
  const { db: write } = writerOver(writer)
  const read = readerOver(openSqlite(target, 'reader'))
  return storeOf(write, read, sqliteDialect, async () => {
    await read.destroy()
    await write.destroy()
    removeCopy(target)
  })
}

async function ready(
  write: Db,
  read: Db | (() => Db),
  dialect: Dialect,
  options: StoreOptions,
  beforeChange: () => Promise<void>,
  close: () => Promise<void>,
): Promise<Store> {
  await migrate(write, dialect, {
    migrations: options.migrations ?? readMigrations(),
    now: options.now,
    beforeChange,
    ...(options.say && { say: options.say }),
  })
  for (const statement of dialect.afterMigration) await sql.raw(statement).execute(write)
  const store = storeOf(write, typeof read === 'function' ? read() : read, dialect, close)
  await refold(store, options.now)
  await identifyPlaces(store)
  return store
}

function storeOf(write: Db, reader: Db, dialect: Dialect, close: () => Promise<void>): Store {
  return {
    dialect,
    read: reader,
    transaction: (work) =>
      tryAgain(dialect, () =>
        write.transaction().execute(async (tx) => {
          const result = await work(tx)
          await writeWaiting(tx, dialect)
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

const mostTries = 4

async function tryAgain<T>(dialect: Dialect, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === mostTries || dialect.explain(error)?.kind !== 'again') throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tries))
    }
  }
}

/** The operating system holds this lock for as long as the process lives, and lets go of it however the process ends. */
function claimFile(dataDir: string): () => void {
  const path = join(dataDir, 'agridesk.lock')
  makePrivate(path)
  const lock = new DatabaseSync(path)
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    lock.close()
    if (sqliteDialect.explain(error)?.kind !== 'unavailable') throw error
    throw new SchemaRefusal(
      `Another AgriDesk is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder; several instances can share a PostgreSQL database (DATABASE_URL).`,
    )
  }
  return () => lock.close()
}
