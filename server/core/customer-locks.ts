import { sql } from 'kysely'
import { system } from '#domain/access/actor.ts'
import { entities, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { toKey } from '#domain/catalogue/stored/kinds.ts'
import { membersOf } from '#domain/input.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { territoryFilter } from './territory-filter.ts'
import type { Context } from './context.ts'
import { requireRight } from './gate.ts'
import { dynamic, type Tx } from '../store/dialect.ts'
import type { RecordWriter } from '../store/records/records.ts'
import { shapeOf, toRecord } from '../store/records/record-rows.ts'

/** The form in which customer codes are compared. */
export const keyOfCustomer = (code: string): string => toKey(entities.customer.fields.Customer_Code, code)

type LockContext = Pick<Context, 'actor' | 'store' | 'now' | 'config'>
type Customer = RecordNamed<'customer'>

/**
 * The lock of a customer, which all code takes that plans, records, assigns or uploads something for one: the row of the
 * customer, until the transaction ends. Plans, visits, balances and owners of one customer are thus changed by one
 * transaction at a time, and what is computed from all of them (the open plan, the last visit, the owner) misses none.
 *
 * Order of locking, so that two transactions cannot deadlock: first the customers, in the order of their keys, then their
 * visits, balances, assignments and places. Code that learns the customer from such a record reads the record without a
 * lock, locks the customer, and reads the record again.
 *
 * Returns the customers by key; those outside the actor's scope are neither locked nor returned.
 */
export async function lockCustomers(
  ctx: LockContext,
  tx: Tx,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Customer>> {
  const { customer } = entities
  const scope = territoryFilter(ctx, customer.name, tableOf(customer))
  const locked = new Map<string, Customer>()
  const keys = [...new Set(codes.map(keyOfCustomer))].toSorted()
  for (let at = 0; at < keys.length; at += batchSize) {
    const rows = await dynamic(tx)
      .selectFrom(tableOf(customer))
      .select([...shapeOf(customer).selection, 'natural_key as key'])
      .where('natural_key', 'in', keys.slice(at, at + batchSize))
      .$if(scope !== undefined, (seen) => seen.where(scope!.test()))
      .orderBy('natural_key')
      .modifyEnd(sql.raw(ctx.store.dialect.updateLock))
      .execute()
    for (const row of rows) locked.set(textAt(row, 'key'), toRecord(customer, row))
  }
  return locked
}

// Maximum number of parameters per statement.
const batchSize = 500

/** Locks one customer; undefined if there is none, or none in the actor's scope. */
export async function lockCustomer(ctx: LockContext, tx: Tx, code: unknown): Promise<Customer | undefined> {
  if (typeof code !== 'string') return undefined
  requireRight(ctx, 'read', 'customer')
  const typed = code.trim()
  return (await lockCustomers(ctx, tx, [typed])).get(keyOfCustomer(typed))
}

/**
 * Locks customers whatever the scope of the actor: saving a visit may close the plan that put its customer in scope, and
 * the customer follows from the visit nevertheless.
 */
export const regardlessOfScope = <C extends LockContext>(ctx: C): C => ({
  ...ctx,
  actor: system('a visit was recorded'),
})

/** Save hook of records that belong to a customer: the customer is locked before the record. */
export async function lockCustomersOf(
  { ctx, writer }: { ctx: Context; writer: RecordWriter },
  known: readonly unknown[],
): Promise<void> {
  requireRight(ctx, 'read', 'customer')
  const codes = known
    .map((each) => {
      const { Customer_Code: code } = membersOf(each)
      return code
    })
    .filter((code) => typeof code === 'string')
  await lockCustomers(
    ctx,
    writer.tx,
    codes.map((code) => code.trim()),
  )
}
