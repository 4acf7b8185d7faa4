import { nameOfActor } from '#domain/access/actor.ts'
import type { AfterUndo } from '../../changes/undo-batch.ts'
import { changeProposal, lockProposalOfBatch } from './proposal-store.ts'

/** An undone approval makes the proposal open again; undoing the undo approves it again. */
export const reopenProposal: AfterUndo = async (ctx, tx, { original, isUndone }) => {
  const row = await lockProposalOfBatch(tx, ctx.store.dialect, original)
  if (!row) return
  if (isUndone) {
    const customer = row.type === 'correction' ? {} : { customer_id: null }
    await changeProposal(tx, row.id, {
      ...customer,
      state: 'open',
      note: null,
      decided_at: null,
      decided_by: null,
    })
    return
  }
  if (row.state !== 'open') return
  const created = await tx
    .selectFrom('history')
    .select('record_id')
    .where('batch_id', '=', original)
    .where('entity', '=', 'customer')
    .executeTakeFirst()
  await changeProposal(tx, row.id, {
    customer_id: row.customer_id ?? created?.record_id ?? null,
    state: 'approved',
    decided_at: ctx.now().toISOString(),
    decided_by: nameOfActor(ctx.actor),
  })
}
