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
