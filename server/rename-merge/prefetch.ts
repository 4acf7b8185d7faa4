import type { Context } from '../core/context.ts'
import { RecordCache } from '../store/records/known-records.ts'
import { pauseWhenDue } from '../base/yield-to-event-loop.ts'
import { checkInterval } from '../store/records/record-sets.ts'
import { recordsInPiece } from '../changes/in-pieces.ts'
import { writtenFieldsOf, type Changes, type WrittenFields } from './reference-changes.ts'
import type { PlanContext } from './rewrite-plan.ts'
import type { Tx } from '../store/dialect.ts'
import type { Store } from '../store/store.ts'

export interface PrefetchedPlan {
  known: RecordCache
  written: WrittenFields
  /** Whether the change would block other writers for too long. */
  isLarge: boolean
}

/** Planning only reads, so a connection for reads stands in for the transaction. */
export const planningConnection = ({ read, lowPriorityRead = read }: Store): Tx => lowPriorityRead as Tx

/**
 * Plans a change before its transaction on SQLite, which has a single writer: reading thousands of records and computing their
 * new values takes longer than writing them. The transaction plans again and reuses what is still valid. Undefined on
 * PostgreSQL, and where planning fails: then the transaction reports why.
 */
export async function prefetch(
  { store }: Context,
  plan: (planContext: PlanContext) => Promise<Changes>,
): Promise<PrefetchedPlan | undefined> {
  if (!store.dialect.isEmbedded) return undefined
  const known = await RecordCache.from(store.read)
  try {
    const changes = await plan({ tx: planningConnection(store), dialect: store.dialect, known })
    const written = writtenFieldsOf(changes)
    const updated = [...written].filter(([{ outcome }]) => outcome === 'keep')
    for (const [at, [{ entity, record, after }, fields]] of updated.entries()) {
      if (at % checkInterval === 0) await pauseWhenDue()
      known.prepare(entity, record, after!, fields)
    }
    return { known, written, isLarge: written.size > recordsInPiece }
  } catch {
    return undefined
  }
}
