import { behaviours, holdFirst } from '../resources/behaviours.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { lockById } from '../store/record-sets.ts'

/**
 * Deletes in a few statements what still has the version it is asked for with and what nothing refers to; what is left goes
 * the long way, which says why. Returns the ids of those that are gone.
 */
export async function removeAtOnce(
  ctx: Context,
  tx: Tx,
  name: string,
  versions: ReadonlyMap<string, number>,
): Promise<ReadonlySet<string>> {
  if (versions.size < 2 || behaviours[name] || holdFirst[name]) return new Set()
  const many = gate(ctx, 'delete', name).using(tx).many()
  // Held, so that what somebody changes just now is not deleted as it was before.
  const found = await lockById(tx, ctx.store.dialect, many.entity, [...versions.keys()])
  const untouched = [...found.values()].filter(({ id, version }) => version === versions.get(id))
  try {
    return await attempt(tx, () => many.removeUnused(untouched))
  } catch (error) {
    // Somebody referred to one of them just now: each on its own.
    if (ctx.store.dialect.explain(error)?.kind === 'reference') return new Set()
    throw error
  }
}
