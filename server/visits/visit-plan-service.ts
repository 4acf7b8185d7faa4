import { can } from '#domain/access/policy.ts'
import { dayIn } from '#domain/moments.ts'
import { notFound } from '#domain/problem.ts'
import type { Balance } from '#domain/visits/balance.ts'
import type { PlanOfCustomer } from '#domain/visits/customer-page.ts'
import type { FirmClock, VisitPlan, VisitPlans } from '#domain/visits/plans.ts'
import { daysPending, recommendedDate } from '#domain/visits/schedule.ts'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import type { Row } from '../store/dialect.ts'
import type { Filter, Related } from '../store/conditions.ts'
import type { ListQuery, Selection } from '../store/record-list.ts'
import { planSelection } from './plan-selection.ts'
import type { PlanQuery } from './plan-query.ts'
import { notOurs, partsOf, readPlace, writePlace, type Part } from './plan-parts.ts'

interface Found {
  rows: Row[]
  next: string | null
}

/** A page of customers with what is due, what is planned and what is owed; `customers` says which and how many. */
export async function listVisitPlans(
  ctx: Context,
  query: PlanQuery,
  customers: ListQuery,
): Promise<VisitPlans> {
  // What is read beside the customer is read in one statement with it, so it is asked for here.
  for (const name of ['balance', 'assignment', 'employee']) demand(ctx, 'read', name)
  const { timeZone } = ctx.config
  const now = ctx.now()
  const today = dayIn(now, timeZone)
  const { limit, after, ...matching } = customers
  const start = after ? readPlace(after) : undefined
  const asOf = start?.today ?? today
  const parts = partsOf(query.order, asOf, query.due)
  const first = start ? parts.findIndex(({ name }) => name === start.part) : 0
  if (first < 0) throw notOurs()
  const select = planSelection(today)

  const found: Row[] = []
  let next: string | null = null
  for (const [at, part] of parts.slice(first).entries()) {
    const room = limit - found.length
    const begin = at === 0 ? start?.after : undefined
    // Of a full page, one more is looked for all the same, so that "next" never leads to an empty one.
    const page = { limit: Math.max(1, room), total: false, ...(begin && { after: begin }) }
    const piece = await readPart(ctx, part, { ...matching, ...page }, query, select)
    if (room > 0) found.push(...piece.rows)
    const isMore = room > 0 ? piece.next !== null : piece.rows.length > 0
    if (!isMore) continue
    next = writePlace({ part: part.name, today: asOf, ...(room > 0 && piece.next && { after: piece.next }) })
    break
  }
  const items = found.map((row) => visitPlanOf(row, { now, today, timeZone }))
  return { items, next, today, timeZone }
}

/** The same for one customer, without the parts that the account may not read. */
export async function planOfCustomer(
  ctx: Context,
  code: string,
): Promise<FirmClock & { plan: PlanOfCustomer }> {
  const { timeZone } = ctx.config
  const now = ctx.now()
  const today = dayIn(now, timeZone)
  const { rows } = await gate(ctx, 'read', 'customer').listRows(
    {
      filters: [{ field: 'Customer_Code', test: 'is', values: [code] }],
      sort: { field: 'id', descending: false },
      limit: 1,
      total: false,
    },
    planSelection(today),
  )
  if (!rows[0]) throw notFound(`There is no customer ${code}`)
  const { Plan, Balance, Employee, ...plan } = visitPlanOf(rows[0], { now, today, timeZone })
  const mayRead = (...subjects: string[]): boolean =>
    subjects.every((subject) => can(ctx.actor, 'read', subject).allowed)
  return {
    plan: {
      ...plan,
      ...(mayRead('visit') && { Plan }),
      ...(mayRead('balance') && { Balance }),
      ...(mayRead('assignment', 'employee') && { Employee }),
    },
    today,
    timeZone,
  }
}

const isPlanned: Filter = { field: 'Status', test: 'is', values: ['planned'] }
const planOf = { entity: 'visit', field: 'Customer_Code', filters: [isPlanned] }

async function readPart(
  ctx: Context,
  part: Part,
  { search, filters, limit, total, after }: ListQuery,
  { order, related }: PlanQuery,
  select: Selection,
): Promise<Found> {
  const page = { limit, total, ...(after && { after }) }
  const ofPart = after ? part.filters : [...part.begin, ...part.filters]
  const matching = { filters: [...filters, ...ofPart], related, ...(search && { search }) }
  if (part.name === 'planned') return plannedFirst(ctx, matching, page, select)
  // Where open plans come first, their customers have been there already.
  const unplanned: Related[] =
    order === 'planned' ? [{ field: 'Customer_Code', isAmong: false, others: planOf }] : []
  const asked = { ...matching, related: [...related, ...unplanned], ...part.order, ...page }
  return gate(ctx, 'read', 'customer').listRows(asked, select)
}

type Matching = Required<Pick<ListQuery, 'filters' | 'related'>> & Pick<ListQuery, 'search'>

async function plannedFirst(
  ctx: Context,
  matching: Matching,
  page: Pick<ListQuery, 'limit' | 'total' | 'after'>,
  select: Selection,
): Promise<Found> {
  const customers = gate(ctx, 'read', 'customer')
  const others = { entity: 'customer', field: 'Customer_Code', ...customers.asked(matching) }
  const isAll = matching.filters.length + matching.related.length === 0 && !matching.search
  const plans = await gate(ctx, 'read', 'visit').list({
    filters: [isPlanned],
    related: isAll ? [] : [{ field: 'Customer_Code', isAmong: true, others }],
    sort: { field: 'Planned_At', descending: false },
    ...page,
  })
  const codes = plans.items.map((plan) => String(plan['Customer_Code']))
  if (codes.length === 0) return { rows: [], next: null }
  const { rows } = await customers.listRows(
    {
      filters: [{ field: 'Customer_Code', test: 'is', values: codes }],
      sort: { field: 'id', descending: false },
      limit: codes.length,
      total: false,
    },
    select,
  )
  const byCode = new Map(rows.map((row) => [String(row['Customer_Code']), row]))
  const inOrder = codes.map((code) => byCode.get(code)).filter((row) => row !== undefined)
  return { rows: inOrder, next: plans.next }
}

function visitPlanOf(
  row: Row,
  { now, today, timeZone }: { now: Date; today: string; timeZone: string },
): VisitPlan {
  const interval = row['Visit_In_Days'] as number
  const last = row['Last_Visited'] as string | null
  return {
    Customer_Code: row['Customer_Code'] as string,
    Customer_Name: row['Customer_Name'] as string,
    City_Code: row['City_Code'] as string,
    Visit_In_Days: interval,
    Last_Visited: last,
    Recommended_Date: recommendedDate(last, interval, today),
    Days_Since_Visit_Pending: daysPending(last, interval, now, timeZone),
    Plan: row['visit_id'] === null ? null : planIn(row),
    Balance: row['as_of'] === null ? null : balanceIn(row),
    Employee: row['employee_number'] === null ? null : employeeIn(row),
  }
}

const planIn = (row: Row): VisitPlan['Plan'] => ({
  Visit_ID: row['visit_id'] as string,
  version: row['plan_version'] as number,
  Planned_At: row['planned_at'] as string,
  Remarks: row['remarks'] as string | null,
  Assigned_To: row['assigned_to'] as string | null,
})

const balanceIn = (row: Row): Balance => ({
  As_Of: row['as_of'] as string,
  Receivable: Number(row['receivable']) / 100,
  Overdue: Number(row['overdue']) / 100,
})

const employeeIn = (row: Row): VisitPlan['Employee'] => ({
  employeeNumber: row['employee_number'] as string,
  name: row['name'] as string,
})
