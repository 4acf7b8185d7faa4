import { sql } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { foldText } from '#domain/text.ts'
import type { BalanceSummary } from '#domain/visits/balance.ts'
import type { Condition, Db, Row } from '../store/dialect.ts'
import { shapeOf, toRecord } from '../store/record-rows.ts'

/** The codes of those of these customers that exist, by their keys; with a lock, in one order for everybody. */
export async function customersByKey(
  db: Db,
  keys: readonly string[],
  lock: string,
  limit: Condition | undefined,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('customer')
    .$if(limit !== undefined, (seen) => seen.where(limit!.test()))
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
const askedAtOnce = 500

/**
 * Customers by the code they have in the accounts: as it is written, along its index, and otherwise without regard to
 * capitals, which no index does on both databases.
 */
export async function keysByErpCode(
  db: Db,
  wanted: ReadonlySet<string>,
  limit: Condition | undefined,
  between: () => Promise<void>,
): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>()
  const add = (code: string, key: string): unknown => found.set(code, [...(found.get(code) ?? []), key])
  const codes = [...wanted]
  for (let at = 0; at < codes.length; at += askedAtOnce) {
    const rows = await db
      .selectFrom('customer')
      .$if(limit !== undefined, (seen) => seen.where(limit!.test()))
      .select(['natural_key', 'erp_code'])
      .where('erp_code', 'in', codes.slice(at, at + askedAtOnce))
      .execute()
    for (const row of rows) add(String(row['erp_code']), String(row['natural_key']))
    await between()
  }
  const others = Map.groupBy(
    codes.filter((code) => !found.has(code)),
    foldText,
  )
  if (others.size === 0) return found
  await lookAtAll(db, limit, between, (erpCode, key) => {
    for (const code of others.get(foldText(erpCode)) ?? []) add(code, key)
  })
  return found
}

/** Everybody who has such a code, once for a whole file, a few thousand at a time so that others come in between. */
async function lookAtAll(
  db: Db,
  limit: Condition | undefined,
  between: () => Promise<void>,
  look: (erpCode: string, key: string) => void,
): Promise<void> {
  let after = ''
  for (;;) {
    const rows: Row[] = await db
      .selectFrom('customer')
      .$if(limit !== undefined, (seen) => seen.where(limit!.test()))
      .select(['natural_key', 'erp_code'])
      .where('natural_key', '>', after)
      .orderBy('natural_key')
      .limit(atOnce)
      .execute()
    for (const row of rows) {
      if (typeof row['erp_code'] === 'string') look(row['erp_code'], String(row['natural_key']))
    }
    if (rows.length < atOnce) return
    after = String(rows.at(-1)!['natural_key'])
    await between()
  }
}

export async function sumOfBalances(db: Db, limit: Condition | undefined): Promise<BalanceSummary> {
  const row = await db
    .selectFrom('balance')
    .$if(limit !== undefined, (seen) => seen.where(limit!.test()))
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
