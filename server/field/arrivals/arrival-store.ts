import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { MarkKind } from '#domain/field/events.ts'
import type { Db, Tx } from '../../store/dialect.ts'
import type { Tables } from '../../store/tables/tables.ts'

type EventRow = Tables['field_event']

/** Part of the WHERE clause over `field_event`; undefined: all. */
export type ArrivalScope = RawBuilder<SqlBool> | undefined

export interface ArrivalRow extends EventRow {
  visit_code: string | null
  visit_version: number | null
  visit_status: string | null
  visited_on: string | null
  planned_at: string | null
  visit_customer: string | null
}

const marked = (db: Db, scope: ArrivalScope) => {
  const query = db
    .selectFrom('field_event')
    .leftJoin('visit', 'visit.id', 'field_event.visit_id')
    .where('field_event.marks', 'is not', null)
  return scope ? query.where(scope) : query
}

const markedRows = (db: Db, scope: ArrivalScope) =>
  marked(db, scope)
    .selectAll('field_event')
    .select([
      'visit.visit_id as visit_code',
      'visit.version as visit_version',
      'visit.status as visit_status',
      'visit.visited_on',
      'visit.planned_at',
      'visit.customer_code as visit_customer',
    ])

export interface ArrivalListing {
  mark?: MarkKind | undefined
  by?: string | undefined
  seen?: boolean | undefined
  after?: string | undefined
  limit: number
  scope: ArrivalScope
}

export function listArrivalRows(db: Db, listing: ArrivalListing): Promise<ArrivalRow[]> {
  const { mark, by, seen, after, limit, scope } = listing
  let query = markedRows(db, scope)
  // Quotation marks in the messages are escaped in JSON, so this matches the kind only.
  if (mark !== undefined) query = query.where('field_event.marks', 'like', `%"kind":"${mark}"%`)
  if (by !== undefined) query = query.where('field_event.account_id', '=', by)
  if (seen !== undefined) query = query.where('field_event.seen_at', seen ? 'is not' : 'is', null)
  if (after !== undefined) query = query.where(isBefore(after))
  return query
    .orderBy('field_event.received_at', 'desc')
    .orderBy('field_event.id', 'desc')
    .limit(limit)
    .execute()
}

/** In the order of arrival: ids are made by the clocks of the phones. */
const isBefore = (id: string): RawBuilder<SqlBool> =>
  sql`(field_event.received_at, field_event.id) <
    (select other.received_at, other.id from field_event as other where other.id = ${id})`

export const findArrivalRow = (db: Db, id: string, scope: ArrivalScope): Promise<ArrivalRow | undefined> =>
  markedRows(db, scope).where('field_event.id', '=', id).executeTakeFirst()

/** The accounts of the newest marked events. */
export async function peopleOfArrivals(db: Db, scope: ArrivalScope): Promise<{ id: string; name: string }[]> {
  const newest = marked(db, scope)
    .select(['field_event.account_id as id', 'field_event.by_name as name'])
    .orderBy('field_event.received_at', 'desc')
    .orderBy('field_event.id', 'desc')
    .limit(1000)
  const rows = await newest.execute()
  const byId = new Map(rows.toReversed().map((row) => [row.id, row]))
  return [...byId.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}

export async function countUnseen(db: Db, scope: ArrivalScope): Promise<number> {
  const row = await marked(db, scope)
    .where('field_event.seen_at', 'is', null)
    .select((each) => each.fn.countAll<number | string>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** The first one who looked stays named. */
export const setSeen = (tx: Tx, id: string, seen: { at: string; by: string } | null): Promise<unknown> => {
  const query = tx.updateTable('field_event').where('id', '=', id)
  return seen
    ? query.set({ seen_at: seen.at, seen_by: seen.by }).where('seen_at', 'is', null).execute()
    : query.set({ seen_at: null, seen_by: null }).execute()
}

export const visitInScope = (test: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  sql`(visit.id is not null and ${test})`

export const customerInScope = (test: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  sql`(visit.id is null and exists (select 1 from customer as about where about.id = field_event.customer_id and ${test}))`
