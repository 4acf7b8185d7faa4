import { areSavedOneByOne } from '../records/save-hooks.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { lockById } from '../store/records/record-sets.ts'

/**
 * Deletes in a few statements the records that still have the expected version and that nothing refers to. The caller deletes
 * the others one by one, which reports why they cannot be deleted. Returns the ids of the deleted records.
 */
export async function deleteMany(
  ctx: Context,
  tx: Tx,
  name: string,
  versions: ReadonlyMap<string, number>,
): Promise<ReadonlySet<string>> {
  if (versions.size < 2 || areSavedOneByOne(name)) return new Set()
  const many = dynamicGate(ctx, 'delete', name).using(tx).many()
  // Locked, so that a concurrent change is not lost.
  const found = await lockById(tx, ctx.store.dialect, many.entity, [...versions.keys()])
  const untouched = [...found.values()].filter(({ id, version }) => version === versions.get(id))
  try {
    return await attempt(tx, () => many.removeUnused(untouched))
  } catch (error) {
    // A concurrent transaction added a reference to one of them, so they are deleted one by one.
    if (ctx.store.dialect.explain(error)?.kind === 'reference') return new Set()
    throw error
  }
}
