import { sql, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import { membersOf } from '#domain/input.ts'
import { currentCaller, type Caller } from '../../base/caller.ts'
import type { Db } from '../dialect.ts'
import { FairQueue, clientDisconnected, tookTooLong } from '../fair-queue.ts'
import { longReadTimeout } from '../long-reads.ts'
import { openPostgres, type IdentifiedClient, type IdentifiedPool } from './postgres.ts'

/** Connections besides the main pool, so that the main pool is always free for short statements. */
const maxConnections = 2
const canceled = '57014'

export interface PostgresLongReads {
  db: Db
  /** Refuses waiting callers, and cancels running statements. */
  stop: () => void
}

export function openPostgresLongReads(
  url: string,
  {
    main,
    onIdleError,
    limit = longReadTimeout,
  }: { main: Db; onIdleError: (error: Error) => void; limit?: number },
): PostgresLongReads {
  const queue = new FairQueue({ slots: maxConnections })
  const running = new Set<number>()
  /**
   * Sent over the main pool, which always has free connections; if cancelling is not permitted, the timeout ends the statement. So it does
   * behind a pooler: there the process may meanwhile work for another client.
   */
  const cancel = (id: number): void => {
    void sql`select pg_cancel_backend(${id})`.execute(main).catch(() => {})
  }
  const wrap = (pool: IdentifiedPool): PostgresPool => ({
    ...pool,
    connect: async () => {
      const caller = currentCaller()
      const leave = await queue.enter(caller)
      try {
        return limitClient(await pool.connect(), { caller, leave, running, cancel })
      } catch (error) {
        leave()
        throw error
      }
    },
  })
  const db = openPostgres(url, {
    size: maxConnections,
    onIdleError,
    statementTimeout: limit,
    // Parallel workers of a long read would leave no processor for short statements.
    settings: { max_parallel_workers_per_gather: 0 },
    wrap,
  })
  const stop = (): void => {
    queue.close()
    for (const id of running) cancel(id)
  }
  return { db, stop }
}

interface Slot {
  caller: Caller
  leave: () => void
  running: Set<number>
  cancel: (id: number) => void
}

/** A connection for one slot of the queue: its statement is cancelled when the client disconnects. */
function limitClient(client: IdentifiedClient, { caller, leave, running, cancel }: Slot): PostgresPoolClient {
  let wasCanceled = false
  return {
    query: async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      const signal = caller.signal?.()
      if (signal?.aborted) throw clientDisconnected()
      const { processID } = client
      const onAbort = (): void => {
        wasCanceled = true
        if (processID !== undefined) cancel(processID)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      if (processID !== undefined) running.add(processID)
      try {
        return await client.query<R>(text, values)
      } catch (error) {
        if (membersOf(error)['code'] !== canceled) throw error
        throw wasCanceled ? clientDisconnected() : tookTooLong()
      } finally {
        if (processID !== undefined) running.delete(processID)
        signal?.removeEventListener('abort', onAbort)
      }
    },
    release: () => {
      // A late cancellation must not hit the next statement of the connection, so it is closed.
      client.release(wasCanceled)
      leave()
    },
  } as PostgresPoolClient
}
