import { sql } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { foldText } from '#domain/text.ts'
import type { BalanceSummary } from '#domain/visits/balance.ts'
import type { Db, Row } from '../store/dialect.ts'
import { shapeOf, toRecord } from '../store/record-rows.ts'

/** The codes of those of these customers that exist, by their keys; with a lock, in one order for everybody. */
export async function customersByKey(
  db: Db,
  keys: readonly string[],
  lock: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('customer')
    .select(['natural_key', 'customer_code'])
    .where('natural_key', 'in', keys)
    .orderBy('natural_key')
    .modifyEnd(sql.raw(lock))
    .execute()
  return new Map(rows.map((row) => [String(row['natural_key']), String(row['customer_code'])]))
}

/** What is known of these customers, by the same keys. */
export async function balancesByKey(
  db: Db,
  keys: readonly string[],
  lock: string,
): Promise<Map<string, StoredRecord>> {
  const entity = entityNamed('balance')
  const rows = await db
    .selectFrom(entity.table)
    .select([...shapeOf(entity).selection, 'natural_key'])
    .where('natural_key', 'in', keys)
    .orderBy('natural_key')
    .modifyEnd(sql.raw(lock))
    .execute()
  return new Map(rows.map(({ natural_key: key, ...row }) => [String(key), toRecord(entity, row)]))
}

const atOnce = 5000

/**
 * Customers by the code they have in the accounts, compared without regard to capitals, which no index does on both
 * databases: everybody is looked at once for a whole file, a few thousand at a time so that others come in between.
 */
export async function keysByErpCode(
  db: Db,
  wanted: ReadonlySet<string>,
  between: () => Promise<void>,
): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>()
  let after = ''
  for (;;) {
    const rows: Row[] = await db
      .selectFrom('customer')
      .select(['natural_key', 'erp_code'])
      .where('natural_key', '>', after)
      .orderBy('natural_key')
      .limit(atOnce)
      .execute()
    for (const row of rows) {
      const erp = row['erp_code']
      const folded = typeof erp === 'string' ? foldText(erp) : ''
      if (!wanted.has(folded)) continue
      found.set(folded, [...(found.get(folded) ?? []), String(row['natural_key'])])
    }
    if (rows.length < atOnce) return found
    after = String(rows.at(-1)!['natural_key'])
    await between()
  }
}

export async function sumOfBalances(db: Db): Promise<BalanceSummary> {
  const row = await db
    .selectFrom('balance')
    .select((of) => [
      of.fn.countAll().as('customers'),
      of.fn.sum('receivable').as('receivable'),
      of.fn.sum('overdue').as('overdue'),
      of.fn.max('updated_at').as('changed_at'),
      of.fn.max('as_of').as('latest'),
    ])
    .executeTakeFirstOrThrow()
  const rupees = (paise: unknown): number => Number(paise ?? 0) / 100
  return {
    customers: Number(row.customers),
    Receivable: rupees(row.receivable),
    Overdue: rupees(row.overdue),
    changedAt: (row.changed_at as string | null) ?? null,
    latest: (row.latest as string | null) ?? null,
  }
}
