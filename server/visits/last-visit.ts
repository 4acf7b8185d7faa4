import { sql } from 'kysely'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Context } from '../core/context.ts'
import type { Tx } from '../store/dialect.ts'
import type { RecordWriter } from '../store/records/records.ts'
import { lockCustomers, regardlessOfScope } from '../core/customer-locks.ts'
import { changesOf } from './undo-store.ts'
import { visitEffectWriter } from './plan-helpers.ts'
import type { Customer } from './visit-store.ts'

/** The last visit as the customer record shows it. */
export interface LastVisit {
  Last_Visited: string | null
  Last_Visit_ID: string | null
}

/**
 * Sets the last visit of these customers to the latest visit that was made, unless a later day was entered by hand.
 * `touched` are the codes of the visits that were changed.
 */
export async function updateLastVisits(
  ctx: Context,
  tx: Tx,
  codes: Iterable<unknown>,
  touched: readonly unknown[] = [],
): Promise<void> {
  const customers = visitEffectWriter(ctx, { tx }, 'update', 'customer')
  const locked = await lockCustomers(regardlessOfScope(ctx), tx, [...codes].filter(isText))
  for (const customer of locked.values()) await updateLastVisit(customers, customer, touched)
}

const isText = (value: unknown): value is string => typeof value === 'string'

async function updateLastVisit(
  customers: RecordWriter<Customer>,
  customer: Customer,
  touched: readonly unknown[],
): Promise<void> {
  const { tx } = customers
  const made = await lastVisitMade(tx, [customer.Customer_Code])
  const typed = await lastVisitTyped(tx, customer, touched)
  const last = laterOf(made, typed)
  if (last !== typed) await saveSource(tx, customer.id, made, typed)
  const isSame = customer.Last_Visited === last.Last_Visited && customer.Last_Visit_ID === last.Last_Visit_ID
  if (!isSame) await customers.update(customer, { ...customer, ...last })
}

/** The last visit of the customer that remains after a merge. */
export async function lastVisitOfMerged(
  tx: Tx,
  ...merged: [remaining: StoredRecord, other: StoredRecord]
): Promise<LastVisit> {
  // A merge walks the catalogue, and calls this for customers only.
  const [remaining, other] = merged as [Customer, Customer]
  const made = await lastVisitMade(tx, [remaining.Customer_Code, other.Customer_Code])
  const own = await lastVisitTyped(tx, remaining)
  const typed = laterOf(await lastVisitTyped(tx, other), own, (one, two) => one > two)
  const last = laterOf(made, typed)
  if (last !== typed) await saveSource(tx, remaining.id, made, own)
  return last
}

/** The first of two, unless the second is on a later day (or on the same day, depending on `isFirstLater`). */
function laterOf(
  one: LastVisit,
  other: LastVisit,
  isFirstLater = (a: string, b: string) => a >= b,
): LastVisit {
  if (one.Last_Visited === null) return other
  return other.Last_Visited === null || isFirstLater(one.Last_Visited, other.Last_Visited) ? one : other
}

const none: LastVisit = { Last_Visited: null, Last_Visit_ID: null }

/** The last visit made to any of these customers; of several on one day the one recorded last. */
async function lastVisitMade(tx: Tx, customerCodes: readonly string[]): Promise<LastVisit> {
  const row = await tx
    .selectFrom('visit')
    .select(['visit_id', 'visited_on'])
    .where('customer_code', 'in', customerCodes)
    .where('status', '=', 'visited')
    .orderBy('visited_on', 'desc')
    .orderBy(sql`coalesce(recorded_at, created_at)`, 'desc')
    .orderBy('natural_key', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? asLastVisit(row.visited_on, row.visit_id) : none
}

const asLastVisit = (day: string | null, id: string | null): LastVisit => ({
  Last_Visited: day,
  Last_Visit_ID: id,
})

/** The last visit entered by hand, which the customer shows when it has no later visit; or none. */
async function lastVisitTyped(
  tx: Tx,
  customer: Customer,
  touched: readonly unknown[] = [],
): Promise<LastVisit> {
  const current = asLastVisit(customer.Last_Visited, customer.Last_Visit_ID)
  const { Last_Visited, Last_Visit_ID } = current
  const source = await tx
    .selectFrom('last_visit')
    .select(['visited_on', 'visit_id', 'typed_on', 'typed_id'])
    .where('customer_id', '=', customer.id)
    .executeTakeFirst()
  const visit =
    Last_Visit_ID === null
      ? undefined
      : await tx
          .selectFrom('visit')
          .select(['visited_on', 'customer_code', 'status'])
          .where('visit_id', '=', Last_Visit_ID)
          .executeTakeFirst()
  const isOfVisit =
    visit?.status === 'visited' &&
    visit.visited_on === Last_Visited &&
    visit.customer_code === customer.Customer_Code
  if (source && (isOfVisit || (source.visited_on === Last_Visited && source.visit_id === Last_Visit_ID)))
    return asLastVisit(source.typed_on, source.typed_id)
  // Customers visited before the `last_visit` table existed: only the history has what was entered by hand.
  if (!source && Last_Visit_ID !== null && (visit || touched.includes(Last_Visit_ID)))
    return typedInHistory(tx, customer.id, Last_Visit_ID)
  return isOfVisit ? none : current
}

const looksGenerated = (visitId: string | null): boolean => visitId !== null && /^V\d{6,}$/.test(visitId)

async function typedInHistory(tx: Tx, customerId: string, visitId: string): Promise<LastVisit> {
  let last: LastVisit = { Last_Visited: null, Last_Visit_ID: visitId }
  for (const { before, after } of await changesOf(tx, 'customer', customerId)) {
    const id = last.Last_Visit_ID
    if (after?.Last_Visit_ID !== id || before === null || before.Last_Visit_ID === id) continue
    last = asLastVisit(before.Last_Visited ?? null, before.Last_Visit_ID ?? null)
    if (!looksGenerated(last.Last_Visit_ID)) return last
  }
  return last.Last_Visit_ID === visitId ? none : last
}

async function saveSource(tx: Tx, customerId: string, made: LastVisit, typed: LastVisit): Promise<void> {
  const source = {
    visited_on: made.Last_Visited,
    visit_id: made.Last_Visit_ID,
    typed_on: typed.Last_Visited,
    typed_id: typed.Last_Visit_ID,
  }
  await tx
    .insertInto('last_visit')
    .values({ customer_id: customerId, ...source })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(source))
    .execute()
}
