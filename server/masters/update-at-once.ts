import { Problem } from '#domain/problem.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { afterwards, behaviours, holdFirst } from '../resources/behaviours.ts'
import { checkUpdate, type UpdateRequest } from '../resources/resource-service.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import type { RecordChange } from '../store/record-sets.ts'

const checkedAtOnce = 10

export type UpdateById = Omit<UpdateRequest, 'idOrCode' | 'version'> & { version: number }

/**
 * Changes in a few statements what passes all checks; what is left is changed one by one, which says why it cannot be. The
 * search index of SQLite is written once for each statement, so that many in one are several times faster. Returns each
 * record that is done, as it was, with the version it has now.
 */
export async function updateAtOnce(
  ctx: Context,
  tx: Tx,
  name: string,
  requests: ReadonlyMap<string, UpdateById>,
): Promise<ReadonlyMap<string, { before: StoredRecord; version: number }>> {
  const done = new Map<string, { before: StoredRecord; version: number }>()
  if (requests.size < 2 || behaviours[name] || holdFirst[name] || afterwards[name]) return done
  const writer = gate(ctx, 'update', name).using(tx)
  const changes: RecordChange[] = []
  // In the order of their ids, so that two who change the same ones do not wait for each other.
  for (const [at, id] of [...requests.keys()].toSorted().entries()) {
    if (at % checkedAtOnce === checkedAtOnce - 1) await letOthersIn()
    const current = await writer.lock(id)
    if (!current) continue
    try {
      const request = { idOrCode: id, ...requests.get(id)! }
      const { values, isSame, moved } = await checkUpdate(writer, current, request)
      if (isSame) done.set(current.id, { before: current, version: current.version })
      else if (moved.length === 0) changes.push({ current, values })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  try {
    await attempt(tx, () => writer.updateMany(changes))
  } catch (error) {
    const isOfOne =
      error instanceof Problem ||
      ['duplicate', 'reference'].includes(ctx.store.dialect.explain(error)?.kind ?? '')
    if (isOfOne) return done
    throw error
  }
  for (const { current } of changes) done.set(current.id, { before: current, version: current.version + 1 })
  return done
}
