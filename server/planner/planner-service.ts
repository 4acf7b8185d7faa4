import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { retiredOnField } from '#domain/catalogue/reading/retired.ts'
import { can } from '#domain/access/policy.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { notFound } from '#domain/problem.ts'
import type { PlanOfCustomer } from '#domain/api/visits/customer-page.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { VisitPlan, VisitPlans } from '#domain/api/visits/plans.ts'
import { daysPending, recommendedDate } from '#domain/visits/schedule.ts'
import type { Context } from '../core/context.ts'
import { requireRight, gate } from '../core/gate.ts'
import type { Filter, Related } from '../store/query/conditions.ts'
import type { ListQuery, Selection } from '../store/query/record-list.ts'
import { planSelection, type PlanRow } from './plan-selection.ts'
import type { PlanQuery } from './plan-query.ts'
import { invalidCursor, sectionsOf, readPlanCursor, writePlanCursor, type PlanSection } from './plan-parts.ts'
import { referenceNames } from '../records/reference-names.ts'
import { t } from '#domain/messages/t.ts'

interface SectionPage {
  rows: PlanRow[]
  next: string | null
}

/** A page of customers with due day, open plan and balance; `customers` has the filters and the page size. */
export async function listVisitPlans(
  ctx: Context,
  query: PlanQuery,
  customers: ListQuery,
): Promise<VisitPlans> {
  // The joined tables are read in the same statement as the customer, so their rights are checked here.
  for (const name of ['balance', 'assignment', 'employee']) requireRight(ctx, 'read', name)
  const { timeZone } = ctx.config
  const now = ctx.now()
  const today = dayIn(now, timeZone)
  const { limit, after, ...matching } = customers
  const start = after ? readPlanCursor(after) : undefined
  const asOf = start?.today ?? today
  const sections = sectionsOf(query.order, asOf, query.due)
  const first = start ? sections.findIndex(({ name }) => name === start.section) : 0
  if (first < 0) throw invalidCursor()
  const select = planSelection(today)

  const rows: PlanRow[] = []
  let next: string | null = null
  for (const [at, section] of sections.slice(first).entries()) {
    const remaining = limit - rows.length
    const sectionStart = at === 0 ? start?.after : undefined
    // A full page still looks for one more row, so that "next" never leads to an empty page.
    const page = { limit: Math.max(1, remaining), total: false, ...(sectionStart && { after: sectionStart }) }
    const sectionPage = await readSection(ctx, section, { ...matching, ...page }, query, select)
    if (remaining > 0) rows.push(...sectionPage.rows)
    const hasMore = remaining > 0 ? sectionPage.next !== null : sectionPage.rows.length > 0
    if (!hasMore) continue
    next = writePlanCursor({
      section: section.name,
      today: asOf,
      ...(remaining > 0 && sectionPage.next && { after: sectionPage.next }),
    })
    break
  }
  const items = rows.map((row) => visitPlanOf(row, { now, today, timeZone }))
  const cities = items.map(({ City_Code }) => ({ City_Code }))
  const { City_Code: names = {} } = await referenceNames(ctx, entityNamed('customer'), cities)
  const named = items.map((item) => {
    const name = names[item.City_Code]
    return name === undefined ? item : { ...item, City_Name: name }
  })
  return { items: named, next, today, timeZone }
}

/** The same for one customer, without the members that the account may not read. */
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
  if (!rows[0]) throw notFound(t('There is no customer {code}', { code }))
  const { Plan, Balance, Credit_Limit, Employee, ...plan } = visitPlanOf(rows[0], { now, today, timeZone })
  const mayRead = (...subjects: string[]): boolean =>
    subjects.every((subject) => can(ctx.actor, 'read', subject).allowed)
  return {
    plan: {
      ...plan,
      ...(mayRead('visit') && { Plan }),
      ...(mayRead('balance') && { Balance, Credit_Limit }),
      ...(mayRead('assignment', 'employee') && { Employee }),
    },
    today,
    timeZone,
  }
}

const isActive: Filter = { field: retiredOnField, test: 'is', values: [null] }
const isPlanned: Filter = { field: 'Status', test: 'is', values: ['planned'] }
const openPlanRelation = { entity: 'visit', field: 'Customer_Code', filters: [isPlanned] }

async function readSection(
  ctx: Context,
  section: PlanSection,
  { search, filters, limit, total, after }: ListQuery,
  { order, related, conditions }: PlanQuery,
  select: Selection<PlanRow>,
): Promise<SectionPage> {
  const page = { limit, total, ...(after && { after }) }
  const sectionFilters = after ? section.filters : [...section.start, ...section.filters]
  // An open plan of a retired customer is shown until it is cancelled.
  const active: Filter[] = section.name === 'planned' ? [] : [isActive]
  const matching = {
    filters: [...filters, ...sectionFilters, ...active],
    related,
    conditions,
    ...(search && { search }),
  }
  if (section.name === 'planned') return plannedFirst(ctx, matching, page, select)
  // Where open plans come first, their customers were listed already.
  const unplanned: Related[] =
    order === 'planned' ? [{ field: 'Customer_Code', isAmong: false, others: openPlanRelation }] : []
  const query = { ...matching, related: [...related, ...unplanned], ...section.order, ...page }
  return gate(ctx, 'read', 'customer').listRows(query, select)
}

type CustomerFilter = Required<Pick<ListQuery, 'filters' | 'related' | 'conditions'>> &
  Pick<ListQuery, 'search'>

async function plannedFirst(
  ctx: Context,
  matching: CustomerFilter,
  page: Pick<ListQuery, 'limit' | 'total' | 'after'>,
  select: Selection<PlanRow>,
): Promise<SectionPage> {
  const customers = gate(ctx, 'read', 'customer')
  const others = { entity: 'customer', field: 'Customer_Code', ...customers.inScope(matching) }
  const { filters, related, conditions } = matching
  const isAll = filters.length + related.length + conditions.length === 0 && !matching.search
  const plans = await gate(ctx, 'read', 'visit').list({
    filters: [isPlanned],
    related: isAll ? [] : [{ field: 'Customer_Code', isAmong: true, others }],
    sort: { field: 'Planned_At', descending: false },
    ...page,
  })
  const codes = plans.items.flatMap((plan) => plan.Customer_Code ?? [])
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
  const byCode = new Map(rows.map((row) => [row.Customer_Code, row]))
  const inOrder = codes.map((code) => byCode.get(code)).filter((row) => row !== undefined)
  return { rows: inOrder, next: plans.next }
}

function visitPlanOf(
  row: PlanRow,
  { now, today, timeZone }: { now: Date; today: string; timeZone: string },
): VisitPlan {
  const interval = row.Visit_In_Days
  const last = row.Last_Visited
  return {
    Customer_ID: row.id,
    Customer_Code: row.Customer_Code,
    Customer_Name: row.Customer_Name,
    Local_Name: row.Local_Name,
    Customer_Phone: row.Customer_Phone,
    Street: row.Street,
    City_Code: row.City_Code,
    Pin_Code: row.Pin_Code,
    Visit_In_Days: interval,
    Last_Visited: last,
    Recommended_Date: recommendedDate(last, interval, today),
    Days_Since_Visit_Pending: daysPending(last, interval, now, timeZone),
    Plan:
      row.visit_id === null
        ? null
        : {
            Visit_ID: row.visit_id,
            version: row.plan_version,
            Planned_At: row.planned_at!,
            Remarks: row.remarks,
            Assigned_To: row.assigned_to,
          },
    Balance:
      row.as_of === null
        ? null
        : { As_Of: row.as_of, Receivable: row.receivable / 100, Overdue: row.overdue / 100 },
    Credit_Limit: row.Credit_Limit === null ? null : row.Credit_Limit / 100,
    Employee: row.employee_number === null ? null : { employeeNumber: row.employee_number, name: row.name },
  }
}
