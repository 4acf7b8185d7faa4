import { sql } from 'kysely'
import { entities, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { foldText } from '#domain/text.ts'
import type { BalanceSummary } from '#domain/api/money/balances.ts'
import { dynamic, type Condition, type Db } from '../store/dialect.ts'
import { padToBucket } from '../store/query/prepared.ts'
import { shapeOf, toRecord } from '../store/records/record-rows.ts'

/** Which of these keys customers have, in any scope. */
export async function existingKeys(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('customer')
    .select('natural_key')
    .where('natural_key', 'in', padToBucket(keys))
    .execute()
  return new Set(rows.map((row) => row.natural_key))
}

/** The balances of these customers, by the same keys. */
export async function balancesByKey(
  db: Db,
  keys: readonly string[],
  lock: string,
): Promise<Map<string, RecordNamed<'balance'>>> {
  const entity = entities.balance
  const rows = await dynamic(db)
    .selectFrom(tableOf(entity))
    .select([...shapeOf(entity).selection, 'natural_key'])
    .where('natural_key', 'in', keys)
    .orderBy('natural_key')
    .modifyEnd(sql.raw(lock))
    .execute()
  return new Map(rows.map(({ natural_key: key, ...row }) => [String(key), toRecord(entity, row)]))
}

const scanBatchSize = 5000
const lookupBatchSize = 500

/**
 * Customer keys by ERP code: first the exact code, through its index; then ignoring case, for which there is no index
 * on both databases.
 */
export async function keysByErpCode(
  db: Db,
  erpCodes: ReadonlySet<string>,
  limit: Condition | undefined,
  yieldToOthers: () => Promise<void>,
): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>()
  const add = (code: string, key: string): unknown => found.set(code, [...(found.get(code) ?? []), key])
  const codes = [...erpCodes]
  for (let at = 0; at < codes.length; at += lookupBatchSize) {
    const rows = await db
      .selectFrom('customer')
      .$if(limit !== undefined, (query) => query.where(limit!.test()))
      .select(['natural_key', 'erp_code'])
      .where('erp_code', 'in', codes.slice(at, at + lookupBatchSize))
      .execute()
    for (const row of rows) add(row.erp_code!, row.natural_key)
    await yieldToOthers()
  }
  const others = Map.groupBy(
    codes.filter((code) => !found.has(code)),
    foldText,
  )
  if (others.size === 0) return found
  await scanErpCodes(db, limit, yieldToOthers, (erpCode, key) => {
    for (const code of others.get(foldText(erpCode)) ?? []) add(code, key)
  })
  return found
}

/**
 * Scans all customers with an ERP code once per file, in batches of a few thousand, so that other requests are served
 * in between.
 */
async function scanErpCodes(
  db: Db,
  limit: Condition | undefined,
  yieldToOthers: () => Promise<void>,
  visit: (erpCode: string, key: string) => void,
): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('customer')
      .$if(limit !== undefined, (query) => query.where(limit!.test()))
      .select(['natural_key', 'erp_code'])
      .where('natural_key', '>', after)
      .orderBy('natural_key')
      .limit(scanBatchSize)
      .execute()
    for (const row of rows) {
      if (row.erp_code !== null) visit(row.erp_code, row.natural_key)
    }
    if (rows.length < scanBatchSize) return
    after = rows.at(-1)!.natural_key
    await yieldToOthers()
  }
}

export async function sumOfBalances(db: Db, limit: Condition | undefined): Promise<BalanceSummary> {
  const row = await db
    .selectFrom('balance')
    .$if(limit !== undefined, (query) => query.where(limit!.test()))
    .select((eb) => [
      eb.fn.countAll<number>().as('customers'),
      eb.fn.sum('receivable').as('receivable'),
      eb.fn.sum('overdue').as('overdue'),
      eb.fn.max<string | null>('updated_at').as('changed_at'),
      eb.fn.max<string | null>('as_of').as('latest'),
    ])
    .executeTakeFirstOrThrow()
  const rupees = (paise: unknown): number => Number(paise ?? 0) / 100
  return {
    customers: row.customers,
    Receivable: rupees(row.receivable),
    Overdue: rupees(row.overdue),
    changedAt: row.changed_at,
    latest: row.latest,
  }
}
