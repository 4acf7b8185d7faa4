import { sql, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import { currentCaller, type Caller } from '../caller.ts'
import type { Db } from './dialect.ts'
import { FairQueue, hungUp, tookTooLong } from './fair-queue.ts'
import { longReadLimit } from './long-reads.ts'
import { openPostgres } from './postgres.ts'

/** Connections beside the pool for everything else, which therefore always has room for what is over in a moment. */
const maxConnections = 3
const canceled = '57014'

export interface PostgresLongReads {
  db: Db
  /** Turns away whoever waits, and cancels what runs. */
  stop: () => void
}

export function openPostgresLongReads(
  url: string,
  {
    main,
    onIdleError,
    limit = longReadLimit,
  }: { main: Db; onIdleError: (error: Error) => void; limit?: number },
): PostgresLongReads {
  const queue = new FairQueue({ slots: maxConnections })
  const running = new Set<number>()
  /** By the pool that always has room; where the server does not let us, the time limit ends the statement. */
  const cancel = (id: number): void => {
    void sql`select pg_cancel_backend(${id})`.execute(main).catch(() => {})
  }
  const around = (pool: PostgresPool): PostgresPool => ({
    ...pool,
    connect: async () => {
      const caller = currentCaller()
      const leave = await queue.enter(caller)
      try {
        return rationed((await pool.connect()) as Client, { caller, leave, running, cancel })
      } catch (error) {
        leave()
        throw error
      }
    },
  })
  const db = openPostgres(url, { size: maxConnections, onIdleError, statementTimeout: limit, around })
  const stop = (): void => {
    queue.close()
    for (const id of running) cancel(id)
  }
  return { db, stop }
}

type Client = PostgresPoolClient & { processID: number }

interface Turn {
  caller: Caller
  leave: () => void
  running: Set<number>
  cancel: (id: number) => void
}

/** A connection for one turn: what it runs is cancelled when the client hangs up. */
function rationed(client: Client, { caller, leave, running, cancel }: Turn): PostgresPoolClient {
  let wasCanceled = false
  return {
    query: async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      const signal = caller.signal?.()
      if (signal?.aborted) throw hungUp()
      const { processID } = client
      const onAbort = (): void => {
        wasCanceled = true
        cancel(processID)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      running.add(processID)
      try {
        return await client.query<R>(text, values)
      } catch (error) {
        if ((error as { code?: string }).code !== canceled) throw error
        throw wasCanceled ? hungUp() : tookTooLong()
      } finally {
        running.delete(processID)
        signal?.removeEventListener('abort', onAbort)
      }
    },
    release: () => {
      // A cancellation may arrive late, and must not hit the next statement of the connection.
      ;(client as { release: (destroy?: boolean) => void }).release(wasCanceled)
      leave()
    },
  } as PostgresPoolClient
}
