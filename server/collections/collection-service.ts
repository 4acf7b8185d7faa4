import { sql } from 'kysely'
import type { CollectionQuery, Collections, CollectionTotals } from '#domain/api/money/collections.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Context } from '../core/context.ts'
import { gate, requireRight } from '../core/gate.ts'
import { listVisits } from '../dashboard/dashboard-visits.ts'
import { readerFor } from '../store/long-reads.ts'
import { conditionsOf, where, type Filter, type Matching, type Related } from '../store/query/conditions.ts'

/** Before any visit: lists only visits with money. */
const firstDay = '1900-01-01'

/** The visits with a collection or a promise that match. */
function filtersOf({ from, to, employee, state }: CollectionQuery): Filter[] {
  const number = employee?.trim()
  return [
    { field: 'Money_On', test: 'from', values: [from ?? firstDay] },
    ...(to ? [{ field: 'Money_On', test: 'to', values: [to] } as const] : []),
    ...(number ? [{ field: 'Assigned_To', test: 'is', values: [number] } as const] : []),
    ...(state ? [{ field: 'Promise_State', test: 'is', values: [state] } as const] : []),
  ]
}

/** A page of collections and promises, the latest visit first. */
export async function listCollections(
  ctx: Context,
  { limit, after, q, ...query }: CollectionQuery & { limit: number; after?: string | undefined },
): Promise<Collections> {
  const search = q?.trim()
  const { items, next, today, timeZone } = await listVisits(
    ctx,
    {
      filters: filtersOf(query),
      sort: { field: 'Money_On', descending: true },
      limit,
      total: false,
      ...(after && { after }),
      ...(search && { search }),
    },
    [],
  )
  return {
    items: items.map((visit) => ({
      Visit_ID: visit.Visit_ID,
      Customer_Code: visit.Customer_Code,
      Customer_Name: visit.Customer_Name,
      Local_Name: visit.Local_Name,
      Visited_On: visit.Visited_On ?? '',
      employee: visit.Assigned_Name ?? visit.Recorded_Name,
      Collected_Amount: visit.Collected_Amount,
      Collected_Way: visit.Collected_Way,
      Collected_Reference: visit.Collected_Reference,
      Promised_Amount: visit.Promised_Amount,
      Promised_On: visit.Promised_On,
      Promise_State: visit.Promise_State,
    })),
    next,
    today,
    timeZone,
  }
}

interface SumRow {
  state: 'open' | 'kept' | 'broken' | null
  collections: number
  collected: number
  promises: number
  promised: number
}

export async function sumCollections(
  ctx: Context,
  { q, ...query }: CollectionQuery,
): Promise<CollectionTotals> {
  for (const subject of ['visit', 'customer']) requireRight(ctx, 'read', subject)
  const { dialect } = ctx.store
  const entity = entityNamed('visit')
  const search = q?.trim()
  const customers: Related[] = search
    ? [
        {
          field: 'Customer_Code',
          isAmong: true,
          others: {
            entity: 'customer',
            field: 'Customer_Code',
            ...gate(ctx, 'read', 'customer').inScope({ filters: [], search }),
          },
        },
      ]
    : []
  const matching: Matching = gate(ctx, 'read', 'visit').inScope({
    filters: filtersOf(query),
    related: customers,
  })
  const reader = await readerFor(ctx.store.read, dialect, entity)
  const rows = await where(reader, entity, await conditionsOf(reader, dialect, entity, matching))
    .select([
      'visit.promise_state as state',
      sql<number>`count(visit.collected_amount)`.as('collections'),
      sql<number>`coalesce(sum(visit.collected_amount), 0)`.as('collected'),
      sql<number>`count(visit.promised_amount)`.as('promises'),
      sql<number>`coalesce(sum(visit.promised_amount), 0)`.as('promised'),
    ])
    .groupBy('visit.promise_state')
    .$castTo<SumRow>()
    .execute()
  const none = { visits: 0, amount: 0 }
  const totals: CollectionTotals = {
    collected: { ...none },
    promised: { open: none, kept: none, broken: none },
  }
  for (const { state, collections, collected, promises, promised } of rows) {
    // PostgreSQL returns counts and sums as text.
    totals.collected.visits += Number(collections)
    totals.collected.amount += Number(collected)
    if (state) totals.promised[state] = { visits: Number(promises), amount: Number(promised) / 100 }
  }
  totals.collected.amount /= 100
  return totals
}
