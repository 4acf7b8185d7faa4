import { dayIn } from '#domain/dates/moments.ts'
import type { VisitLog } from '#domain/api/visits/dashboard.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { inParallel } from '../base/in-parallel.ts'
import type { Filter } from '../store/query/conditions.ts'
import type { ListQuery } from '../store/query/record-list.ts'
import { namesOfEmployees } from '../assignments/assignment-names.ts'
import { secondNamesOf } from '../visits/second-names.ts'
import { namesOfCustomers } from '../assignments/handover-store.ts'

/** A Visit ID, with or without its letter. */
const visitId = /^v?\d+$/i

/**
 * A page of visits with names, filtered by the territory of their customers. Words that match a customer find the
 * visits to those customers; a Visit ID, and words that match no customer, are searched in the visits.
 */
export async function listVisits(
  ctx: Context,
  { search, ...query }: ListQuery,
  filters: readonly Filter[],
): Promise<VisitLog> {
  const visits = gate(ctx, 'read', 'visit')
  const customers = gate(ctx, 'read', 'customer')
  gate(ctx, 'read', 'employee')
  const isCustomerSearch =
    search !== undefined &&
    !visitId.test(search.trim()) &&
    (await customers.list({ ...firstMatch, search })).items.length > 0
  const others = {
    entity: 'customer',
    field: 'Customer_Code',
    ...customers.inScope({ filters, ...(isCustomerSearch && { search }) }),
  }
  const related =
    isCustomerSearch || filters.length > 0 ? [{ field: 'Customer_Code', isAmong: true, others }] : []
  const page = await visits.list({
    ...query,
    ...(search !== undefined && !isCustomerSearch && { search }),
    related,
  })
  const valuesOf = (field: 'Customer_Code' | 'Assigned_To' | 'Planned_By' | 'Recorded_By'): string[] => [
    ...new Set(page.items.flatMap((visit) => visit[field] ?? [])),
  ]
  const db = ctx.store.read
  const [customerNames, employees, accounts, names] = await inParallel([
    () => namesOfCustomers(db, valuesOf('Customer_Code')),
    () => namesOfEmployees(db, valuesOf('Assigned_To')),
    () => namesOfAccounts(ctx, [...valuesOf('Planned_By'), ...valuesOf('Recorded_By')]),
    () => secondNamesOf(ctx, page.items),
  ])
  const byCode = new Map(customerNames.map((row) => [row.customer_code, row]))
  const nameOf = (namesById: ReadonlyMap<string, string>, value: string | null): string | null =>
    value === null ? null : (namesById.get(value) ?? null)
  const { timeZone } = ctx.config
  return {
    ...page,
    items: page.items.map((visit) => ({
      ...visit,
      Customer_Name: byCode.get(visit.Customer_Code ?? '')?.customer_name ?? null,
      Local_Name: byCode.get(visit.Customer_Code ?? '')?.local_name ?? null,
      Assigned_Name: nameOf(employees, visit.Assigned_To),
      Planned_Name: nameOf(accounts, visit.Planned_By),
      Recorded_Name: nameOf(accounts, visit.Recorded_By),
    })),
    names,
    today: dayIn(ctx.now(), timeZone),
    timeZone,
  }
}

const firstMatch: ListQuery = {
  filters: [],
  sort: { field: 'id', descending: false },
  limit: 1,
  total: false,
}

/** Needs the same right as the history, which shows the names of users as well. */
async function namesOfAccounts(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  gate(ctx, 'history', 'visit')
  if (ids.length === 0) return new Map()
  const rows = await ctx.store.read
    .selectFrom('account')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.username]))
}
