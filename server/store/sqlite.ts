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
import type { Cell } from '#domain/catalogue/field.ts'
import { foldText } from '#domain/text.ts'
import type { Db, Tables } from './dialect.ts'

const mostStatements = 500

/** Statements are prepared once: that is three quarters of the cost of a small query. */
class Statements {
  readonly #database: DatabaseSync
  readonly #kept = new Map<string, { statement: StatementSync; answers: boolean }>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, answers } = this.#prepare(sql)
    if (answers) return { rows: statement.all(...(parameters as Cell[])) as R[] }
    const { changes } = statement.run(...(parameters as Cell[]))
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  #prepare(sql: string): { statement: StatementSync; answers: boolean } {
    const kept = this.#kept.get(sql)
    if (kept) return kept
    const statement = this.#database.prepare(sql)
    const made = { statement, answers: statement.columns().length > 0 }
    // A pragma may take effect while it is prepared, and then never again.
    if (sql.startsWith('pragma')) return made
    if (this.#kept.size >= mostStatements) this.#kept.delete(this.#kept.keys().next().value!)
    this.#kept.set(sql, made)
    return made
  }
}

/** The use of the connection by one caller, until it hands it on. */
class Lease implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements: Statements
  handedOn = false
  /** The last one that met a transaction: what comes after that is over only fails because it is. */
  failure: unknown

  constructor(database: DatabaseSync, statements: Statements) {
    this.#database = database
    this.#statements = statements
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { isTransaction } = this.#database
    try {
      return this.#statements.run<R>(query.sql, query.parameters)
    } catch (error) {
      if (isTransaction) this.failure = error
      throw error
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // Its own statement: one that is being iterated must not be shared.
    for (const row of this.#database.prepare(query.sql).iterate(...(query.parameters as Cell[]))) {
      yield { rows: [row as R] }
    }
  }
}

/** Reads one after the other need no order among them. */
class ReaderDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #lease: Lease

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#lease = new Lease(database, new Statements(database))
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

/** More than this in one commit would make the first of them wait too long for its answer. */
const mostInGroup = 32

/** How many pages the log grows to before they are carried into the file. */
const usualPages = 1000
/** So long after the last loan, the log is ours again. */
const borrowerGone = 2000

interface Waiting {
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * One transaction at a time, in the order they asked; but those that queue up share a commit. Syncing the disk costs
 * more than the work itself, so each is a savepoint in one larger transaction, and nobody hears "saved" before the
 * commit that holds theirs is on the disk. One that fails takes back its own work only.
 */
class WriterDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #statements: Statements
  readonly #onChange: () => void
  #isTaken = false
  readonly #queue: (() => void)[] = []
  #group: Waiting[] = []
  #isCommitComing = false
  #logIsOurs: NodeJS.Timeout | undefined

  constructor(database: DatabaseSync, onChange: () => void) {
    this.#database = database
    this.#statements = new Statements(database)
    this.#onChange = onChange
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#queue.push(resolve))
    this.#isTaken = true
    return new Lease(this.#database, this.#statements)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#handOn(connection as Lease)
  }

  async beginTransaction(): Promise<void> {
    if (!this.#database.isTransaction) this.#statements.run('begin immediate', [])
    this.#statements.run('savepoint member', [])
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#statements.run('release member', [])
    const committed = new Promise<void>((resolve, reject) => this.#group.push({ resolve, reject }))
    this.#handOn(connection as Lease)
    await committed
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) {
      this.#statements.run('rollback to member', [])
      this.#statements.run('release member', [])
      if (this.#group.length === 0) this.#statements.run('rollback', [])
      return
    }
    // After some failures, such as a full disk, SQLite has taken back everything: the others of the group as well.
    const { failure } = connection as Lease
    for (const { reject } of this.#group.splice(0)) reject(failure)
  }

  async destroy(): Promise<void> {
    this.#commitGroup()
    this.#database.close()
  }

  /** Its turn, used by another connection to the same file: nobody here waits for a lock, they wait in the queue. */
  async lend<T>(work: () => Promise<T>): Promise<T> {
    const lease = (await this.acquireConnection()) as Lease
    try {
      this.#commitGroup()
      this.#leaveLogToBorrower()
      return await work()
    } finally {
      this.#handOn(lease)
    }
  }

  /** Who borrows writes much, and carries the log into the file beside this thread: nobody who saves here should do it for him. */
  #leaveLogToBorrower(): void {
    clearTimeout(this.#logIsOurs)
    const carryEvery = (pages: number): void => {
      if (this.#database.isOpen) this.#database.exec(`pragma wal_autocheckpoint = ${pages}`)
    }
    carryEvery(0)
    this.#logIsOurs = setTimeout(carryEvery, borrowerGone, usualPages).unref()
  }

  #handOn(lease: Lease): void {
    if (lease.handedOn) return
    lease.handedOn = true
    if (!this.#database.isTransaction) this.#onChange() // a statement on its own has taken effect
    if (this.#group.length >= mostInGroup) this.#commitGroup()
    const next = this.#queue.shift()
    if (next) next()
    else {
      this.#isTaken = false
      this.#commitSoon()
    }
  }

  /** After a look at the network: what has just arrived may still come along. */
  #commitSoon(): void {
    if (this.#group.length === 0 || this.#isCommitComing) return
    this.#isCommitComing = true
    setImmediate(() => {
      this.#isCommitComing = false
      // Whoever is at work now commits for all when it hands on.
      // A file that is closed by then had its last commit before.
      if (!this.#isTaken && this.#database.isOpen) this.#commitGroup()
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

/** Kysely would let one caller in at a time, from begin to commit; the drivers here keep the order themselves. */
class SharingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

export interface Writer {
  db: Db
  /** Lets another connection write, until the work is over. */
  lend: <T>(work: () => Promise<T>) => Promise<T>
}

/** `onChange` is called after everything that a reader may see from then on. */
export function writerOver(database: DatabaseSync, onChange = (): void => {}): Writer {
  const driver = new WriterDriver(database, onChange)
  return { db: kyselyWith(driver), lend: (work) => driver.lend(work) }
}

export const readerOver = (database: DatabaseSync): Db => kyselyWith(new ReaderDriver(database))

export const kyselyWith = (driver: Driver): Db =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SharingAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })

/** Opens the file so that a commit is on the disk before anyone hears of it. */
export function openSqlite(file: string, use: 'writer' | 'reader'): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, readOnly: use === 'reader' })
  database.exec('pragma busy_timeout = 5000')
  if (use === 'writer') {
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    database.exec('pragma journal_size_limit = 67108864')
  }
  database.exec('pragma cache_size = -32768')
  database.exec('pragma temp_store = memory')
  database.function('fold_text', { deterministic: true }, (text) =>
    text === null ? null : foldText(String(text)),
  )
  return database
}
