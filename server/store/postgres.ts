import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import type { Db, Tables } from './dialect.ts'

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
      const made = {
        query: <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
          // The first statement of a transaction goes out right behind its `begin`. Should `begin` itself fail, so does
          // that statement: the connection is gone.
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
