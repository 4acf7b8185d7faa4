import type { Entity } from '#domain/catalogue/entity.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { textAt, textOrNull } from '#domain/catalogue/values.ts'
import { findByColumn } from '../store/records/record-sets.ts'
import type { Change, Changes } from './reference-changes.ts'
import type { PlanContext } from './rewrite-plan.ts'

/**
 * One customer has at most one open plan, and one owner on a day. Where both merged customers have one, the kept customer's
 * record stays and the other goes to the bin.
 */
export async function resolveCustomerClashes(
  { tx }: PlanContext,
  entity: Entity,
  changes: Changes,
): Promise<void> {
  const clash = entity.name === 'visit' ? bothPlanned : entity.name === 'assignment' ? overlap : undefined
  if (!clash) return
  const moving = changes
    .of(entity)
    .filter(
      ({ outcome, record, after }) =>
        outcome === 'keep' && record['Customer_Code'] !== after!['Customer_Code'],
    )
  const kept = [...new Set(moving.map(({ after }) => textAt(after!, 'Customer_Code')))]
  const existing = await findByColumn(tx, entityNamed(entity.name), 'customer_code', kept)
  for (const change of moving) {
    const own = existing.filter(({ Customer_Code }) => Customer_Code === change.after!['Customer_Code'])
    if (own.some((each) => clash(each, change.record))) change.outcome = 'delete'
  }
}

type Clash = (kept: Change['record'], moving: Change['record']) => boolean

const bothPlanned: Clash = (kept, moving) => kept['Status'] === 'planned' && moving['Status'] === 'planned'

const overlap: Clash = (kept, moving) => {
  const until = (each: Change['record']): string => textOrNull(each, 'Until_Day') ?? '9999-12-31'
  return textAt(kept, 'From_Day') <= until(moving) && textAt(moving, 'From_Day') <= until(kept)
}
