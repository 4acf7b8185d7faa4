import { Problem } from '#domain/problem.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import { areSavedOneByOne } from '../records/save-hooks.ts'
import { checkUpdate, type UpdateRequest } from '../records/record-service.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { yieldWhenDue } from '../base/yield-to-event-loop.ts'
import type { RecordChange } from '../store/records/record-sets.ts'

const checkedAtOnce = 10

export type UpdateById = Omit<UpdateRequest, 'idOrCode' | 'version'> & { version: number }

/**
 * Updates in a few statements the records that pass all checks. The caller updates the others one by one, which reports why
 * they cannot be updated. SQLite writes its search index once per statement, so one statement for many records is several
 * times faster. Returns each updated record as it was before, with its new version.
 */
export async function updateRecords(
  ctx: Context,
  tx: Tx,
  name: string,
  requests: ReadonlyMap<string, UpdateById>,
): Promise<ReadonlyMap<string, { before: StoredRecord; version: number }>> {
  const done = new Map<string, { before: StoredRecord; version: number }>()
  if (requests.size < 2 || areSavedOneByOne(name)) return done
  const writer = dynamicGate(ctx, 'update', name).using(tx)
  const changes: RecordChange[] = []
  // Sorted by id, so that two transactions for the same records do not deadlock.
  for (const [at, id] of [...requests.keys()].toSorted().entries()) {
    if (at % checkedAtOnce === checkedAtOnce - 1) await yieldWhenDue()
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
    const concernsOneRecord =
      error instanceof Problem ||
      ['duplicate', 'reference'].includes(ctx.store.dialect.explain(error)?.kind ?? '')
    if (concernsOneRecord) return done
    throw error
  }
  for (const { current } of changes) done.set(current.id, { before: current, version: current.version + 1 })
  return done
}
