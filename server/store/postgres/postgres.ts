import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import { isCopy, runCopy } from './copy-in.ts'
import type { Db } from '../dialect.ts'
import type { PoolCounts } from '../store.ts'
import type { Tables } from '../tables/tables.ts'
import { LostCommit, isRejectedCommit } from './lost-commit.ts'
import { isBehindPooler, localSettings, sendWithSettings, type Settings } from './pooler.ts'
import { isGenericPlan, isCustomPlan } from './plan-mode.ts'
import { RenewablePool } from './renewable-pool.ts'

/** Parses bigint as number: no value of ours reaches 2^53, and a count as a string is a trap. */
const types = new pg.TypeOverrides()
types.setTypeParser(20, Number)

/** By this name other programs recognise a database that is in use by a server. */
export const serverName = 'agridesk'

export function openPostgres(
  url: string,
  options: {
    size: number
    onIdleError: (error: Error) => void
    /** Milliseconds; 0: none. */
    statementTimeout?: number
    /** The name of its connections in pg_stat_activity. */
    name?: string
    /** Further settings of the server for these connections. */
    settings?: Settings
    /** Wraps the pool, for instance with a queue for its connections. */
    wrap?: (pool: IdentifiedPool) => PostgresPool
  },
): Db {
  const { wrap = (same) => same } = options
  // The defaults are "never": a stuck statement or an idle transaction would hold its locks forever.
  const timeouts = {
    statement_timeout: options.statementTimeout ?? 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
  }
  // Compiling a statement takes seconds where its cost is estimated too high, and no statement runs long enough to gain by it.
  const settings: Settings = { jit: 'off', ...options.settings }
  const pool = new pg.Pool({
    connectionString: url,
    max: options.size,
    types,
    application_name: options.name ?? serverName,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Statements can be sent without waiting for earlier responses; see `begin` below.
    pipeline: true,
    ...timeouts,
    options: commandLine(settings),
  })
  // The pool drops a connection that breaks while idle; without a listener the error would end the process.
  pool.on('error', options.onIdleError)
  // The pool does not listen while a connection is checked out: one that breaks between statements would end it as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  const renewable = new RenewablePool(pool)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: wrap(withStatements(renewable, { ...timeouts, ...settings })),
    }),
  })
  pools.set(db, renewable)
  return db
}

const pools = new WeakMap<Db, RenewablePool>()

/** How many connections there are, how many of them are idle, and how many callers wait for one. */
export function poolCounts(db: Db): PoolCounts | undefined {
  const pool = pools.get(db)?.pool
  return pool && { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
}

/** From now on new connections are used; those that are open are closed when they are next needed. */
export const renewConnections = (db: Db): void => pools.get(db)?.renew()

/** A connection with the id of its server process, by which its statement can be cancelled; undefined behind a pooler. */
export type IdentifiedClient = PostgresPoolClient & { processID: number | undefined }
export interface IdentifiedPool extends PostgresPool {
  connect: () => Promise<IdentifiedClient>
}

/** `select *`, `select "t".*`, `returning *`; not `count(*)`. */
const allColumns = /(?:select|returning|[,.]) ?\*/

const isConcurrent = (text: string): boolean => /^(?:create|drop) index concurrently /.test(text)

/** Outside of any transaction, which PostgreSQL demands, and without timeouts; a pooler has passed none on. */
async function runConcurrent(client: pg.PoolClient, text: string, isPooled: boolean): Promise<void> {
  const timeouts = ['statement_timeout', 'lock_timeout']
  if (!isPooled) for (const name of timeouts) await client.query(`set ${name} = 0`)
  try {
    await client.query(text)
  } finally {
    if (!isPooled) for (const name of timeouts) await client.query(`reset ${name}`)
  }
}

const emptyResult = { command: 'SELECT' as const, rowCount: 0, rows: [] }

const commandLine = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/**
 * Wraps the pool: clients name each statement, so that the server parses it once per connection. Behind a pooler, statements have no names
 * and every transaction sets its own timeouts.
 */
function withStatements(renewable: RenewablePool, settings: Settings): IdentifiedPool {
  const local = localSettings(settings)
  const clients = new WeakMap<pg.PoolClient, IdentifiedClient>()
  return {
    options: renewable.pool.options,
    end: () => renewable.pool.end(),
    connect: async () => {
      const client = await renewable.connect()
      const cached = clients.get(client)
      if (cached) return cached
      const isPooled = await isBehindPooler(client).catch((error: unknown) => {
        client.release(true)
        throw error
      })
      const planFor = createPlanChooser(client)
      const nameFor = createStatementNames(client)
      let isInTransaction = false
      let lost: LostCommit | undefined
      const reportLostCommit = (error: unknown): never => {
        if (isRejectedCommit(error)) throw error
        throw (lost = new LostCommit(error))
      }
      const wrapped = {
        query: <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
          // The first statement of a transaction is pipelined right behind its `begin`. If `begin` fails, the connection is gone, and
          // that statement fails as well.
          const isBegin = text === 'begin' || text.startsWith('start transaction')
          if (isBegin) isInTransaction = true
          const isEnd = text === 'commit' || text === 'rollback'
          if (isEnd) isInTransaction = false
          // Not at the end of a transaction, where a setting would still be made in it, and be refused in a failed one.
          if (!isPooled && !isEnd) planFor(text, isInTransaction)
          if (isBegin) {
            client.query(isPooled ? `${text}; ${local}` : text).catch(() => {})
            return Promise.resolve(emptyResult)
          }
          if (isCopy(text)) return runCopy(client, text, String(values[0])).then(() => emptyResult)
          if (isConcurrent(text)) return runConcurrent(client, text, isPooled).then(() => emptyResult)
          // An unnamed statement is planned for its parameters each time. One that returns all columns fails once a newer version has added one.
          const isNamed = !isPooled && values.length > 0 && !isCustomPlan(text) && !allColumns.test(text)
          const name = isNamed ? nameFor(text, isInTransaction) : undefined
          const send = () => client.query({ text, values: [...values], ...(name && { name }) })
          const isSingle = !isInTransaction && !isEnd
          const query = isPooled && isSingle ? sendWithSettings(client, local, send) : send()
          const answer = query as unknown as Promise<PostgresQueryResult<R>>
          if (text === 'commit') return answer.catch(reportLostCommit)
          // After a lost commit there is nothing to roll back; report the lost commit.
          if (text === 'rollback') return answer.catch((error: unknown) => Promise.reject(lost ?? error))
          return answer
        },
        release: (destroy?: boolean) => client.release(destroy),
        processID: !isPooled && 'processID' in client ? Number(client.processID) : undefined,
      } as IdentifiedClient
      clients.set(client, wrapped)
      return wrapped
    },
  }
}

/**
 * PostgreSQL uses custom plans as long as they look cheaper than the generic plan, but with five joined tables planning costs
 * more than execution. Marked statements use a generic plan; plan_cache_mode is pipelined ahead of them, and only when it has to
 * change. An engine without the setting fails once and is not asked again.
 */
function createPlanChooser(client: pg.PoolClient): (text: string, isInTransaction: boolean) => void {
  let isGeneric = false
  let isSupported = true
  return (text, isInTransaction) => {
    // A setting made in a transaction is undone by a rollback, and the tracked state would be wrong.
    if (isInTransaction || !isSupported || isGenericPlan(text) === isGeneric) return
    isGeneric = !isGeneric
    client.query(`set plan_cache_mode = ${isGeneric ? 'force_generic_plan' : 'auto'}`).catch(() => {
      isSupported = false
    })
  }
}

/** Prepared statements per connection; ever new combinations of filters must not use unlimited memory. */
const maxStatements = 500

/**
 * The name of a prepared statement on its connection. The least recently used one is deallocated for a new one, but not in a
 * transaction: an aborted one would reject that.
 */
function createStatementNames(client: pg.PoolClient): (text: string, isInTransaction: boolean) => string {
  const names = new Map<string, string>()
  // The client's own cache by name, which it never clears.
  const { connection } = client as unknown as { connection?: { parsedStatements?: Record<string, string> } }
  let count = 0
  const drop = (text: string, name: string): void => {
    names.delete(text)
    const discard = (): void => void delete connection?.parsedStatements?.[name]
    client.query(`deallocate ${name}`).then(discard, discard)
  }
  return (text, isInTransaction) => {
    const name = names.get(text) ?? `q${count++}`
    names.delete(text)
    names.set(text, name)
    for (const [oldest, oldName] of names) {
      if (isInTransaction || names.size <= maxStatements) break
      drop(oldest, oldName)
    }
    return name
  }
}
