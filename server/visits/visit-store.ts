import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Tx } from '../store/dialect.ts'
import { shapeOf, toRecord } from '../store/record-rows.ts'

const openPlans = (tx: Tx) => {
  const visit = entityNamed('visit')
  return tx.selectFrom(visit.table).select(shapeOf(visit).selection).where('status', '=', 'planned')
}

export async function openPlanOf(tx: Tx, customerCode: string): Promise<StoredRecord | undefined> {
  const row = await openPlans(tx).where('customer_code', '=', customerCode).executeTakeFirst()
  return row && toRecord(entityNamed('visit'), row)
}

/** At most two: one is an answer, two are a question. */
export async function openPlansAt(
  tx: Tx,
  plannedAt: string,
  plannedBy: string | null,
): Promise<StoredRecord[]> {
  const rows = await openPlans(tx)
    .where('planned_at', '=', plannedAt)
    .where('planned_by', '=', plannedBy)
    .limit(2)
    .execute()
  return rows.map((row) => toRecord(entityNamed('visit'), row))
}
