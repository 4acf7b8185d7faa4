import type { Context } from '../core/context.ts'
import { openBatches } from './batch-store.ts'
import { undoChanges } from './undo-changes.ts'

/**
 * Undoes at the start the batches that the previous process did not finish. Only on SQLite, where one process owns the
 * database: on PostgreSQL a bulk change is one transaction, and another instance may be working on an open batch.
 */
export async function recoverBatches(ctx: Context): Promise<void> {
  if (!ctx.store.dialect.isEmbedded) return
  for (const id of await openBatches(ctx.store.read)) {
    ctx.log.warn({ batchId: id }, 'undoing an interrupted bulk change')
    await undoChanges(ctx, id)
  }
}
