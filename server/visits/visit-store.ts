import { sql } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { daysBetween } from '#domain/dates.ts'
import type { Dialect, Tx } from '../store/dialect.ts'
import type { Order } from '../store/list-order.ts'
import { shapeOf, toRecord } from '../store/record-rows.ts'

const openPlans = (tx: Tx) => {
  const visit = entityNamed('visit')
  return tx.selectFrom(visit.table).select(shapeOf(visit).selection).where('status', '=', 'planned')
}

/** The customer's open plan, kept from others until the transaction ends. Hold the customer first. */
export async function lockOpenPlanOf(
  tx: Tx,
  dialect: Dialect,
  customerCode: string,
): Promise<StoredRecord | undefined> {
  const row = await openPlans(tx)
    .where('customer_code', '=', customerCode)
    .modifyEnd(sql.raw(dialect.updateLock))
    .executeTakeFirst()
  return row && toRecord(entityNamed('visit'), row)
}

/** At most two: one is an answer, two are a question. Not held: their customers are still unknown. */
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

/** Customers who were visited by the day on which the next visit is due: the most overdue first. */
export const dueFirst: Order = {
  name: 'due',
  by: sql`customer.due_day`,
  along: 'due_day',
  valueIn: ({ Last_Visited, Visit_In_Days }) => dayNumber(Last_Visited as string) + (Visit_In_Days as number),
  type: 'number',
}

/** A day as the store counts it. */
export const dayNumber = (day: string): number => daysBetween('1970-01-01', day)
