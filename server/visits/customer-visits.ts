import { sql } from 'kysely'
import { can } from '#domain/access/policy.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Timeline, TimelineVisit } from '#domain/visits/customer-page.ts'
import { notFound } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { inParallel } from '../in-parallel.ts'
import type { Order } from '../store/list-order.ts'

const atOnce = 20

/**
 * By the day it happened or, where nothing did, the moment it was planned for: of a day the visits made come after those
 * planned. No field alone says it: a visit told of late has a late number.
 */
const byTime: Order = {
  name: 'time',
  by: sql`coalesce(visited_on || 'T~', planned_at, created_at)`,
  valueIn: ({ Visited_On: day, Planned_At: planned, createdAt }) =>
    day === null ? ((planned as string | null) ?? createdAt) : `${String(day)}T~`,
  type: 'string',
}

export async function visitsOfCustomer(ctx: Context, code: string, after?: string): Promise<Timeline> {
  const { items, next } = await gate(ctx, 'read', 'visit').list({
    filters: [{ field: 'Customer_Code', test: 'is', values: [code] }],
    order: byTime,
    sort: { field: 'id', descending: true },
    limit: atOnce,
    total: false,
    ...(after && { after }),
  })
  return { items: await withNames(ctx, items), next }
}

/** The next page of it, for whoever has the first one already. */
export async function moreVisits(ctx: Context, idOrCode: string, after: string): Promise<Timeline> {
  const { Customer_Code } = await customerAt(ctx, idOrCode)
  return visitsOfCustomer(ctx, String(Customer_Code), after)
}

export async function customerAt(ctx: Context, idOrCode: string): Promise<StoredRecord> {
  const code = idOrCode.trim()
  const customer = await gate(ctx, 'read', 'customer').find(code)
  if (!customer) throw notFound(`There is no customer ${code}`)
  return customer
}

async function withNames(ctx: Context, visits: readonly StoredRecord[]): Promise<TimelineVisit[]> {
  const idsIn = (...fields: string[]): string[] => [
    ...new Set(
      visits.flatMap((visit) => fields.map((field) => visit[field])).filter((id) => typeof id === 'string'),
    ),
  ]
  const [accounts, employees] = await inParallel([
    () => accountNames(ctx, idsIn('Planned_By', 'Recorded_By')),
    () => employeeNames(ctx, idsIn('Assigned_To')),
  ])
  const nameOf = (names: ReadonlyMap<string, string>, id: unknown): string | null =>
    names.get(id as string) ?? null
  return visits.map((visit) => ({
    ...visit,
    plannedBy: nameOf(accounts, visit['Planned_By']),
    recordedBy: nameOf(accounts, visit['Recorded_By']),
    assignedTo: nameOf(employees, visit['Assigned_To']),
  })) as TimelineVisit[]
}

/** The name alone, as it stands in every history; the account itself is not shown. */
async function accountNames(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.store.read
    .selectFrom('account')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [String(row['id']), String(row['username'])]))
}

/** Empty where the account may not read employees: their numbers have to do then. */
export async function employeeNames(ctx: Context, numbers: readonly string[]): Promise<Map<string, string>> {
  if (numbers.length === 0 || !can(ctx.actor, 'read', 'employee').allowed) return new Map()
  const { items } = await gate(ctx, 'read', 'employee').list({
    filters: [{ field: 'employeeNumber', test: 'is', values: numbers }],
    sort: { field: 'employeeNumber', descending: false },
    limit: numbers.length,
    total: false,
  })
  return new Map(items.map((each) => [String(each['employeeNumber']), String(each['name'])]))
}
