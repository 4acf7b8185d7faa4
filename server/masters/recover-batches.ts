import type { Context } from '../context.ts'
import { openBatches } from './batch-store.ts'
import { takeBack } from './take-back.ts'

/**
 * Undoes at the start what the process before did not finish. Only where one process owns the database: elsewhere a change
 * at once is one transaction, and another instance may be at work on an open one.
 */
export async function recoverBatches(ctx: Context): Promise<void> {
  if (!ctx.store.dialect.isEmbedded) return
  for (const id of await openBatches(ctx.store.read)) {
    ctx.log.warn({ batchId: id }, 'undoing a change that was cut off')
    await takeBack(ctx, id)
  }
}
