import { sql } from 'kysely'
import { Problem } from '#domain/problem.ts'
import type { Tx } from './dialect.ts'
import { markDeferred } from './deferred-writes.ts'

/**
 * Runs part of a larger transaction in a savepoint, so that its failure is rolled back alone. Without one, PostgreSQL aborts
 * the whole transaction at the first error.
 */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const discardNewer = markDeferred(tx)
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (error) {
    discardNewer()
    try {
      await sql`rollback to savepoint attempt`.execute(tx)
      await sql`release savepoint attempt`.execute(tx)
    } catch (rollbackError) {
      // A full disk or a lost connection has already rolled back the transaction: report that, and do not continue.
      throw error instanceof Problem ? rollbackError : error
    }
    throw error
  }
}

/**
 * Attempts each item separately, but in a single savepoint as long as all succeed. `work` can run again for an item after its
 * first run was rolled back.
 */
export async function attemptEach<T, R>(
  tx: Tx,
  items: readonly T[],
  work: (item: T) => Promise<R>,
  failed: (item: T, error: unknown) => R,
): Promise<R[]> {
  if (items.length === 0) return []
  const results: R[] = []
  try {
    await attempt(tx, async () => {
      for (const item of items) results.push(await work(item))
    })
    return results
  } catch (error) {
    const at = results.length
    if (at === items.length) throw error
    const before = await attemptEach(tx, items.slice(0, at), work, failed)
    const after = failed(items[at]!, error)
    return [...before, after, ...(await attemptEach(tx, items.slice(at + 1), work, failed))]
  }
}
