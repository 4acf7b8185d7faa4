import { sql } from 'kysely'
import type { ExceptedFinding } from '#domain/api/data-quality.ts'
import type { Db, Tx } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'

export interface StoredFinding {
  id: string
  entity: string
  otherId: string | null
}

const insertBatchSize = 500

/** The daily counts from a day on, the latest first. */
export async function countsSince(
  db: Db,
  day: string,
  rule?: string,
): Promise<{ rule: string; day: string; found: number }[]> {
  let query = db.selectFrom('health_count').selectAll().where('day', '>=', day).orderBy('day', 'desc')
  if (rule !== undefined) query = query.where('rule', '=', rule)
  const rows = await query.execute()
  return rows.map((row) => ({
    rule: row.rule,
    day: row.day,
    found: row.found,
  }))
}

export async function deleteOldCounts(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('health_count').where('day', '<', before).execute()
}

/** Replaces the findings of the previous check. */
export async function saveFindings(
  tx: Tx,
  rule: string,
  day: string,
  { found, stored }: { found: number; stored: readonly StoredFinding[] },
): Promise<void> {
  // Writing the count first serialises two instances that check at the same time.
  await sql`insert into health_count (rule, day, found) values (${rule}, ${day}, ${found})
    on conflict (rule, day) do update set found = excluded.found`.execute(tx)
  await tx.deleteFrom('health_finding').where('rule', '=', rule).execute()
  for (let at = 0; at < stored.length; at += insertBatchSize) {
    await tx
      .insertInto('health_finding')
      .values(stored.slice(at, at + insertBatchSize).map((each) => rowOf(rule, each)))
      .execute()
  }
}

/** The findings of a rule after a record, or those of some records. */
export async function readFindings(
  db: Db,
  rule: string,
  { after, limit, ids }: { after?: string | undefined; limit?: number; ids?: readonly string[] },
): Promise<StoredFinding[]> {
  let query = db.selectFrom('health_finding').selectAll().where('rule', '=', rule).orderBy('record_id')
  if (after !== undefined) query = query.where('record_id', '>', after)
  if (limit !== undefined) query = query.limit(limit)
  if (ids) query = query.where('record_id', 'in', ids)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.record_id,
    entity: row.entity,
    otherId: row.other_id === null ? null : row.other_id,
  }))
}

/** Deletes findings and reduces the count of the day. */
export async function dropFindings(tx: Tx, rule: string, ids: readonly string[], day: string): Promise<void> {
  const deleted = await tx
    .deleteFrom('health_finding')
    .where('rule', '=', rule)
    .where('record_id', 'in', ids)
    .returning('record_id')
    .execute()
  if (deleted.length > 0) await addToCount(tx, rule, day, -deleted.length)
}

/** Inserts those that are not known yet and adds them to the count of the day. */
export async function addFindings(
  tx: Tx,
  rule: string,
  found: readonly StoredFinding[],
  day: string,
): Promise<void> {
  if (found.length === 0) return
  const inserted = await tx
    .insertInto('health_finding')
    .values(found.map((each) => rowOf(rule, each)))
    .onConflict((conflict) => conflict.columns(['rule', 'record_id']).doNothing())
    .returning('record_id')
    .execute()
  if (inserted.length > 0) await addToCount(tx, rule, day, inserted.length)
}

const rowOf = (rule: string, { id, entity, otherId }: StoredFinding): Tables['health_finding'] => ({
  rule,
  record_id: id,
  entity,
  other_id: otherId,
})

async function addToCount(tx: Tx, rule: string, day: string, change: number): Promise<void> {
  const [latest] = await countsSince(tx, '', rule)
  const found = Math.max(0, (latest?.found ?? 0) + change)
  await sql`insert into health_count (rule, day, found) values (${rule}, ${day}, ${found})
    on conflict (rule, day) do update set found =
      case when health_count.found + ${change} > 0 then health_count.found + ${change} else 0 end`.execute(tx)
}

export async function exceptedIds(db: Db, rule: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('health_exception').select('record_id').where('rule', '=', rule).execute()
  return new Set(rows.map((row) => row.record_id))
}

export async function countExceptions(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('health_exception')
    .select((is) => ['rule', is.fn.countAll<number>().as('count')])
    .groupBy('rule')
    .execute()
  return new Map(rows.map((row) => [row.rule, row.count]))
}

export async function readExceptions(
  db: Db,
  rule: string,
  after: string,
  limit: number,
): Promise<Pick<ExceptedFinding, 'id' | 'reason' | 'by' | 'at'>[]> {
  const rows = await db
    .selectFrom('health_exception')
    .selectAll()
    .where('rule', '=', rule)
    .where('record_id', '>', after)
    .orderBy('record_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.record_id,
    reason: row.reason,
    by: row.by_name,
    at: row.at,
  }))
}

export async function putException(
  tx: Tx,
  rule: string,
  { id, reason, by, at }: Pick<ExceptedFinding, 'id' | 'reason' | 'by' | 'at'>,
): Promise<void> {
  await tx
    .insertInto('health_exception')
    .values({ rule, record_id: id, reason, by_name: by, at })
    .onConflict((conflict) =>
      conflict.columns(['rule', 'record_id']).doUpdateSet({ reason, by_name: by, at }),
    )
    .execute()
}

export async function deleteException(tx: Tx, rule: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('health_exception')
    .where('rule', '=', rule)
    .where('record_id', '=', id)
    .returning('record_id')
    .execute()
  return deleted.length > 0
}
