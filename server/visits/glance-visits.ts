import { dayIn } from '#domain/moments.ts'
import type { VisitLog } from '#domain/visits/glance.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { inParallel } from '../in-parallel.ts'
import type { Filter } from '../store/conditions.ts'
import type { ListQuery } from '../store/record-list.ts'
import { namesOfEmployees } from './assignment-names.ts'
import { namesOfCustomers } from './handover-store.ts'

/** What a Visit ID looks like, also without its letter. */
const visitId = /^v?\d+$/i

/**
 * A page of visits with the names a person knows them by; the territory is that of their customers. Words that some customer
 * has find the visits to those customers; a Visit ID, and words that no customer has, are looked for in the visits.
 */
export async function listVisits(
  ctx: Context,
  { search, ...asked }: ListQuery,
  filters: readonly Filter[],
): Promise<VisitLog> {
  const visits = gate(ctx, 'read', 'visit')
  const customers = gate(ctx, 'read', 'customer')
  gate(ctx, 'read', 'employee')
  const ofCustomers =
    search !== undefined &&
    !visitId.test(search.trim()) &&
    (await customers.list({ ...anyOne, search })).items.length > 0
  const others = {
    entity: 'customer',
    field: 'Customer_Code',
    ...customers.asked({ filters, ...(ofCustomers && { search }) }),
  }
  const related = ofCustomers || filters.length > 0 ? [{ field: 'Customer_Code', isAmong: true, others }] : []
  const page = await visits.list({
    ...asked,
    ...(search !== undefined && !ofCustomers && { search }),
    related,
  })
  const valuesOf = (field: string): string[] => [
    ...new Set(page.items.flatMap((visit) => (visit[field] as string | null) ?? [])),
  ]
  const db = ctx.store.read
  const [names, employees, accounts] = await inParallel([
    () => namesOfCustomers(db, valuesOf('Customer_Code')),
    () => namesOfEmployees(db, valuesOf('Assigned_To')),
    () => namesOfAccounts(ctx, [...valuesOf('Planned_By'), ...valuesOf('Recorded_By')]),
  ])
  const byCode = new Map(names.map((row) => [row['customer_code'], String(row['customer_name'])]))
  const nameIn = (known: ReadonlyMap<unknown, string>, value: unknown): string | null =>
    known.get(value) ?? null
  const { timeZone } = ctx.config
  return {
    ...page,
    items: page.items.map((visit) => ({
      ...visit,
      Customer_Name: nameIn(byCode, visit['Customer_Code']),
      Assigned_Name: nameIn(employees, visit['Assigned_To']),
      Planned_Name: nameIn(accounts, visit['Planned_By']),
      Recorded_Name: nameIn(accounts, visit['Recorded_By']),
    })),
    today: dayIn(ctx.now(), timeZone),
    timeZone,
  }
}

const anyOne: ListQuery = { filters: [], sort: { field: 'id', descending: false }, limit: 1, total: false }

/** As beside every change in the history: whoever may read that may know who it was. */
async function namesOfAccounts(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  gate(ctx, 'history', 'visit')
  if (ids.length === 0) return new Map()
  const rows = await ctx.store.read
    .selectFrom('account')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [String(row['id']), String(row['username'])]))
}
