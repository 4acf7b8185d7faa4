import type { Db } from '../../store/dialect.ts'
import { mergedIntoId } from '../events/event-customer.ts'

/** More merges in a row than this are a mistake in the data. */
const maxMerges = 10

/** The id of the customer that a deleted one was merged into, through several merges; undefined: it was deleted. */
export async function idAfterMerge(db: Db, customerId: string): Promise<string | undefined> {
  let id = await mergedIntoId(db, customerId)
  for (let merges = 1; id !== undefined && merges <= maxMerges; merges++) {
    const present = await db.selectFrom('customer').select('id').where('id', '=', id).executeTakeFirst()
    if (present) return present.id
    id = await mergedIntoId(db, id)
  }
  return undefined
}
