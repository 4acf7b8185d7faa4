import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import type { Db, Tables } from './dialect.ts'
import { isOnePlan } from './one-plan.ts'

/** Numbers of any width as numbers: none of ours reaches 2^53, and a count that is text is a trap. */
const types = new pg.TypeOverrides()
types.setTypeParser(20, Number)

export function openPostgres(
  url: string,
  options: { size: number; onIdleError: (error: Error) => void },
): Db {
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
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
  })
  // A connection that breaks while idle is dropped by the pool; without a listener it would end the process.
  pool.on('error', options.onIdleError)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
}

const mostStatements = 500
const statementNames = new Map<string, string>()

function statementName(text: string): string | undefined {
  const kept = statementNames.get(text)
  if (kept || statementNames.size >= mostStatements) return kept
  const name = `q${statementNames.size}`
  statementNames.set(text, name)
  return name
}

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
      const made = {
        query: <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
          // The first statement of a transaction goes out right behind its `begin`. Should `begin` itself fail, so does
          // that statement: the connection is gone.
          planFor(text)
          if (text === 'begin') {
            client.query(text).catch(() => {})
            return Promise.resolve({ command: 'SELECT', rowCount: 0, rows: [] })
          }
          const name = values.length > 0 ? statementName(text) : undefined
          const query = client.query({ text, values: [...values], ...(name && { name }) })
          return query as unknown as Promise<PostgresQueryResult<R>>
        },
        release: (destroy?: boolean) => client.release(destroy),
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
function planChooser(client: pg.PoolClient): (text: string) => void {
  let isOne = false
  let isOffered = true
  let isInTransaction = false
  return (text) => {
    if (text === 'begin') isInTransaction = true
    if (text === 'commit' || text === 'rollback') isInTransaction = false
    // What is set in a transaction is undone with it, and then nobody would know how it stands.
    if (isInTransaction || !isOffered || isOnePlan(text) === isOne) return
    isOne = !isOne
    client.query(`set plan_cache_mode = ${isOne ? 'force_generic_plan' : 'auto'}`).catch(() => {
      isOffered = false
    })
  }
}
