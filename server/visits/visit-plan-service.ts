import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn, parseDay } from '#domain/dates.ts'
import { unreadable } from '#domain/problem.ts'
import type { PlanOrder, VisitPlan, VisitPlans } from '#domain/visits/plans.ts'
import { daysPending, recommendedDate } from '#domain/visits/schedule.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { Filter, ListQuery } from '../store/record-list.ts'
import type { Records } from '../store/records.ts'
import { dueFirst } from './visit-store.ts'

type Matching = Pick<ListQuery, 'filters' | 'search'>

/** Customers, each with the open plan if there is one. */
interface Part {
  found: (readonly [customer: StoredRecord, plan: StoredRecord | undefined])[]
  next: string | null
}

/** A page of customers with what is due and what is planned; `query` says which customers and how many. */
export async function listVisitPlans(ctx: Context, order: PlanOrder, query: ListQuery): Promise<VisitPlans> {
  const { timeZone } = ctx.config
  const now = ctx.now()
  const today = dayIn(now, timeZone)
  const { filters, search, limit } = query
  const matching: Matching = { filters, ...(search && { search }) }
  const start = query.after ? readPlace(query.after, order) : { part: order, today }
  const found: Part['found'] = []
  const answer = (next: Place | null): VisitPlans => {
    const items = found.map(([customer, plan]) => visitPlanOf(customer, plan, { now, today, timeZone }))
    return { items, next: next && writePlace(next), today, timeZone }
  }

  if (start.part === 'planned') {
    const part = await plannedFirst(ctx, matching, limit, start.after)
    found.push(...part.found)
    if (part.next) return answer({ ...start, after: part.next })
  }
  const room = limit - found.length
  const rest: Place = { part: 'due', today: start.today }
  const after = start.part === 'due' ? start.after : undefined
  // Of a full page, one more is looked for all the same, so that "next" never leads to an empty one.
  const part = await mostOverdueFirst(ctx, order, matching, Math.max(1, room), {
    ...rest,
    ...(after && { after }),
  })
  if (room === 0) return answer(part.found.length > 0 ? rest : null)
  found.push(...part.found)
  return answer(part.next ? { ...rest, after: part.next } : null)
}

const isPlanned: Filter = { field: 'Status', test: 'is', values: ['planned'] }
const byCode = { sort: { field: 'Customer_Code', descending: false }, total: false }

async function plannedFirst(
  ctx: Context,
  matching: Matching,
  limit: number,
  after: string | undefined,
): Promise<Part> {
  const others = { entity: 'customer', field: 'Customer_Code', ...matching }
  const isAll = matching.filters.length === 0 && !matching.search
  const plans = await gate(ctx, 'read', 'visit').list({
    filters: [isPlanned],
    related: isAll ? [] : [{ field: 'Customer_Code', isAmong: true, others }],
    sort: { field: 'Planned_At', descending: false },
    limit,
    total: false,
    ...(after && { after }),
  })
  const codes = plans.items.map(codeOf)
  const customers = await ofCustomers(gate(ctx, 'read', 'customer'), codes)
  const found = plans.items.flatMap((plan) => {
    const customer = customers.get(codeOf(plan))
    return customer ? [[customer, plan] as const] : []
  })
  return { found, next: plans.next }
}

async function mostOverdueFirst(
  ctx: Context,
  order: PlanOrder,
  matching: Matching,
  limit: number,
  { today, after }: Place,
): Promise<Part> {
  const visits = gate(ctx, 'read', 'visit')
  const others = { entity: 'visit', field: 'Customer_Code', filters: [isPlanned] }
  const { items, next } = await gate(ctx, 'read', 'customer').list({
    ...byCode,
    ...matching,
    // Where open plans come first, their customers have been there already.
    related: order === 'planned' ? [{ field: 'Customer_Code', isAmong: false, others }] : [],
    order: dueFirst(ctx.store.dialect, today),
    limit,
    ...(after && { after }),
  })
  const plans = await ofCustomers(visits, items.map(codeOf), [isPlanned])
  return { found: items.map((customer) => [customer, plans.get(codeOf(customer))] as const), next }
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
  const { items } = await records.list({ ...byCode, filters: [...filters, named], limit: codes.length })
  return new Map(items.map((record) => [codeOf(record), record]))
}

function visitPlanOf(
  customer: StoredRecord,
  plan: StoredRecord | undefined,
  { now, today, timeZone }: { now: Date; today: string; timeZone: string },
): VisitPlan {
  const interval = customer['Visit_In_Days'] as number
  const last = customer['Last_Visited'] as string | null
  return {
    Customer_Code: customer['Customer_Code'] as string,
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
        }
      : null,
  }
}

/** Where a page starts: in which part of the list, and after what there. */
interface Place {
  part: 'planned' | 'due'
  /** The day the first page was asked for: customers who are due "today" keep their place over midnight. */
  today: string
  after?: string
}

const writePlace = ({ part, today, after = '' }: Place): string => `${part}.${today}.${after}`

function readPlace(text: string, order: PlanOrder): Place {
  const [, part, day = '', after] = /^(planned|due)\.(\d{4}-\d{2}-\d{2})\.([\w-]*)$/.exec(text) ?? []
  const today = parseDay(day)
  if (!today || (part === 'planned' && order !== 'planned'))
    throw unreadable('The page asked for ("after") is not one this list gave out')
  return { part: part as Place['part'], today, ...(after && { after }) }
}
