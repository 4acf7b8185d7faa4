import { ownWorkOf, territoryOf } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import type {
  ComparedVisit,
  ComparedVisits,
  PersonResults,
  PlanResults,
  PlanResultsQuery,
} from '#domain/api/visit-plans/plan-results.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { invalid } from '#domain/problem.ts'
import { addMonths } from '#domain/visits/calendar.ts'
import { territoryLevels } from '#domain/visits/dashboard.ts'
import { noCounts, resultOf } from '#domain/visit-plans/plan-results.ts'
import { namesOfEmployees } from '../assignments/assignment-names.ts'
import { namesOfCustomers } from '../assignments/handover-store.ts'
import { codesIn } from '../access/membership.ts'
import { ownEmployee } from '../assignments/own-employee.ts'
import { runForAll } from '../base/caller.ts'
import { inParallel } from '../base/in-parallel.ts'
import type { Context } from '../core/context.ts'
import { gate, requireRight } from '../core/gate.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { ResponseCache } from '../base/cache/response-cache.ts'
import { lastChange } from '../store/history/history-store.ts'
import { readerFor } from '../store/long-reads.ts'
import type { Store } from '../store/store.ts'
import * as store from './result-store.ts'
import { t } from '#domain/messages/t.ts'

/** Customers and employees are read in the same statements as the visits, so their rights are checked here. */
function requireRights(ctx: Context): void {
  for (const subject of ['visit', 'customer', 'employee', 'city']) requireRight(ctx, 'read', subject)
}

type Person = NonNullable<store.ResultScope['person']>

/** A query with its days. */
type Period = Pick<PlanResults, 'from' | 'to' | 'today' | 'timeZone'>

function periodOf(ctx: Context, { from, to }: Pick<PlanResultsQuery, 'from' | 'to'>): Period {
  const { timeZone } = ctx.config
  const today = dayIn(ctx.now(), timeZone)
  if (from !== undefined && to !== undefined) return { from, to, today, timeZone }
  const first = `${today.slice(0, 8)}01`
  return { from: first, to: addDays(addMonths(first, 1), -1), today, timeZone }
}

/** `none`, `mine` or the number of an employee in scope. */
async function personOf(ctx: Context, named: string): Promise<Person> {
  if (/^none$/i.test(named.trim())) return { employee: null, accounts: [] }
  const number = /^mine$/i.test(named.trim()) ? await ownEmployee(ctx) : named.trim()
  const found = number === null ? undefined : await gate(ctx, 'read', 'employee').find(number)
  if (!found)
    throw invalid([
      {
        field: 'employee',
        message:
          number === null
            ? t('Your account has no employee: an employee with the same e-mail address')
            : t('There is no employee {number} here', { number }),
      },
    ])
  const employee = found.employeeNumber
  return { employee, accounts: await store.accountsOfEmployee(ctx.store.read, employee) }
}

const comparesStops = ({ actor }: Context): boolean =>
  ['workPlan', 'workPlanStop'].every((subject) => can(actor, 'read', subject).allowed)

function scopeOf(
  ctx: Context,
  query: PlanResultsQuery,
  period: Period,
  person: Person | undefined,
): store.ResultScope {
  return {
    ...period,
    limit: territoryFilter(ctx, 'visit', 'visit'),
    territory: territoryLevels.flatMap(({ level, field }) => {
      const code = query[field]?.trim()
      return code ? [{ column: `${level}_code`, code }] : []
    }),
    ...(person && { person }),
    ...(comparesStops(ctx) && { stops: { limit: territoryFilter(ctx, 'customer', 'customer') } }),
  }
}

const caches = new WeakMap<Store, ResponseCache<PlanResults>>()

/** The figures of a large firm take a while, so they are kept until a record changes. */
export async function readPlanResults(ctx: Context, query: PlanResultsQuery): Promise<PlanResults> {
  requireRights(ctx)
  const period = periodOf(ctx, query)
  const person = query.employee?.trim() ? await personOf(ctx, query.employee) : undefined
  const cache = caches.get(ctx.store) ?? new ResponseCache<PlanResults>()
  caches.set(ctx.store, cache)
  const { actor } = ctx
  const territory = territoryLevels.map(({ field }) => query[field]?.trim() ?? '')
  return cache.get({
    key: JSON.stringify([
      period,
      person,
      territory,
      territoryOf(actor),
      ownWorkOf(actor),
      comparesStops(ctx),
    ]),
    fresh: false,
    state: await lastChange(ctx.store.read),
    now: () => ctx.now().getTime(),
    count: () => runForAll(() => countResults(ctx, scopeOf(ctx, query, period, person))),
  })
}

type Counts = Omit<PersonResults, 'employee'>

const noResults = (): Counts => ({ ...noCounts(), reasons: [] })

async function countResults(ctx: Context, scope: store.ResultScope): Promise<PlanResults> {
  const db = await readerFor(ctx.store.read, ctx.store.dialect, entityNamed('visit'))
  const [planned, unplanned] = await inParallel([
    () => store.countPlanned(db, scope),
    () => store.countUnplanned(db, scope),
  ])
  const employeeOf = await employeesOf(ctx, [...planned, ...unplanned])
  const people = new Map<string | null, Counts>()
  const total = noResults()
  // A joint visit counts for everyone who took part, and once in the total.
  const countsOf = (row: store.PlannedRow | store.UnplannedRow): Counts[] => {
    const everyone = new Set([employeeOf(row), ...(row.joined === null ? [] : codesIn(row.joined))])
    const asked = scope.person
    const own = [...everyone].filter((each) => !asked || each === asked.employee)
    return [
      ...own.map((employee) => {
        const counts = people.get(employee) ?? noResults()
        people.set(employee, counts)
        return counts
      }),
      total,
    ]
  }
  // The accounts of "none" are those without an employee, which only shows here.
  const isAsked = (row: { employee: string | null; account: string | null }): boolean =>
    scope.person?.employee !== null || employeeOf(row) === null
  for (const row of planned.filter(isAsked)) {
    const result = resultOf({ ...row, isMoved: row.moved === 1, isPast: row.past === 1 })
    for (const counts of countsOf(row)) {
      counts.planned += row.visits
      counts.results[result] += row.visits
      if (result === 'missed' || result === 'cancelled') addReason(counts, result, row)
    }
  }
  for (const row of unplanned.filter(isAsked))
    for (const counts of countsOf(row)) counts.unplanned += row.visits
  const numbers = [...people.keys()].filter((number) => number !== null)
  const names = await namesOfEmployees(ctx.store.read, numbers)
  const { from, to, today, timeZone } = scope
  return {
    at: ctx.now().toISOString(),
    today,
    timeZone,
    from,
    to,
    ...sorted(total),
    people: [...people]
      .map(([number, counts]) => ({
        employee: number === null ? null : { employeeNumber: number, name: names.get(number) ?? number },
        ...sorted(counts),
      }))
      .toSorted(byPlanned),
  }
}

function addReason(counts: Counts, result: 'missed' | 'cancelled', row: store.PlannedRow): void {
  const reason = row.reason?.trim() || null
  const found = counts.reasons.find((each) => each.result === result && each.reason === reason)
  if (found) found.visits += row.visits
  else counts.reasons.push({ result, reason, visits: row.visits })
}

const sorted = (counts: Counts): Counts => ({
  ...counts,
  reasons: counts.reasons.toSorted(
    (one, other) => other.visits - one.visits || ((one.reason ?? '') < (other.reason ?? '') ? -1 : 1),
  ),
})

function byPlanned(one: PersonResults, other: PersonResults): number {
  if (!one.employee || !other.employee) return one.employee ? -1 : 1
  return (
    other.planned - one.planned ||
    other.unplanned - one.unplanned ||
    (one.employee.employeeNumber < other.employee.employeeNumber ? -1 : 1)
  )
}

/** The employee of a visit: the one it is assigned to, else the one of the account. */
async function employeesOf(
  ctx: Context,
  rows: readonly { account: string | null }[],
): Promise<(row: { employee: string | null; account: string | null }) => string | null> {
  const accounts = rows.flatMap(({ account }) => account ?? [])
  const byAccount = await store.employeesOfAccounts(ctx.store.read, accounts)
  return ({ employee, account }) => employee ?? (account === null ? null : (byAccount.get(account) ?? null))
}

const maxVisits = 1000

/** The visits of one person, by day. */
export async function listComparedVisits(
  ctx: Context,
  query: PlanResultsQuery & { employee: string },
  limit = maxVisits,
): Promise<ComparedVisits> {
  requireRights(ctx)
  const period = periodOf(ctx, query)
  const person = await personOf(ctx, query.employee)
  const scope = scopeOf(ctx, query, period, person)
  const db = await readerFor(ctx.store.read, ctx.store.dialect, entityNamed('visit'))
  const found = await store.listCompared(db, scope, limit + 1)
  const employeeOf = await employeesOf(ctx, found)
  const rows = found.slice(0, limit).filter(
    // The accounts of "none" are those without an employee.
    ({ account }) => person.employee !== null || employeeOf({ employee: null, account }) === null,
  )
  const codes = [...new Set(rows.map((row) => row.customer_code!))]
  const [customers, names] = await inParallel([
    () => namesOfCustomers(ctx.store.read, codes),
    () => namesOfEmployees(ctx.store.read, person.employee === null ? [] : [person.employee]),
  ])
  const byCode = new Map(customers.map((row) => [row.customer_code, row]))
  const { today, timeZone } = period
  const dayOf = (timestamp: string): string => dayIn(new Date(timestamp), timeZone)
  return {
    ...period,
    employee:
      person.employee === null
        ? null
        : { employeeNumber: person.employee, name: names.get(person.employee) ?? person.employee },
    items: rows.map((row): ComparedVisit => {
      const customer = byCode.get(row.customer_code!)
      const isMoved = row.moved_from !== null
      return {
        Visit_ID: row.visit_id,
        Customer_Code: row.customer_code!,
        Customer_Name: customer?.customer_name ?? row.customer_code!,
        Local_Name: customer?.local_name ?? null,
        City_Name: customer?.city_name ?? '',
        City_Local_Name: customer?.city_local_name ?? null,
        result:
          row.day === null
            ? 'unplanned'
            : resultOf({
                ...row,
                isMoved,
                isPast: (row.planned_at === null ? row.day : dayOf(row.planned_at)) < today,
              }),
        plannedOn: row.day,
        movedTo: isMoved && row.day !== null ? dayOf(row.planned_at!) : null,
        Visited_On: row.visited_on,
        Contact_Mode: row.contact_mode,
        Reason: row.reason,
      }
    }),
    hasMore: found.length > limit,
  }
}
