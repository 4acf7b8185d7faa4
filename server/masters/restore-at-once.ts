import { Problem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { behaviours, holdFirst } from '../resources/behaviours.ts'
import { checkRecord } from '../resources/check-record.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import type { RestoredRecord } from '../store/many-records.ts'

const checkedAtOnce = 20

/**
 * Takes out of the bin in a few statements what lies there with the version it is asked for with and is still right; what
 * is left goes the long way, which says why. Returns the versions that those which came back have now.
 */
export async function restoreAtOnce(
  ctx: Context,
  tx: Tx,
  name: string,
  versions: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  if (versions.size < 2 || behaviours[name] || holdFirst[name]) return new Map()
  const many = gate(ctx, 'restore', name).using(tx).many()
  const binned = (await many.binned([...versions.keys()])).filter(
    ({ id, version }) => version === versions.get(id),
  )
  await many.learn(binned)
  const whole: RestoredRecord[] = []
  for (const [at, each] of binned.entries()) {
    if (at % checkedAtOnce === checkedAtOnce - 1) await letOthersIn()
    try {
      whole.push({ binned: each, values: await checkRecord(many, each, { base: each }) })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  try {
    await attempt(tx, () => many.restore(whole))
  } catch (error) {
    // The code of one of them is used by another by now, or what it refers to went just now: each on its own.
    if (['duplicate', 'reference'].includes(ctx.store.dialect.explain(error)?.kind ?? '')) return new Map()
    throw error
  }
  return new Map(whole.map(({ binned: { id, version } }) => [id, version + 1]))
}
