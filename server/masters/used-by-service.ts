import { can } from '#domain/access/policy.ts'
import type { UsedBy } from '#domain/record-page.ts'
import { within } from '../within.ts'
import type { Context } from '../context.ts'
import type { Condition } from '../store/dialect.ts'
import { read } from '../resources/resource-service.ts'
import { referringTo } from '../store/usages.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'

const countedUpTo = 1000

/** Who refers to a record, kind by kind; beyond a thousand they are counted only when asked. */
export async function usedBy(
  ctx: Context,
  name: string,
  idOrCode: string,
  isExact: boolean,
): Promise<{ items: UsedBy[] }> {
  const record = await read(ctx, name, idOrCode)
  const most = isExact ? undefined : countedUpTo
  const { read: db, dialect } = ctx.store
  const seen = (entity: string, table: string): Condition | undefined => within(ctx, entity, table)
  const usages = await referringTo(db, dialect, entityNamed(name), record, most, undefined, seen)
  const items = usages
    .filter(({ entity }) => can(ctx.actor, 'read', entity).allowed)
    .map((usage) => {
      const { label, reference } = entityNamed(usage.entity).fields[usage.field]!
      const value = String(record[reference!.field])
      return { ...usage, label, value, isMore: !isExact && usage.count >= countedUpTo }
    })
  return { items }
}
