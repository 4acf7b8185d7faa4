import type { Entity } from '#domain/catalogue/entity.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { findByColumn } from '../store/record-sets.ts'
import type { Change, Changes } from './repoint-changes.ts'
import type { Around } from './repoint-plan.ts'

/**
 * What two customers may each have had and one may not: an open plan, and somebody who looks after them on the same day.
 * The kept customer's stay; those that came along and do not fit go to the bin.
 */
export async function settleCustomers({ tx }: Around, entity: Entity, changes: Changes): Promise<void> {
  const clash = entity.name === 'visit' ? bothOpen : entity.name === 'assignment' ? overlap : undefined
  if (!clash) return
  const arriving = changes
    .of(entity)
    .filter(
      ({ fate, record, after }) => fate === 'stays' && record['Customer_Code'] !== after!['Customer_Code'],
    )
  const kept = [...new Set(arriving.map(({ after }) => after!['Customer_Code'] as string))]
  const there = await findByColumn(tx, entityNamed(entity.name), 'customer_code', kept)
  for (const change of arriving) {
    const own = there.filter(({ Customer_Code }) => Customer_Code === change.after!['Customer_Code'])
    if (own.some((each) => clash(each, change.record))) change.fate = 'goes'
  }
}

type Clash = (kept: Change['record'], arriving: Change['record']) => boolean

const bothOpen: Clash = (kept, arriving) => kept['Status'] === 'planned' && arriving['Status'] === 'planned'

const overlap: Clash = (kept, arriving) => {
  const until = (each: Change['record']): string => (each['Until_Day'] as string | null) ?? '9999-12-31'
  return String(kept['From_Day']) <= until(arriving) && String(arriving['From_Day']) <= until(kept)
}
