import { sql } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Dialect, Tx } from '../store/dialect.ts'
import { shapeOf, toRecord } from '../store/record-rows.ts'

/** The form in which customers' codes are compared. */
export const keyOfCustomer = (code: string): string =>
  entityNamed('customer').fields['Customer_Code']!.toKey(code)

/**
 * These customers by their keys, kept from others until the transaction ends. Always in the order of their codes, as everybody does who holds several: two who
 * plan for the same customers wait for each other at the first one, and never crosswise.
 */
export async function lockCustomers(
  tx: Tx,
  dialect: Dialect,
  codes: readonly string[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  const customer = entityNamed('customer')
  const rows = await tx
    .selectFrom(customer.table)
    .select([...shapeOf(customer).selection, 'natural_key as key'])
    .where('natural_key', 'in', codes.map(keyOfCustomer))
    .orderBy('customer_code')
    .modifyEnd(sql.raw(dialect.updateLock))
    .execute()
  return new Map(rows.map((row) => [String(row['key']), toRecord(customer, row)]))
}
