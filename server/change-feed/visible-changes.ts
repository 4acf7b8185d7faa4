import type { FeedChange } from '#domain/api/integration/change-feed.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { codeOf } from '#domain/catalogue/keys.ts'
import { sameValue } from '#domain/catalogue/same-value.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { maskFields } from '#domain/mask.ts'
import type { Context } from '../core/context.ts'
import { hiddenFieldsFor } from '../core/gate.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { dynamic } from '../store/dialect.ts'
import type { RecordChange } from '../store/changes/record-changes.ts'
import { padToBucket } from '../store/query/prepared.ts'
import { mergedInto } from '../store/records/former-codes.ts'
import { shapeOf, toRecord } from '../store/records/record-rows.ts'
import { deletedInScope } from './deleted-in-scope.ts'

interface VisibleChange {
  change: RecordChange
  item: Omit<FeedChange, 'cursor'>
}

/**
 * The changes whose record the reader may see now, in their order. A record that was deleted since is left out, because the change
 * that deleted it follows; so is one that is not in scope any more.
 */
export async function visibleChanges(
  ctx: Context,
  changes: readonly RecordChange[],
): Promise<VisibleChange[]> {
  const items = new Map<RecordChange, VisibleChange['item']>()
  for (const [name, ofEntity] of Map.groupBy(changes, ({ entity }) => entity)) {
    const entity = entityNamed(name)
    const hidden = hiddenFieldsFor(ctx.actor, entity)
    const ids = new Set(ofEntity.map(({ recordId }) => recordId))
    const records = await readRecords(ctx, entity, [...ids])
    const deleted = await deletedInScope(ctx, entity, ofEntity.filter(isDeletion))
    const targets = await mergeTargets(ctx, entity, deleted)
    for (const change of ofEntity) {
      const record = isDeletion(change) ? undefined : records.get(change.recordId)
      const values = isDeletion(change) && deleted.has(change) ? change.before : record
      if (!values) continue
      const target = isDeletion(change) ? targets.get(change.recordId) : undefined
      items.set(change, {
        entity: entity.name,
        id: change.recordId,
        code: codeOf(entity, values),
        action: target === undefined ? change.action : 'merge',
        version: change.version,
        at: change.at,
        by: change.by,
        fields: changedFields(entity, change, hidden),
        mergedInto: target ?? null,
        record: record ? maskFields(record, hidden) : null,
      })
    }
  }
  return changes.flatMap((change) => {
    const item = items.get(change)
    return item ? [{ change, item }] : []
  })
}

const isDeletion = ({ action }: RecordChange): boolean => action === 'delete'

/** Those in the reader's scope. */
async function readRecords(
  ctx: Context,
  entity: Entity,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  const scope = territoryFilter(ctx, entity.name, tableOf(entity))
  let query = dynamic(ctx.store.read)
    .selectFrom(tableOf(entity))
    .select(shapeOf(entity).selection)
    .where('id', 'in', padToBucket(ids))
  if (scope) query = query.where(scope.test())
  const rows = await query.execute()
  return new Map(rows.map((row) => toRecord(entity, row)).map((record) => [record.id, record]))
}

/** Names of fields that the reader sees masked are left out: that such a value changed is not for this reader. */
function changedFields(
  entity: Entity,
  { action, before, after }: RecordChange,
  hidden: readonly string[],
): string[] {
  if (action !== 'update') return []
  return Object.keys(entity.fields).filter(
    (name) => !hidden.includes(name) && !sameValue(before?.[name], after?.[name]),
  )
}

/** The ids of the records that deleted ones were merged into, as far as they are in scope. */
async function mergeTargets(
  ctx: Context,
  entity: Entity,
  deleted: ReadonlySet<RecordChange>,
): Promise<ReadonlyMap<string, string>> {
  const targets = await mergedInto(
    ctx.store.read,
    entity,
    [...deleted].map(({ recordId }) => recordId),
  )
  if (targets.size === 0) return targets
  const seen = await readRecords(ctx, entity, [...new Set(targets.values())])
  return new Map([...targets].filter(([, kept]) => seen.has(kept)))
}
