import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { filterReasons, pairReasons, type PairReason } from '#domain/duplicates/pairs/pair-reasons.ts'
import type { Db, Tx } from '../store/dialect.ts'

/** The ids of two customers, the lower one first. */
export interface PairIds {
  one: string
  other: string
}

export interface StoredPair extends PairIds {
  reasons: readonly PairReason[]
  weight: number
  needsHidden: boolean
}

export interface MarkedPair extends PairIds {
  by: string
  at: string
}

export const orderIds = ([one, other]: readonly [string, string]): PairIds =>
  one < other ? { one, other } : { one: other, other: one }

const insertBatchSize = 500

/** Replaces the pairs of the previous search. */
export async function savePairs(tx: Tx, pairs: readonly StoredPair[]): Promise<void> {
  await tx.deleteFrom('duplicate_pair').execute()
  for (let at = 0; at < pairs.length; at += insertBatchSize)
    await tx
      .insertInto('duplicate_pair')
      .values(
        pairs.slice(at, at + insertBatchSize).map(({ one, other, reasons, weight, needsHidden }) => ({
          one_id: one,
          other_id: other,
          // With spaces around each, so that one reason can be searched for.
          reasons: ` ${reasons.join(' ')} `,
          weight,
          needs_hidden: needsHidden ? 1 : 0,
        })),
      )
      .onConflict((conflict) => conflict.columns(['one_id', 'other_id']).doNothing())
      .execute()
}

export async function deletePairs(tx: Tx, pairs: readonly PairIds[]): Promise<void> {
  for (const { one, other } of pairs)
    await tx.deleteFrom('duplicate_pair').where('one_id', '=', one).where('other_id', '=', other).execute()
}

/** What limits the pairs of a request; `one_customer` and `other_customer` are the two customers. */
export interface PairScope {
  tests: readonly RawBuilder<SqlBool>[]
  /** The account does not see all fields. */
  isMasked: boolean
}

const customers = (table: 'duplicate_pair' | 'distinct_pair'): RawBuilder<unknown> => {
  const pair = sql.ref(table)
  return sql`${sql.table(table)}
    join customer as one_customer on one_customer.id = ${pair}.one_id
    join customer as other_customer on other_customer.id = ${pair}.other_id`
}

const isUndecided = sql<SqlBool>`not exists (select 1 from distinct_pair
  where distinct_pair.one_id = duplicate_pair.one_id and distinct_pair.other_id = duplicate_pair.other_id)`

const openTests = ({ tests, isMasked }: PairScope): RawBuilder<SqlBool>[] => [
  ...tests,
  isUndecided,
  ...(isMasked ? [sql<SqlBool>`duplicate_pair.needs_hidden = 0`] : []),
]

const all = (tests: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  tests.length > 0 ? sql<SqlBool>`${sql.join(tests, sql` and `)}` : sql<SqlBool>`1 = 1`

const hasReason = (reason: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`duplicate_pair.reasons like ${`% ${reason} %`}`

/** A page of pairs that are not decided, the most likely first. */
export async function readOpenPairs(
  db: Db,
  scope: PairScope,
  page: { reason: string | undefined; after: (PairIds & { weight: number }) | undefined; limit: number },
): Promise<StoredPair[]> {
  const { reason, after, limit } = page
  const tests = openTests(scope)
  if (reason) tests.push(hasReason(reason))
  if (after)
    tests.push(
      sql<SqlBool>`(weight < ${after.weight} or (weight = ${after.weight}
        and (duplicate_pair.one_id, duplicate_pair.other_id) > (${after.one}, ${after.other})))`,
    )
  const { rows } = await sql<{
    one: string
    other: string
    reasons: string
    weight: number
    needs_hidden: number
  }>`select duplicate_pair.one_id as one, duplicate_pair.other_id as other, reasons, weight, needs_hidden
    from ${customers('duplicate_pair')} where ${all(tests)}
    order by weight desc, duplicate_pair.one_id, duplicate_pair.other_id limit ${limit}`.execute(db)
  return rows.map(({ reasons, needs_hidden: needsHidden, ...row }) => ({
    ...row,
    reasons: pairReasons.filter((each) => reasons.includes(` ${each} `)),
    needsHidden: needsHidden === 1,
  }))
}

/** How many pairs there are, and how many of each reason. */
export async function countOpenPairs(db: Db, scope: PairScope): Promise<Record<string, number>> {
  const counts = filterReasons.map(
    (reason) => sql`sum(case when ${hasReason(reason)} then 1 else 0 end) as ${sql.ref(reason)}`,
  )
  const { rows } = await sql<Record<string, number | string | null>>`
    select count(*) as "all", ${sql.join(counts)} from ${customers('duplicate_pair')}
    where ${all(openTests(scope))}`.execute(db)
  return Object.fromEntries(Object.entries(rows[0]!).map(([name, count]) => [name, Number(count ?? 0)]))
}

/** A page of pairs that are not the same, the latest first. */
export async function readDistinctPairs(
  db: Db,
  { tests }: PairScope,
  page: { after: (PairIds & { at: string }) | undefined; limit: number },
): Promise<MarkedPair[]> {
  const { after, limit } = page
  const conditions = after
    ? [
        ...tests,
        sql<SqlBool>`(distinct_pair.at < ${after.at} or (distinct_pair.at = ${after.at}
          and (distinct_pair.one_id, distinct_pair.other_id) > (${after.one}, ${after.other})))`,
      ]
    : tests
  const { rows } = await sql<MarkedPair>`
    select distinct_pair.one_id as one, distinct_pair.other_id as other, by_name as "by", at
    from ${customers('distinct_pair')} where ${all(conditions)}
    order by at desc, distinct_pair.one_id, distinct_pair.other_id limit ${limit}`.execute(db)
  return rows
}

export async function countDistinctPairs(db: Db, { tests }: PairScope): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from ${customers('distinct_pair')} where ${all(tests)}`.execute(db)
  return Number(rows[0]!.count)
}

export async function putDistinctPair(tx: Tx, { one, other, by, at }: MarkedPair): Promise<void> {
  await tx
    .insertInto('distinct_pair')
    .values({ one_id: one, other_id: other, by_name: by, at })
    .onConflict((conflict) => conflict.columns(['one_id', 'other_id']).doNothing())
    .execute()
}

export async function deleteDistinctPair(tx: Tx, { one, other }: PairIds): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('distinct_pair')
    .where('one_id', '=', one)
    .where('other_id', '=', other)
    .returning('one_id')
    .execute()
  return deleted.length > 0
}

/** The ids of the customers that are not the same as this one. */
export async function distinctFrom(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select other_id as id from distinct_pair where one_id = ${id}
    union select one_id as id from distinct_pair where other_id = ${id}`.execute(db)
  return rows.map((row) => row.id)
}
