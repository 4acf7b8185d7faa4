import { can } from '#domain/access/policy.ts'
import type { RecordUsage } from '#domain/api/records/record-page.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import type { Context } from '../core/context.ts'
import type { Condition } from '../store/dialect.ts'
import { read } from '../records/record-service.ts'
import { findUsages } from '../store/records/usages.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'

const maxCounted = 1000

/** What refers to a record, by entity; counts stop at a thousand unless an exact count is requested. */
export async function usedBy(
  ctx: Context,
  name: string,
  idOrCode: string,
  isExact: boolean,
): Promise<{ items: RecordUsage[] }> {
  const record = await read(ctx, name, idOrCode)
  const max = isExact ? undefined : maxCounted
  const { read: db, dialect } = ctx.store
  const visible = (entity: string, table: string): Condition | undefined =>
    territoryFilter(ctx, entity, table)
  const usages = await findUsages(db, dialect, entityNamed(name), record, max, undefined, visible)
  const items = usages
    .filter(({ entity }) => can(ctx.actor, 'read', entity).allowed)
    .map((usage) => {
      const { label, reference } = entityNamed(usage.entity).fields[usage.field]!
      const value = textAt(record, reference!.field)
      return { ...usage, label, value, isMore: !isExact && usage.count >= maxCounted }
    })
  return { items }
}
