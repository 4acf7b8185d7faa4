import type { Db } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'

export interface AfterMerges<T> {
  customer: T | undefined
  isMerged: boolean
}

/** A customer may be merged into one that is merged again; more in a row than this are a mistake in the data. */
const maxMerges = 10

/** The customer, or the one that it was merged into; none if it was deleted. */
export async function followMerges<T>(
  db: Db,
  id: string,
  find: (id: string) => Promise<T | undefined>,
): Promise<AfterMerges<T>> {
  let current: string | undefined = id
  for (let merges = 0; current !== undefined && merges <= maxMerges; merges++) {
    const customer = await find(current)
    if (customer !== undefined) return { customer, isMerged: merges > 0 }
    current = await mergedIntoId(db, current)
  }
  return { customer: undefined, isMerged: false }
}

/** The id of the customer that a deleted one was merged into, through several merges; undefined: it was deleted. */
export async function idAfterMerge(db: Db, customerId: string): Promise<string | undefined> {
  const { customer } = await followMerges(db, customerId, (id) =>
    db.selectFrom('customer').select('id').where('id', '=', id).executeTakeFirst(),
  )
  return customer?.id
}

/**
 * The customer that a deleted one was merged into: a merge writes the one that is kept in the same batch. Only the last deletion
 * counts, because a merge may have been undone and the customer deleted later.
 */
async function mergedIntoId(db: Db, id: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('history')
    .select(['action', 'batch_id'])
    .where('entity', '=', 'customer')
    .where('record_id', '=', id)
    .orderBy('version', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last?.action !== 'delete' || last.batch_id === null) return undefined
  const merge = await mergeOf(db, last.batch_id)
  if (merge === undefined) return undefined
  const kept = await db
    .selectFrom('history')
    .select('record_id')
    .where('batch_id', '=', merge)
    .where('entity', '=', 'customer')
    .where('action', '=', 'update')
    .executeTakeFirst()
  return kept?.record_id
}

/** The merge that a batch is, or makes again by undoing its undo. */
async function mergeOf(db: Db, batchId: string): Promise<string | undefined> {
  let id: string | null = batchId
  while (id !== null) {
    const batch: Pick<Tables['batch'], 'kind' | 'undoes'> | undefined = await db
      .selectFrom('batch')
      .select(['kind', 'undoes'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (batch?.kind === 'merge') return id
    id = batch?.undoes ?? null
  }
  return undefined
}
