import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import { foldText } from '#domain/text.ts'
import type { Db } from '../dialect.ts'
import type { Tables } from '../tables/tables.ts'
import { pauseWhenDue } from '../../base/yield-to-event-loop.ts'
import { boundValues } from './bound-values.ts'

const maxStatements = 500

/** Caches prepared statements: preparing is three quarters of the cost of a small query. */
class Statements {
  readonly #database: DatabaseSync
  readonly #cache = new Map<string, { statement: StatementSync; returnsRows: boolean }>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = boundValues(parameters)
    if (returnsRows) return { rows: statement.all(...values) as R[] }
    const { changes } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  #prepare(sql: string): { statement: StatementSync; returnsRows: boolean } {
    const cached = this.#cache.get(sql)
    if (cached) return cached
    const statement = this.#database.prepare(sql)
    const entry = { statement, returnsRows: statement.columns().length > 0 }
    // A pragma may take effect when it is prepared, so it is not cached.
    if (sql.startsWith('pragma')) return entry
    if (this.#cache.size >= maxStatements) this.#cache.delete(this.#cache.keys().next().value!)
    this.#cache.set(sql, entry)
    return entry
  }
}

/** The use of the connection by one caller, until it is released. */
class Lease implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements: Statements
  readonly #pauses: boolean
  isReleased = false
  /** The last error inside a transaction; later ones are only its consequence. */
  failure: unknown

  constructor(database: DatabaseSync, statements: Statements, pauses: boolean) {
    this.#database = database
    this.#statements = statements
    this.#pauses = pauses
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#pauses) await pauseWhenDue()
    const { isTransaction } = this.#database
    try {
      return this.#statements.run<R>(query.sql, query.parameters)
    } catch (error) {
      if (isTransaction) this.failure = error
      throw error
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A separate statement, because one that is being iterated must not be shared.
    for (const row of this.#database.prepare(query.sql).iterate(...boundValues(query.parameters))) {
      yield { rows: [row as R] }
    }
  }
}

/** Reads are synchronous and need no queue. */
class ReaderDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #lease: Lease

  constructor(database: DatabaseSync, pauses: boolean) {
    this.#database = database
    this.#lease = new Lease(database, new Statements(database), pauses)
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#lease
  }
  async releaseConnection(): Promise<void> {}
  async beginTransaction(): Promise<void> {
    throw new Error('Transactions belong to the writer')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async destroy(): Promise<void> {
    this.#database.close()
  }
}

/** More than this in one commit would delay the first of them too long. */
const maxGroupSize = 32

/** Pages in the write-ahead log before an automatic checkpoint. */
const autoCheckpointPages = 1000
/** Milliseconds after the last borrowed turn until automatic checkpoints are enabled again. */
const borrowTimeout = 2000

interface WaitingCommit {
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Group commit: one transaction at a time, in order, but queued ones share a commit. Syncing to disk costs more than the work
 * itself, so each transaction is a savepoint in a larger one, and resolves only when the shared commit is on disk. A failed one
 * rolls back only its own savepoint.
 */
class WriterDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #statements: Statements
  readonly #onChange: () => void
  readonly #pauses: boolean
  #isBusy = false
  readonly #queue: (() => void)[] = []
  #group: WaitingCommit[] = []
  #isCommitScheduled = false
  #borrowTimer: NodeJS.Timeout | undefined
  #checkpointBlockers = 0

  constructor(database: DatabaseSync, onChange: () => void, pauses: boolean) {
    this.#database = database
    this.#pauses = pauses
    this.#statements = new Statements(database)
    this.#onChange = onChange
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Lease> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#queue.push(resolve))
    this.#isBusy = true
    return new Lease(this.#database, this.#statements, this.#pauses)
  }

  async releaseConnection(connection: Lease): Promise<void> {
    this.#release(connection)
  }

  async beginTransaction(): Promise<void> {
    if (!this.#database.isTransaction) this.#statements.run('begin immediate', [])
    this.#statements.run('savepoint member', [])
  }

  async commitTransaction(connection: Lease): Promise<void> {
    this.#statements.run('release member', [])
    const committed = new Promise<void>((resolve, reject) => this.#group.push({ resolve, reject }))
    this.#release(connection)
    await committed
  }

  async rollbackTransaction(connection: Lease): Promise<void> {
    if (this.#database.isTransaction) {
      this.#statements.run('rollback to member', [])
      this.#statements.run('release member', [])
      if (this.#group.length === 0) this.#statements.run('rollback', [])
      return
    }
    // After some errors, such as a full disk, SQLite has rolled back the whole transaction, with the rest of the group.
    const { failure } = connection
    for (const { reject } of this.#group.splice(0)) reject(failure)
  }

  async destroy(): Promise<void> {
    this.#commitGroup()
    this.#database.close()
  }

  /** Lends the turn to another connection to the same file, so that callers wait in this queue and not for a file lock. */
  async lendWriter<T>(work: () => Promise<T>): Promise<T> {
    const lease = await this.acquireConnection()
    try {
      this.#commitGroup()
      this.#suspendCheckpoints()
      return await work()
    } finally {
      this.#release(lease)
    }
  }

  /** The borrower writes a lot and runs checkpoints in its own thread, so commits here should not run them. */
  #suspendCheckpoints(): void {
    clearTimeout(this.#borrowTimer)
    this.#borrowTimer = setTimeout(() => {
      this.#borrowTimer = undefined
      this.#setAutoCheckpoint()
    }, borrowTimeout).unref()
    this.#setAutoCheckpoint()
  }

  /** Disables automatic checkpoints while the work runs. */
  async withoutCheckpoints(work: () => Promise<void>): Promise<void> {
    this.#checkpointBlockers++
    this.#setAutoCheckpoint()
    try {
      await work()
    } finally {
      this.#checkpointBlockers--
      this.#setAutoCheckpoint()
    }
  }

  #setAutoCheckpoint(): void {
    const isEnabled = this.#checkpointBlockers === 0 && this.#borrowTimer === undefined
    if (this.#database.isOpen)
      this.#database.exec(`pragma wal_autocheckpoint = ${isEnabled ? autoCheckpointPages : 0}`)
  }

  #release(lease: Lease): void {
    if (lease.isReleased) return
    lease.isReleased = true
    if (!this.#database.isTransaction) this.#onChange() // a statement outside a transaction has been committed
    if (this.#group.length >= maxGroupSize) this.#commitGroup()
    const next = this.#queue.shift()
    if (next) next()
    else {
      this.#isBusy = false
      this.#scheduleCommit()
    }
  }

  /** Commits in the next turn of the event loop, so that requests that have just arrived can join the group. */
  #scheduleCommit(): void {
    if (this.#group.length === 0 || this.#isCommitScheduled) return
    this.#isCommitScheduled = true
    setImmediate(() => {
      this.#isCommitScheduled = false
      // A transaction that runs now commits the group when it ends; a closed file has committed before.
      if (!this.#isBusy && this.#database.isOpen) this.#commitGroup()
    })
  }

  #commitGroup(): void {
    if (!this.#database.isTransaction) return
    const group = this.#group.splice(0)
    try {
      this.#statements.run('commit', [])
      this.#onChange()
      for (const { resolve } of group) resolve()
    } catch (error) {
      if (this.#database.isTransaction) this.#statements.run('rollback', [])
      for (const { reject } of group) reject(error)
    }
  }
}

/** Kysely would allow one caller at a time from begin to commit; these drivers have their own queue. */
class SharingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

export interface Writer {
  db: Db
  /** Lets another connection write while the work runs. */
  lendWriter: <T>(work: () => Promise<T>) => Promise<T>
  /** Disables automatic checkpoints while the work runs. */
  withoutCheckpoints: (work: () => Promise<void>) => Promise<void>
}

/** `onChange` is called after every commit. With `rests`, it pauses between statements for other work of this process. */
export function createWriter(
  database: DatabaseSync,
  onChange = (): void => {},
  { pauses = false }: { pauses?: boolean } = {},
): Writer {
  const driver = new WriterDriver(database, onChange, pauses)
  return {
    db: createKysely(driver),
    lendWriter: (work) => driver.lendWriter(work),
    withoutCheckpoints: (work) => driver.withoutCheckpoints(work),
  }
}

export const createReader = (database: DatabaseSync, { pauses = false }: { pauses?: boolean } = {}): Db =>
  createKysely(new ReaderDriver(database, pauses))

export const createKysely = (driver: Driver): Db =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SharingAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })

/** Opens the file so that a commit is synced to disk before it returns. */
export function openSqlite(file: string, use: 'writer' | 'reader'): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, readOnly: use === 'reader' })
  database.exec('pragma busy_timeout = 5000')
  if (use === 'writer') {
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    database.exec('pragma journal_size_limit = 67108864')
    // Overwrites deleted values in pages that are written anyway.
    database.exec('pragma secure_delete = fast')
  }
  database.exec('pragma cache_size = -32768')
  database.exec('pragma temp_store = memory')
  database.function('fold_text', { deterministic: true }, (text) =>
    text === null ? null : foldText(String(text)),
  )
  return database
}
