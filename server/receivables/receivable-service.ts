import { latestPromisesOf, type JudgedPromise } from '../promises/promise-of-visit.ts'
import { ownWorkOf, territoryOf } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import type {
  Receivable,
  ReceivableQuery,
  Receivables,
  ReceivableTotals,
} from '#domain/api/money/receivables.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { levelBelow, territoryLevels } from '#domain/visits/dashboard.ts'
import { assignedTo } from '../assignments/assigned-to.ts'
import { namesOfEmployees } from '../assignments/assignment-names.ts'
import { runForAll } from '../base/caller.ts'
import { inParallel } from '../base/in-parallel.ts'
import type { Context } from '../core/context.ts'
import { gate, requireRight } from '../core/gate.ts'
import { ResponseCache } from '../base/cache/response-cache.ts'
import { namesOfTerritories } from '../dashboard/dashboard-store.ts'
import { lastChange } from '../store/history/history-store.ts'
import type { Filter, Matching, Related } from '../store/query/conditions.ts'
import { readerFor } from '../store/long-reads.ts'
import type { Store } from '../store/store.ts'
import { ageingOfCustomers, hasBillOf, isAboveLimit } from '../balances/ageing-store.ts'
import { lastBillUpload } from '../balances/bill-store.ts'
import {
  ageingOfMatching,
  byOverdue,
  overdueSince,
  receivableSelection,
  sumsOf,
  type OverdueSince,
  type ReceivableRow,
  type SumRow,
} from './receivable-store.ts'

const todayOf = (ctx: Context): string => dayIn(ctx.now(), ctx.config.timeZone)

/** Customers, owners and territories are read in the same statement as the balances, so their rights are checked here. */
function requireRights(ctx: Context): void {
  for (const subject of ['balance', 'customer', 'assignment', 'employee', 'city'])
    requireRight(ctx, 'read', subject)
}

const onePaisa = 1

/** The balances that match; the same for the list, the totals and the export. */
function matchingIn(ctx: Context, query: ReceivableQuery): Matching & { filters: readonly Filter[] } {
  const { q, show, age, employee } = query
  const territory = territoryLevels.flatMap(({ field }): Filter[] => {
    const code = query[field]?.trim()
    return code ? [{ field, test: 'is', values: [code] }] : []
  })
  const search = q?.trim()
  const conditions = [
    ...(show === 'above-limit' ? [isAboveLimit] : []),
    ...(age ? [hasBillOf(age, todayOf(ctx))] : []),
  ]
  const customers = (): Related => {
    const matching = { filters: territory, conditions, ...(search && { search }) }
    return {
      field: 'Customer_Code',
      isAmong: true,
      others: {
        entity: 'customer',
        field: 'Customer_Code',
        ...gate(ctx, 'read', 'customer').inScope(matching),
      },
    }
  }
  const owner = employee?.trim()
  // For an account that sees few customers, SQLite then starts with these instead of the largest amounts of the firm.
  const isLimited = territoryOf(ctx.actor) !== undefined && !ctx.store.dialect.reordersSemiJoins
  return {
    filters: show === 'overdue' ? [{ field: 'Overdue', test: 'from', values: [onePaisa] }] : [],
    related: [
      ...(search || territory.length > 0 || conditions.length > 0 || isLimited ? [customers()] : []),
      ...(owner ? [assignedTo(/^none$/i.test(owner) ? null : owner, todayOf(ctx))] : []),
    ],
  }
}

/** A page of balances with their customers, the largest overdue amount first. */
export async function listReceivables(
  ctx: Context,
  { limit, after, ...query }: ReceivableQuery & { limit: number; after?: string | undefined },
): Promise<Receivables> {
  requireRights(ctx)
  const today = todayOf(ctx)
  const { rows, next } = await gate(ctx, 'read', 'balance').listRows(
    {
      ...matchingIn(ctx, query),
      sort: { field: 'Overdue', descending: true },
      order: byOverdue,
      limit,
      total: false,
      ...(after && { after }),
    },
    receivableSelection(today),
  )
  const since = can(ctx.actor, 'history', 'balance').allowed
    ? await overdueSince(ctx.store.read, rows)
    : new Map<string, OverdueSince>()
  const ages = await ageingOfCustomers(
    ctx.store.read,
    rows.map((row) => row.customer_id),
    today,
  )
  const promises = can(ctx.actor, 'read', 'visit').allowed
    ? await latestPromisesOf(
        ctx.store.read,
        rows.map((row) => row.customer_code),
      )
    : new Map<string, JudgedPromise>()
  return {
    items: rows.map((row) => {
      const promise = promises.get(row.customer_code)
      return {
        ...receivableOf(row, since.get(row.id) ?? null),
        ageing: ages.get(row.customer_id) ?? null,
        ...(promise && { promise }),
      }
    }),
    next,
    today,
    timeZone: ctx.config.timeZone,
  }
}

const receivableOf = (row: ReceivableRow, since: OverdueSince | null): Omit<Receivable, 'ageing'> => ({
  Customer_ID: row.customer_id,
  Customer_Code: row.customer_code,
  Customer_Name: row.customer_name,
  Local_Name: row.local_name,
  Customer_Phone: row.customer_phone,
  City_Code: row.city_code,
  City_Name: row.city_name,
  City_Local_Name: row.city_local_name,
  Employee:
    row.employee_number === null
      ? null
      : { employeeNumber: row.employee_number, name: row.employee_name ?? row.employee_number },
  As_Of: row.as_of,
  Receivable: row.receivable / 100,
  Overdue: row.overdue / 100,
  since,
  Credit_Limit: row.credit_limit === null ? null : row.credit_limit / 100,
})

type Sums = Pick<ReceivableTotals, 'customers' | 'debtors' | 'receivable' | 'overdue'>

const caches = new WeakMap<Store, ResponseCache<ReceivableTotals>>()

/** Adding up all balances takes a while in a large firm, so the totals are kept until a record changes. */
export async function sumReceivables(ctx: Context, query: ReceivableQuery): Promise<ReceivableTotals> {
  requireRights(ctx)
  const cache = caches.get(ctx.store) ?? new ResponseCache<ReceivableTotals>()
  caches.set(ctx.store, cache)
  const { actor, store } = ctx
  const isMasked = gate(ctx, 'read', 'customer').hidden.length > 0
  const filters = Object.entries(query).filter(([, value]) => value)
  return cache.get({
    key: JSON.stringify([filters.toSorted(), todayOf(ctx), territoryOf(actor), ownWorkOf(actor), isMasked]),
    fresh: false,
    state: `${await lastChange(store.read)} ${await lastBillUpload(store.read)}`,
    now: () => ctx.now().getTime(),
    count: () => runForAll(() => addUpAll(ctx, query)),
  })
}

async function addUpAll(ctx: Context, query: ReceivableQuery): Promise<ReceivableTotals> {
  const deepest = territoryLevels.findLast(({ field }) => query[field]?.trim())
  const level = levelBelow(deepest?.field)
  const { dialect } = ctx.store
  const entity = entityNamed('balance')
  const reader = await readerFor(ctx.store.read, dialect, entity)
  const matching = gate(ctx, 'read', 'balance').inScope(matchingIn(ctx, query))
  const rows = await sumsOf(reader, dialect, matching, { column: `${level}_code`, day: todayOf(ctx) })
  const people = Map.groupBy(rows, ({ employee }) => employee)
  const territories = Map.groupBy(rows, ({ territory }) => territory)
  const [employeeNames, territoryNames] = await inParallel([
    () =>
      namesOfEmployees(
        ctx.store.read,
        [...people.keys()].filter((number) => number !== null),
      ),
    () => namesOfTerritories(ctx.store.read, level, [...territories.keys()]),
  ])
  const days = rows.flatMap(({ oldest, newest }) => [oldest, newest]).toSorted()
  return {
    ...addUp(rows),
    ageing: await ageingOfMatching(reader, dialect, matching, todayOf(ctx)),
    aboveLimit: rows.reduce((sum, row) => sum + row.above_limit, 0),
    oldestAsOf: days[0] ?? null,
    newestAsOf: days.at(-1) ?? null,
    people: [...people]
      .map(([number, own]) => ({
        employee:
          number === null ? null : { employeeNumber: number, name: employeeNames.get(number) ?? number },
        ...addUp(own),
      }))
      .toSorted(byOverdueFirst((each) => each.employee?.employeeNumber ?? '')),
    level,
    territories: [...territories]
      .map(([code, own]) => ({
        code,
        ...(territoryNames.get(code) ?? { name: code, localName: null }),
        ...addUp(own),
      }))
      .toSorted(byOverdueFirst((each) => each.code)),
  }
}

/** Added in paise, which are whole numbers. */
function addUp(rows: readonly SumRow[]): Sums {
  const sum = (name: 'customers' | 'debtors' | 'receivable' | 'overdue'): number =>
    rows.reduce((total, row) => total + row[name], 0)
  return {
    customers: sum('customers'),
    debtors: sum('debtors'),
    receivable: sum('receivable') / 100,
    overdue: sum('overdue') / 100,
  }
}

const byOverdueFirst =
  <T extends Sums>(keyOf: (each: T) => string) =>
  (one: T, other: T): number =>
    other.overdue - one.overdue || other.receivable - one.receivable || (keyOf(one) < keyOf(other) ? -1 : 1)
