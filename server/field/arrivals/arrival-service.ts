import { sql, type SqlBool } from 'kysely'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { nameOfActor } from '#domain/access/actor.ts'
import type { Arrival, ArrivalPage, ArrivalQuery } from '#domain/api/field/arrivals.ts'
import { markKinds, type Mark } from '#domain/field/events.ts'
import { isObject, isOneOf } from '#domain/input.ts'
import { notFound } from '#domain/problem.ts'
import { parseJson } from '#domain/parse-json.ts'
import { t } from '#domain/messages/t.ts'
import type { Context } from '../../core/context.ts'
import { gate, requireRight } from '../../core/gate.ts'
import { territoryFilter } from '../../core/territory-filter.ts'
import { isId } from '../../store/new-id.ts'
import { recordedInScope } from '../recorded-in-scope.ts'
import {
  countUnseen,
  customerInScope,
  findArrivalRow,
  listArrivalRows,
  peopleOfArrivals,
  setSeen,
  visitInScope,
  type ArrivalRow,
  type ArrivalScope,
} from './arrival-store.ts'

/** Events of visits in the account's scope, of customers in it, and those that it or employees in its scope recorded. */
function arrivalScope(ctx: Context): ArrivalScope {
  const visits = territoryFilter(ctx, 'visit', 'visit')
  const customers = territoryFilter(ctx, 'customer', 'about')
  const recorded = recordedInScope(ctx, 'field_event.account_id')
  if (!visits || !customers || !recorded) return undefined
  const tests = [visitInScope(visits.test()), customerInScope(customers.test()), recorded]
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}

export async function listArrivals(ctx: Context, query: ArrivalQuery): Promise<ArrivalPage> {
  requireRight(ctx, 'read', 'visit')
  const scope = arrivalScope(ctx)
  const { limit, ...listing } = query
  const found = await listArrivalRows(ctx.store.read, { ...listing, limit: limit + 1, scope })
  const rows = found.slice(0, limit)
  return {
    items: await toArrivals(ctx, rows),
    next: found.length > limit ? rows.at(-1)!.id : null,
    unseen: await countUnseen(ctx.store.read, scope),
    people: await peopleOfArrivals(ctx.store.read, scope),
  }
}

/** Notes that the office has looked at it; doing it again changes nothing. */
export async function markSeen(ctx: Context, id: string, isSeen: boolean): Promise<Arrival> {
  requireRight(ctx, 'update', 'visit')
  const scope = arrivalScope(ctx)
  const key = id.toLowerCase()
  if (!isId(id) || !(await findArrivalRow(ctx.store.read, key, scope))) throw missingArrival(id)
  const seen = isSeen ? { at: ctx.now().toISOString(), by: nameOfActor(ctx.actor) } : null
  const row = await ctx.store.transaction(async (tx) => {
    await setSeen(tx, key, seen)
    return findArrivalRow(tx, key, scope)
  })
  if (!row) throw missingArrival(id)
  return (await toArrivals(ctx, [row]))[0]!
}

const missingArrival = (id: string): Error =>
  notFound(t('There is no event {id} here that the office should look at', { id }))

/** Customers that the account may not read are left out. */
async function toArrivals(ctx: Context, rows: readonly ArrivalRow[]): Promise<Arrival[]> {
  requireRight(ctx, 'read', 'customer')
  const customers = gate(ctx, 'read', 'customer')
  const found = new Map<string, Arrival['customer']>()
  for (const key of new Set(rows.flatMap((row) => customerOf(row) ?? []))) {
    const record = await customers.find(key)
    found.set(key, record ? { id: record.id, code: record.Customer_Code, name: customerName(record) } : null)
  }
  return rows.map((row) => toArrival(row, found.get(customerOf(row) ?? '') ?? null))
}

/** The customer of the visit now; before it was attached to one, the customer of the event. */
const customerOf = (row: ArrivalRow): string | null =>
  row.visit_code === null ? row.customer_id : row.visit_customer

const toArrival = (row: ArrivalRow, customer: Arrival['customer']): Arrival => ({
  id: row.id,
  reference: row.reference,
  kind: row.kind,
  by: row.by_name,
  account: row.account_id,
  recordedAt: row.recorded_at,
  receivedAt: row.received_at,
  marks: parseJson(row.marks!, isMarks),
  visit:
    row.visit_code === null
      ? null
      : {
          id: row.visit_id!,
          Visit_ID: row.visit_code,
          version: row.visit_version!,
          Status: row.visit_status!,
          Visited_On: row.visited_on,
          Planned_At: row.planned_at,
        },
  customer,
  seenAt: row.seen_at,
  seenBy: row.seen_by,
})

const isMarks = (input: unknown): input is Mark[] =>
  Array.isArray(input) &&
  input.every(
    (each) => isObject(each) && isOneOf(markKinds, each['kind']) && typeof each['message'] === 'string',
  )
