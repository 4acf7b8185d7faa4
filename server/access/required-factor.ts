import type { Db } from '../store/dialect.ts'

/** The accounts with a second factor that is switched on, of all or of some. */
export async function withSecondFactor(db: Db, among?: readonly string[]): Promise<ReadonlySet<string>> {
  if (among?.length === 0) return new Set()
  let query = db.selectFrom('second_factor').select('account_id').where('confirmed_at', 'is not', null)
  if (among) query = query.where('account_id', 'in', among)
  return new Set((await query.execute()).map((row) => row.account_id))
}
