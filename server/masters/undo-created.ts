import { behaviours, holdFirst } from '../resources/behaviours.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { lockById } from '../store/record-sets.ts'
import type { BatchEntry } from './batch-store.ts'

/**
 * Takes back at once what an import made and nobody touched or refers to; what is left goes the long way, which says why.
 * Returns the entries it dealt with.
 */
export async function removeCreated(
  ctx: Context,
  tx: Tx,
  entries: readonly BatchEntry[],
  isKnown: (recordId: string) => boolean,
): Promise<ReadonlySet<BatchEntry>> {
  const [first] = entries
  const name = first?.entity ?? ''
  const isPlain = entries.length > 1 && !behaviours[name] && !holdFirst[name]
  const own = isPlain
    ? entries.filter(
        ({ action, entity, recordId }) => action === 'create' && entity === name && !isKnown(recordId),
      )
    : []
  if (own.length === 0) return new Set()
  const many = gate(ctx, 'delete', name).using(tx).many()
  const versions = new Map(own.map((entry) => [entry.recordId, entry.version]))
  // Held, so that what somebody changes just now is not deleted as it was before.
  const found = await lockById(tx, ctx.store.dialect, many.entity, [...versions.keys()])
  const untouched = [...found.values()].filter(({ id, version }) => version === versions.get(id))
  try {
    const removed = await attempt(tx, () => many.removeUnused(untouched))
    return new Set(own.filter(({ recordId }) => removed.has(recordId)))
  } catch (error) {
    // Somebody referred to one of them just now: each on its own.
    if (ctx.store.dialect.explain(error)?.kind === 'reference') return new Set()
    throw error
  }
}
