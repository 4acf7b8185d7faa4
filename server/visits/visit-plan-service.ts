import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/dates.ts'
import type { Balance } from '#domain/visits/balance.ts'
import type { VisitPlan, VisitPlans } from '#domain/visits/plans.ts'
import { daysPending, recommendedDate } from '#domain/visits/schedule.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { Filter, ListQuery, Related } from '../store/record-list.ts'
import type { Records } from '../store/records.ts'
import { employeesOf } from './assignment-store.ts'
import type { PlanQuery } from './plan-query.ts'
import { notOurs, partsOf, readPlace, writePlace, type Part } from './plan-parts.ts'

interface Found {
  customers: StoredRecord[]
  next: string | null
}

/** A page of customers with what is due, what is planned and what is owed; `customers` says which and how many. */
export async function listVisitPlans(
  ctx: Context,
  query: PlanQuery,
  customers: ListQuery,
): Promise<VisitPlans> {
  const { timeZone } = ctx.config
  const now = ctx.now()
  const today = dayIn(now, timeZone)
  const { limit, after } = customers
  const start = after ? readPlace(after) : undefined
  const asOf = start?.today ?? today
  const parts = partsOf(query.order, asOf, query.due)
  const first = start ? parts.findIndex(({ name }) => name === start.part) : 0
  if (first < 0) throw notOurs()

  const found: StoredRecord[] = []
  let next: string | null = null
  for (const [at, part] of parts.slice(first).entries()) {
    const room = limit - found.length
    const begin = at === 0 ? start?.after : undefined
    // Of a full page, one more is looked for all the same, so that "next" never leads to an empty one.
    const page = { limit: Math.max(1, room), total: false, ...(begin && { after: begin }) }
    const { after: _, ...matching } = customers
    const piece = await readPart(ctx, part, { ...matching, ...page }, query)
    if (room > 0) found.push(...piece.customers)
    const isMore = room > 0 ? piece.next !== null : piece.customers.length > 0
    if (!isMore) continue
    next = writePlace({ part: part.name, today: asOf, ...(room > 0 && piece.next && { after: piece.next }) })
    break
  }
  const beside = await besides(ctx, found.map(codeOf), today)
  const items = found.map((customer) => visitPlanOf(customer, beside, { now, today, timeZone }))
  return { items, next, today, timeZone }
}

const isPlanned: Filter = { field: 'Status', test: 'is', values: ['planned'] }
const planOf = { entity: 'visit', field: 'Customer_Code', filters: [isPlanned] }

async function readPart(
  ctx: Context,
  part: Part,
  { search, filters, limit, total, after }: ListQuery,
  { order, related }: PlanQuery,
): Promise<Found> {
  const page = { limit, total, ...(after && { after }) }
  const matching = { filters: [...filters, ...part.filters], related, ...(search && { search }) }
  if (part.name === 'planned') return plannedFirst(ctx, matching, page)
  // Where open plans come first, their customers have been there already.
  const unplanned: Related[] =
    order === 'planned' ? [{ field: 'Customer_Code', isAmong: false, others: planOf }] : []
  const customers = gate(ctx, 'read', 'customer')
  const { items, next } = await customers.list({
    ...matching,
    related: [...related, ...unplanned],
    ...part.order,
    ...page,
  })
  return { customers: items, next }
}

type Matching = Required<Pick<ListQuery, 'filters' | 'related'>> & Pick<ListQuery, 'search'>

async function plannedFirst(
  ctx: Context,
  matching: Matching,
  page: Pick<ListQuery, 'limit' | 'total' | 'after'>,
): Promise<Found> {
  const others = { entity: 'customer', field: 'Customer_Code', ...matching }
  const isAll = matching.filters.length + matching.related.length === 0 && !matching.search
  const plans = await gate(ctx, 'read', 'visit').list({
    filters: [isPlanned],
    related: isAll ? [] : [{ field: 'Customer_Code', isAmong: true, others }],
    sort: { field: 'Planned_At', descending: false },
    ...page,
  })
  const codes = plans.items.map(codeOf)
  const customers = await ofCustomers(gate(ctx, 'read', 'customer'), codes)
  return { customers: codes.flatMap((code) => customers.get(code) ?? []), next: plans.next }
}

const codeOf = (record: StoredRecord): string => String(record['Customer_Code'])

/** The one record for each of these customers, by the customer's code. */
async function ofCustomers(
  records: Records,
  codes: readonly string[],
  filters: readonly Filter[] = [],
): Promise<ReadonlyMap<string, StoredRecord>> {
  if (codes.length === 0) return new Map()
  const named: Filter = { field: 'Customer_Code', test: 'is', values: codes }
  const { items } = await records.list({
    filters: [...filters, named],
    sort: { field: 'Customer_Code', descending: false },
    limit: codes.length,
    total: false,
  })
  return new Map(items.map((record) => [codeOf(record), record]))
}

/** What is known of customers beside their own record, by their codes. */
interface Beside {
  plans: ReadonlyMap<string, StoredRecord>
  balances: ReadonlyMap<string, StoredRecord>
  employees: ReadonlyMap<string, VisitPlan['Employee']>
}

async function besides(ctx: Context, codes: readonly string[], today: string): Promise<Beside> {
  const [plans, balances, employees] = await Promise.all([
    ofCustomers(gate(ctx, 'read', 'visit'), codes, [isPlanned]),
    ofCustomers(gate(ctx, 'read', 'balance'), codes),
    employeesOf(ctx, codes, today),
  ])
  return { plans, balances, employees }
}

function visitPlanOf(
  customer: StoredRecord,
  { plans, balances, employees }: Beside,
  { now, today, timeZone }: { now: Date; today: string; timeZone: string },
): VisitPlan {
  const code = codeOf(customer)
  const interval = customer['Visit_In_Days'] as number
  const last = customer['Last_Visited'] as string | null
  const plan = plans.get(code)
  const balance = balances.get(code)
  return {
    Customer_Code: code,
    Customer_Name: customer['Customer_Name'] as string,
    City_Code: customer['City_Code'] as string,
    Visit_In_Days: interval,
    Last_Visited: last,
    Recommended_Date: recommendedDate(last, interval, today),
    Days_Since_Visit_Pending: daysPending(last, interval, now, timeZone),
    Plan: plan
      ? {
          Visit_ID: plan['Visit_ID'] as string,
          Planned_At: plan['Planned_At'] as string,
          Remarks: plan['Remarks'] as string | null,
          Assigned_To: plan['Assigned_To'] as string | null,
        }
      : null,
    Balance: balance ? balanceOf(balance) : null,
    Employee: employees.get(code) ?? null,
  }
}

export const balanceOf = (record: StoredRecord): Balance => ({
  As_Of: record['As_Of'] as string,
  Receivable: record['Receivable'] as number,
  Overdue: record['Overdue'] as number,
})
