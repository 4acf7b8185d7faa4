import { sql } from 'kysely'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../store/dialect.ts'
import type { RecordWriter } from '../store/records.ts'
import { keyOfCustomer } from './customer-locks.ts'
import { tracesOf } from './undo-store.ts'
import { byTheVisit } from './visit-parts.ts'

/** What a customer says about the last visit. */
export interface LastVisit {
  Last_Visited: string | null
  Last_Visit_ID: string | null
}

/**
 * Sets the last visit of these customers to what follows from their visits: the latest one that was made, unless a later
 * day was typed in by hand. `touched` are the codes of the visits whose change is followed.
 */
export async function followVisits(
  ctx: Context,
  tx: Tx,
  codes: Iterable<unknown>,
  touched: readonly unknown[] = [],
): Promise<void> {
  const customers = byTheVisit(ctx, { tx }, 'update', 'customer')
  const byKey = new Map([...codes].filter(isText).map((code) => [keyOfCustomer(code), code]))
  // In the order of their keys, as everybody locks several customers.
  for (const key of [...byKey.keys()].toSorted()) {
    const customer = await customers.lock(byKey.get(key)!)
    if (customer) await follow(customers, customer, touched)
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

async function follow(
  customers: RecordWriter,
  customer: StoredRecord,
  touched: readonly unknown[],
): Promise<void> {
  const { tx } = customers
  const made = await lastVisitMade(tx, [String(customer['Customer_Code'])])
  const typed = await lastVisitTyped(tx, customer, touched)
  const last = later(made, typed)
  if (last !== typed) await keepNote(tx, customer.id, made, typed)
  const isSame =
    customer['Last_Visited'] === last.Last_Visited && customer['Last_Visit_ID'] === last.Last_Visit_ID
  if (!isSame) await customers.update(customer, { ...customer, ...last })
}

/** Of two customers that become one: what the kept one says afterwards. */
export async function lastVisitOfMerged(tx: Tx, kept: StoredRecord, other: StoredRecord): Promise<LastVisit> {
  const made = await lastVisitMade(tx, [String(kept['Customer_Code']), String(other['Customer_Code'])])
  const own = await lastVisitTyped(tx, kept)
  const typed = later(await lastVisitTyped(tx, other), own, (one, two) => one > two)
  const last = later(made, typed)
  if (last !== typed) await keepNote(tx, kept.id, made, own)
  return last
}

/** The first of two, unless the second is of a later day (or as late, where `isFirst` says so). */
function later(one: LastVisit, other: LastVisit, isFirst = (a: string, b: string) => a >= b): LastVisit {
  if (one.Last_Visited === null) return other
  return other.Last_Visited === null || isFirst(one.Last_Visited, other.Last_Visited) ? one : other
}

const none: LastVisit = { Last_Visited: null, Last_Visit_ID: null }

/** The last visit that was made to any of these, as the visits say; of several on one day the one recorded last. */
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
  return row ? asLastVisit(row['visited_on'], row['visit_id']) : none
}

const asLastVisit = (day: unknown, id: unknown): LastVisit => ({
  Last_Visited: (day ?? null) as string | null,
  Last_Visit_ID: (id ?? null) as string | null,
})

/** What the customer would say without any visit: what somebody typed, or nothing. */
async function lastVisitTyped(
  tx: Tx,
  customer: StoredRecord,
  touched: readonly unknown[] = [],
): Promise<LastVisit> {
  const shown = asLastVisit(customer['Last_Visited'], customer['Last_Visit_ID'])
  const { Last_Visited, Last_Visit_ID } = shown
  const note = await tx
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
    visit?.['status'] === 'visited' &&
    visit['visited_on'] === Last_Visited &&
    visit['customer_code'] === customer['Customer_Code']
  if (note && (isOfVisit || (note['visited_on'] === Last_Visited && note['visit_id'] === Last_Visit_ID)))
    return asLastVisit(note['typed_on'], note['typed_id'])
  // Customers visited before notes were kept: only the history knows what was typed.
  if (!note && Last_Visit_ID !== null && (visit || touched.includes(Last_Visit_ID)))
    return typedInHistory(tx, customer.id, Last_Visit_ID)
  return isOfVisit ? none : shown
}

const looksGenerated = (visitId: string | null): boolean => visitId !== null && /^V\d{6,}$/.test(visitId)

async function typedInHistory(tx: Tx, customerId: string, visitId: string): Promise<LastVisit> {
  let last: LastVisit = { Last_Visited: null, Last_Visit_ID: visitId }
  for (const { before, after } of await tracesOf(tx, 'customer', customerId)) {
    const id = last.Last_Visit_ID
    if (after?.['Last_Visit_ID'] !== id || before === null || before['Last_Visit_ID'] === id) continue
    last = asLastVisit(before['Last_Visited'], before['Last_Visit_ID'])
    if (!looksGenerated(last.Last_Visit_ID)) return last
  }
  return last.Last_Visit_ID === visitId ? none : last
}

async function keepNote(tx: Tx, customerId: string, made: LastVisit, typed: LastVisit): Promise<void> {
  const note = {
    visited_on: made.Last_Visited,
    visit_id: made.Last_Visit_ID,
    typed_on: typed.Last_Visited,
    typed_id: typed.Last_Visit_ID,
  }
  await tx
    .insertInto('last_visit')
    .values({ customer_id: customerId, ...note })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(note))
    .execute()
}
