import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Cell } from '#domain/catalogue/field.ts'
import type { Db, Tables } from './dialect.ts'

const mostStatements = 500

/** One connection. Statements are prepared once: that is three quarters of the cost of a small query. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, { statement: StatementSync; answers: boolean }>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  #prepare(sql: string): { statement: StatementSync; answers: boolean } {
    const kept = this.#statements.get(sql)
    if (kept) return kept
    const statement = this.#database.prepare(sql)
    const made = { statement, answers: statement.columns().length > 0 }
    if (this.#statements.size >= mostStatements)
      this.#statements.delete(this.#statements.keys().next().value!)
    this.#statements.set(sql, made)
    return made
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, answers } = this.#prepare(query.sql)
    const parameters = query.parameters as Cell[]
    if (answers) return { rows: statement.all(...parameters) as R[] }
    const { changes } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // Its own statement: one that is being iterated must not be shared.
    for (const row of this.#database.prepare(query.sql).iterate(...(query.parameters as Cell[]))) {
      yield { rows: [row as R] }
    }
  }
}

/** Lets one caller at a time have the connection, in the order they asked. */
class SqliteDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #connection: SqliteConnection
  readonly #exclusive: boolean
  #busy = false
  readonly #waiting: (() => void)[] = []

  constructor(database: DatabaseSync, exclusive: boolean) {
    this.#database = database
    this.#connection = new SqliteConnection(database)
    this.#exclusive = exclusive
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#exclusive) {
      if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
      this.#busy = true
    }
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#busy = false
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite has rolled back by itself after some failures, such as a full disk.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.#database.close()
  }
}

export function kyselyOver(database: DatabaseSync, use: 'writer' | 'reader'): Db {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SqliteDriver(database, use === 'writer'),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

/** Opens the file so that a commit is on the disk before anyone hears of it. */
export function openSqlite(file: string, use: 'writer' | 'reader'): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, readOnly: use === 'reader' })
  database.exec('pragma busy_timeout = 5000')
  if (use === 'writer') {
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    database.exec('pragma journal_size_limit = 67108864')
  }
  database.exec('pragma cache_size = -65536')
  database.exec('pragma temp_store = memory')
  database.exec('pragma mmap_size = 1073741824')
  return database
}
