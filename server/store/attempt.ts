import { sql } from 'kysely'
import { Problem } from '#domain/problem.ts'
import type { Tx } from './dialect.ts'
import { rememberWaiting } from './later.ts'

/**
 * Part of a larger transaction that may fail on its own: what it wrote is taken back, and the rest goes on. Without it,
 * PostgreSQL would refuse everything after the first failure.
 */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const forgetNewer = rememberWaiting(tx)
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (error) {
    forgetNewer()
    try {
      await sql`rollback to savepoint attempt`.execute(tx)
      await sql`release savepoint attempt`.execute(tx)
    } catch (lost) {
      // A full disk or a lost connection has taken back everything already: that is to be told, and the rest must not go on.
      throw error instanceof Problem ? lost : error
    }
    throw error
  }
}

/**
 * Each of some on its own, as above, yet in one savepoint as long as all goes well. `work` may be done again, and is then
 * taken back before.
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
