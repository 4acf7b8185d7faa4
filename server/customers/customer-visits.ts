import { sql } from 'kysely'
import { can } from '#domain/access/policy.ts'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import type { Timeline, TimelineVisit } from '#domain/api/visits/customer-page.ts'
import { notFound } from '#domain/problem.ts'
import { textAt, textOrNull } from '#domain/catalogue/values.ts'
import { findRecord } from '../records/record-service.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { inParallel } from '../base/in-parallel.ts'
import { secondNamesOf } from '../visits/second-names.ts'
import type { Order } from '../store/query/list-order.ts'
import { t } from '#domain/messages/t.ts'

const pageSize = 20

/**
 * Sorted by the day a visit was made or, if it was not, by its planned time; on one day, visits made come after planned
 * ones. No single field gives this order: a visit recorded late has a late number.
 */
const byTime: Order = {
  name: 'time',
  by: sql`coalesce(visited_on || 'T~', planned_at, created_at)`,
  valueIn: (visit) => {
    const day = textOrNull(visit, 'Visited_On')
    return day === null ? (textOrNull(visit, 'Planned_At') ?? textAt(visit, 'createdAt')) : `${day}T~`
  },
  type: 'string',
}

export async function visitsOfCustomer(ctx: Context, code: string, after?: string): Promise<Timeline> {
  const { items, next } = await gate(ctx, 'read', 'visit').list({
    filters: [{ field: 'Customer_Code', test: 'is', values: [code] }],
    order: byTime,
    sort: { field: 'id', descending: true },
    limit: pageSize,
    total: false,
    ...(after && { after }),
  })
  return { items: await withNames(ctx, items), names: await secondNamesOf(ctx, items), next }
}

/** The pages after the first one. */
export async function moreVisits(ctx: Context, idOrCode: string, after?: string): Promise<Timeline> {
  const { Customer_Code } = await findCustomer(ctx, idOrCode)
  return visitsOfCustomer(ctx, Customer_Code, after)
}

export async function findCustomer(ctx: Context, idOrCode: string): Promise<RecordNamed<'customer'>> {
  const code = idOrCode.trim()
  const customer = await findRecord(ctx, 'customer', code)
  if (!customer) throw notFound(t('There is no customer {code}', { code }))
  return customer
}

async function withNames(ctx: Context, visits: readonly RecordNamed<'visit'>[]): Promise<TimelineVisit[]> {
  const idsIn = (...fields: ('Planned_By' | 'Recorded_By' | 'Assigned_To')[]): string[] => [
    ...new Set(visits.flatMap((visit) => fields.flatMap((field) => visit[field] ?? []))),
  ]
  const [accounts, employees] = await inParallel([
    () => accountNames(ctx, idsIn('Planned_By', 'Recorded_By')),
    () =>
      employeeNames(ctx, [
        ...new Set([...idsIn('Assigned_To'), ...visits.flatMap(({ Joined_By }) => Joined_By ?? [])]),
      ]),
  ])
  const nameOf = (names: ReadonlyMap<string, string>, id: string | null): string | null =>
    id === null ? null : (names.get(id) ?? null)
  return visits.map((visit) => ({
    ...visit,
    plannedBy: nameOf(accounts, visit.Planned_By),
    recordedBy: nameOf(accounts, visit.Recorded_By),
    assignedTo: nameOf(employees, visit.Assigned_To),
    // An employee outside the scope of the account is shown by the number.
    ...(visit.Joined_By?.length && {
      joinedBy: visit.Joined_By.map((number) => employees.get(number) ?? number),
    }),
  }))
}

/** Only the names, as in every history; no other data of the account. */
async function accountNames(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.store.read
    .selectFrom('account')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.username]))
}

/** Empty if the account may not read employees; their numbers are shown instead. */
export async function employeeNames(ctx: Context, numbers: readonly string[]): Promise<Map<string, string>> {
  if (numbers.length === 0 || !can(ctx.actor, 'read', 'employee').allowed) return new Map()
  const { items } = await gate(ctx, 'read', 'employee').list({
    filters: [{ field: 'employeeNumber', test: 'is', values: numbers }],
    sort: { field: 'employeeNumber', descending: false },
    limit: numbers.length,
    total: false,
  })
  return new Map(items.map((each) => [each.employeeNumber, each.name]))
}
