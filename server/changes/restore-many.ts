import { Problem } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import { areSavedOneByOne } from '../records/save-hooks.ts'
import { checkRecord } from '../records/check-record.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { yieldWhenDue } from '../base/yield-to-event-loop.ts'
import type { RestoredRecord } from '../store/records/many-records.ts'

const checkedAtOnce = 20

/**
 * Restores from the bin in a few statements the records that have the expected version and are still valid. The caller
 * restores the others one by one, which reports why they cannot be restored. Returns the new version of each restored record.
 */
export async function restoreManyRecords(
  ctx: Context,
  tx: Tx,
  name: string,
  versions: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  if (versions.size < 2 || areSavedOneByOne(name)) return new Map()
  const many = dynamicGate(ctx, 'restore', name).using(tx).many()
  const binned = (await many.binned([...versions.keys()])).filter(
    ({ id, version }) => version === versions.get(id),
  )
  await many.learn(binned)
  const valid: RestoredRecord[] = []
  for (const [at, each] of binned.entries()) {
    if (at % checkedAtOnce === checkedAtOnce - 1) await yieldWhenDue()
    try {
      valid.push({ binned: each, values: await checkRecord(many, each, { base: each }) })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  try {
    await attempt(tx, () => many.restore(valid))
  } catch (error) {
    // A code is used by another record by now, or a referenced record was just deleted, so they are restored one by one.
    if (['duplicate', 'reference'].includes(ctx.store.dialect.explain(error)?.kind ?? '')) return new Map()
    throw error
  }
  return new Map(valid.map(({ binned: { id, version } }) => [id, version + 1]))
}
