import { dayIn } from '#domain/moments.ts'
import type { VisitLog } from '#domain/visits/glance.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { Filter, ListQuery } from '../store/record-list.ts'
import { namesOfEmployees } from './assignment-names.ts'
import { namesOfCustomers } from './handover-store.ts'

/** A page of visits with the names a person knows them by; the territory is that of their customers. */
export async function listVisits(
  ctx: Context,
  asked: ListQuery,
  filters: readonly Filter[],
): Promise<VisitLog> {
  const visits = gate(ctx, 'read', 'visit')
  gate(ctx, 'read', 'customer')
  gate(ctx, 'read', 'employee')
  const others = { entity: 'customer', field: 'Customer_Code', filters }
  const related = filters.length > 0 ? [{ field: 'Customer_Code', isAmong: true, others }] : []
  const page = await visits.list({ ...asked, related })
  const valuesOf = (field: string): string[] => [
    ...new Set(page.items.flatMap((visit) => (visit[field] as string | null) ?? [])),
  ]
  const db = ctx.store.read
  const [names, employees, accounts] = await Promise.all([
    namesOfCustomers(db, valuesOf('Customer_Code')),
    namesOfEmployees(db, valuesOf('Assigned_To')),
    namesOfAccounts(ctx, [...valuesOf('Planned_By'), ...valuesOf('Recorded_By')]),
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
