import { sql } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { within } from '../within.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../store/dialect.ts'
import { shapeOf, toRecord } from '../store/record-rows.ts'

/** The form in which customers' codes are compared. */
export const keyOfCustomer = (code: string): string =>
  entityNamed('customer').fields['Customer_Code']!.toKey(code)

/**
 * These customers by their keys, kept from others until the transaction ends. Whoever holds several takes them in the order
 * of their keys: two who want the same wait for each other at the first one, and never crosswise. What lies outside the
 * asker's territory is not there.
 */
export async function lockCustomers(
  ctx: Pick<Context, 'actor' | 'store' | 'now' | 'config'>,
  tx: Tx,
  codes: readonly string[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  const customer = entityNamed('customer')
  const limit = within(ctx, customer.name, customer.table)
  const found = new Map<string, StoredRecord>()
  const keys = [...new Set(codes.map(keyOfCustomer))].toSorted()
  for (let at = 0; at < keys.length; at += atOnce) {
    const rows = await tx
      .selectFrom(customer.table)
      .select([...shapeOf(customer).selection, 'natural_key as key'])
      .where('natural_key', 'in', keys.slice(at, at + atOnce))
      .$if(limit !== undefined, (seen) => seen.where(limit!.test()))
      .orderBy('natural_key')
      .modifyEnd(sql.raw(ctx.store.dialect.updateLock))
      .execute()
    for (const row of rows) found.set(String(row['key']), toRecord(customer, row))
  }
  return found
}

// A statement takes so many values at most.
const atOnce = 500
