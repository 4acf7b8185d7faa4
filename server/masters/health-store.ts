import { sql } from 'kysely'
import type { ExceptedFinding } from '#domain/health/data-health.ts'
import type { Db, Tx } from '../store/dialect.ts'

export interface Found {
  id: string
  entity: string
  otherId: string | null
}

const rowsAtOnce = 500

/** The counts of a rule, the latest day first, from a day on. */
export async function countsSince(
  db: Db,
  day: string,
  rule?: string,
): Promise<{ rule: string; day: string; found: number }[]> {
  let query = db.selectFrom('health_count').selectAll().where('day', '>=', day).orderBy('day', 'desc')
  if (rule !== undefined) query = query.where('rule', '=', rule)
  const rows = await query.execute()
  return rows.map((row) => ({
    rule: String(row['rule']),
    day: String(row['day']),
    found: Number(row['found']),
  }))
}

export async function forgetOldCounts(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('health_count').where('day', '<', before).execute()
}

/** What a look found, in place of what the look before it found. */
export async function keepFindings(
  tx: Tx,
  rule: string,
  day: string,
  { found, kept }: { found: number; kept: readonly Found[] },
): Promise<void> {
  // Whoever writes the count first goes first: two instances may have looked at the same time.
  await sql`insert into health_count (rule, day, found) values (${rule}, ${day}, ${found})
    on conflict (rule, day) do update set found = excluded.found`.execute(tx)
  await tx.deleteFrom('health_finding').where('rule', '=', rule).execute()
  for (let at = 0; at < kept.length; at += rowsAtOnce) {
    await tx
      .insertInto('health_finding')
      .values(
        kept.slice(at, at + rowsAtOnce).map(({ id, entity, otherId }) => ({
          rule,
          record_id: id,
          entity,
          other_id: otherId,
        })),
      )
      .execute()
  }
}

/** The findings of a rule, behind one of them; or some of them by their records. */
export async function readFindings(
  db: Db,
  rule: string,
  { after, limit, ids }: { after?: string | undefined; limit?: number; ids?: readonly string[] },
): Promise<Found[]> {
  let query = db.selectFrom('health_finding').selectAll().where('rule', '=', rule).orderBy('record_id')
  if (after !== undefined) query = query.where('record_id', '>', after)
  if (limit !== undefined) query = query.limit(limit)
  if (ids) query = query.where('record_id', 'in', ids)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: String(row['record_id']),
    entity: String(row['entity']),
    otherId: row['other_id'] === null ? null : String(row['other_id']),
  }))
}

/** Takes findings off the list that are none any more, or not to be; the count of the day goes down with them. */
export async function dropFindings(tx: Tx, rule: string, ids: readonly string[], day: string): Promise<void> {
  const gone = await tx
    .deleteFrom('health_finding')
    .where('rule', '=', rule)
    .where('record_id', 'in', ids)
    .returning('record_id')
    .execute()
  if (gone.length > 0) await addToCount(tx, rule, day, -gone.length)
}

export async function addFinding(tx: Tx, rule: string, found: Found, day: string): Promise<void> {
  const made = await tx
    .insertInto('health_finding')
    .values({ rule, record_id: found.id, entity: found.entity, other_id: found.otherId })
    .onConflict((taken) => taken.columns(['rule', 'record_id']).doNothing())
    .returning('record_id')
    .execute()
  if (made.length > 0) await addToCount(tx, rule, day, 1)
}

async function addToCount(tx: Tx, rule: string, day: string, change: number): Promise<void> {
  const [latest] = await countsSince(tx, '', rule)
  const found = Math.max(0, (latest?.found ?? 0) + change)
  await sql`insert into health_count (rule, day, found) values (${rule}, ${day}, ${found})
    on conflict (rule, day) do update set found =
      case when health_count.found + ${change} > 0 then health_count.found + ${change} else 0 end`.execute(tx)
}

export async function exceptedIds(db: Db, rule: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('health_exception').select('record_id').where('rule', '=', rule).execute()
  return new Set(rows.map((row) => String(row['record_id'])))
}

export async function countExceptions(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('health_exception')
    .select((is) => ['rule', is.fn.countAll<number>().as('count')])
    .groupBy('rule')
    .execute()
  return new Map(rows.map((row) => [String(row['rule']), Number(row['count'])]))
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
    id: String(row['record_id']),
    reason: String(row['reason']),
    by: String(row['by_name']),
    at: String(row['at']),
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
    .onConflict((taken) => taken.columns(['rule', 'record_id']).doUpdateSet({ reason, by_name: by, at }))
    .execute()
}

export async function deleteException(tx: Tx, rule: string, id: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('health_exception')
    .where('rule', '=', rule)
    .where('record_id', '=', id)
    .returning('record_id')
    .execute()
  return gone.length > 0
}
