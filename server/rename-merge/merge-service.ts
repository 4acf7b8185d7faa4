import type { Merge, RewrittenReferences } from '#domain/api/changes/rename-merge.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { invalid } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, requireRight } from '../core/gate.ts'
import { saveHooksOf } from '../records/save-hooks.ts'
import { lastVisitOfMerged } from '../visits/last-visit.ts'
import { resolveCustomerClashes } from './merge-customers.ts'
import { Changes } from './reference-changes.ts'
import { lockRecord, rewriteReferences } from './rewrite-references.ts'
import { t } from '#domain/messages/t.ts'

/**
 * Merges two records: references to the other record are rewritten to this one, which takes the requested values, and the
 * other record goes to the bin.
 */
export function merge(
  ctx: Context,
  name: string,
  idOrCode: string,
  { with: otherId, versions, take }: Merge,
  isDryRun: boolean,
): Promise<RewrittenReferences> {
  const entity = entityNamed(name)
  requireRight(ctx, 'delete', name)
  return rewriteReferences(ctx, isDryRun, async (tx) => {
    // Locked in a fixed order, so that a merge of the same pair in the other direction does not deadlock.
    const locked = new Map<string, StoredRecord>()
    // A merge takes seconds. Records that refer to the kept one can be saved meanwhile, unless it changes itself.
    const changesKept = Object.keys(take).length > 0 || name === 'customer'
    for (const one of [idOrCode, otherId].toSorted()) {
      const lock = one === idOrCode && !changesKept ? 'lockShared' : 'lock'
      locked.set(one, await lockRecord(ctx, tx, entity, one, versions[one], lock))
    }
    const [kept, other] = [locked.get(idOrCode), locked.get(otherId)]
    if (!kept || !other || kept.id === other.id)
      throw invalid([{ field: 'with', message: t('A record cannot be merged with itself') }])
    const writer = dynamicGate(ctx, 'delete', name).using(tx)
    await saveHooksOf(name).check?.({ before: other, after: null }, { ctx, writer })
    const taken = Object.keys(take)
    const values: RecordValues = { ...kept }
    if (name === 'customer') Object.assign(values, await lastVisitOfMerged(tx, kept, other))
    for (const field of taken) values[field] = other[field]!
    const changes = new Changes()
    const root = changes.add(entity, kept, values)
    root.maskedFields = writer.hidden.filter((field) => taken.includes(field))
    // What a phone hands in later for the other customer is stored for this one, which its history names.
    if (name === 'customer') root.maskedFields = [...root.maskedFields, 'Customer_Code']
    changes.add(entity, other, values, 'delete')
    return {
      kind: 'merge',
      changes,
      root,
      title: t('{record} merged into {kept}', {
        record: nameRecord(entity, other),
        kept: nameRecord(entity, kept),
      }),
      options: { mergesDuplicates: true, resolveClashes: resolveCustomerClashes },
    }
  })
}
