import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import { isCopy, runCopy } from './copy-in.ts'
import type { Db, Tables } from './dialect.ts'
import { LostCommit, wasRefused } from './lost-commit.ts'
import { isOnePlan, isOwnPlan } from './one-plan.ts'

/** Numbers of any width as numbers: none of ours reaches 2^53, and a count that is text is a trap. */
const types = new pg.TypeOverrides()
types.setTypeParser(20, Number)

export function openPostgres(
  url: string,
  options: {
    size: number
    onIdleError: (error: Error) => void
    statementTimeout?: number
    /** Puts something around the pool, such as a queue for its connections. */
    around?: (pool: PostgresPool) => PostgresPool
  },
): Db {
  const { around = (same) => same } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: options.size,
    types,
    application_name: 'agridesk',
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Statements may follow each other without waiting for answers in between; see `begin` below.
    pipeline: true,
    // The defaults are "never": a stuck statement or a forgotten transaction would hold its locks for good.
    statement_timeout: options.statementTimeout ?? 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
  })
  // A connection that breaks while idle is dropped by the pool; without a listener it would end the process.
  pool.on('error', options.onIdleError)
  // The pool does not listen while a connection is lent out: one that breaks between two statements would end it as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: around(preparing(pool)) }) })
}

const nothing = { command: 'SELECT' as const, rowCount: 0, rows: [] }

/** The same pool, whose clients give each statement a name, so that the server parses it once per connection. */
function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const kept = clients.get(client)
      if (kept) return kept
      const planFor = planChooser(client)
      const nameFor = statementNames(client)
      let isInTransaction = false
      let lost: LostCommit | undefined
      const loseCommit = (error: unknown): never => {
        if (wasRefused(error)) throw error
        throw (lost = new LostCommit(error))
      }
      const made = {
        query: <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
          // The first statement of a transaction goes out right behind its `begin`. Should `begin` itself fail, so does
          // that statement: the connection is gone.
          if (text === 'begin') isInTransaction = true
          if (text === 'commit' || text === 'rollback') isInTransaction = false
          planFor(text, isInTransaction)
          if (text === 'begin') {
            client.query(text).catch(() => {})
            return Promise.resolve(nothing)
          }
          if (isCopy(text)) return runCopy(client, text, String(values[0])).then(() => nothing)
          // What has no name is planned for its values, each time.
          const isNamed = values.length > 0 && !isOwnPlan(text)
          const name = isNamed ? nameFor(text, isInTransaction) : undefined
          const query = client.query({ text, values: [...values], ...(name && { name }) })
          const answer = query as unknown as Promise<PostgresQueryResult<R>>
          if (text === 'commit') return answer.catch(loseCommit)
          // Behind a lost commit there is nothing left to take back, and that it was lost is what matters.
          if (text === 'rollback') return answer.catch((error: unknown) => Promise.reject(lost ?? error))
          return answer
        },
        release: (destroy?: boolean) => client.release(destroy),
        get processID() {
          return (client as pg.PoolClient & { processID?: number }).processID
        },
      } as PostgresPoolClient
      clients.set(client, made)
      return made
    },
  }
}

/**
 * PostgreSQL plans a statement anew for its values as long as that looks cheaper than the plan it has, which costs more
 * than to run it where five tables are joined. Statements that say so are run by one plan; the setting goes out right
 * ahead of them, and only when the last statement of the connection wanted the other. An engine that has no such setting
 * says so once.
 */
function planChooser(client: pg.PoolClient): (text: string, isInTransaction: boolean) => void {
  let isOne = false
  let isOffered = true
  return (text, isInTransaction) => {
    // What is set in a transaction is undone with it, and then nobody would know how it stands.
    if (isInTransaction || !isOffered || isOnePlan(text) === isOne) return
    isOne = !isOne
    client.query(`set plan_cache_mode = ${isOne ? 'force_generic_plan' : 'auto'}`).catch(() => {
      isOffered = false
    })
  }
}

/** So many a connection keeps; whoever filters lists in ever new ways must not use up the names for all others. */
const mostStatements = 500

/**
 * The name of a statement on its connection. The one that was not used for longest makes room for a new one, not within a
 * transaction: one that has failed would refuse to drop it.
 */
function statementNames(client: pg.PoolClient): (text: string, isInTransaction: boolean) => string {
  const kept = new Map<string, string>()
  // What the client itself remembers by name, and would never forget.
  const { connection } = client as unknown as { connection?: { parsedStatements?: Record<string, string> } }
  let count = 0
  const drop = (text: string, name: string): void => {
    kept.delete(text)
    const forget = (): void => void delete connection?.parsedStatements?.[name]
    client.query(`deallocate ${name}`).then(forget, forget)
  }
  return (text, isInTransaction) => {
    const name = kept.get(text) ?? `q${count++}`
    kept.delete(text)
    kept.set(text, name)
    for (const [oldest, its] of kept) {
      if (isInTransaction || kept.size <= mostStatements) break
      drop(oldest, its)
    }
    return name
  }
}
