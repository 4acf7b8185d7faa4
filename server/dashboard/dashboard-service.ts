import { setImmediate } from 'node:timers/promises'
import { ownWorkOf, territoryOf } from '#domain/access/actor.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { invalid } from '#domain/problem.ts'
import type { Coverage, Dashboard, Territory } from '#domain/api/visits/dashboard.ts'
import { territoryLevels, type TerritoryLevel } from '#domain/visits/dashboard.ts'
import { localNameField } from '#domain/catalogue/names/local-name.ts'
import { textAt, textOrNull } from '#domain/catalogue/values.ts'
import { ResponseCache } from '../base/cache/response-cache.ts'
import { runForAll } from '../base/caller.ts'
import type { Context } from '../core/context.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { dynamicGate, requireRight } from '../core/gate.ts'
import { lastChange } from '../store/history/history-store.ts'
import type { Condition } from '../store/dialect.ts'
import { readerFor } from '../store/long-reads.ts'
import type { Store } from '../store/store.ts'
import { namesOfEmployees } from '../assignments/assignment-names.ts'
import { noAgeing } from '#domain/balances/bills.ts'
import { addAgeing } from '../balances/ageing-store.ts'
import { lastBillUpload } from '../balances/bill-store.ts'
import * as parts from './dashboard-parts.ts'
import * as store from './dashboard-store.ts'
import { t } from '#domain/messages/t.ts'

export interface DashboardQuery {
  level: TerritoryLevel
  /** A part of the territory, with its code as sent by the client. */
  part?: { level: TerritoryLevel; code: string }
  /** Wait for new figures instead of the cached ones. */
  fresh: boolean
  /** See CacheRequest. */
  maxWait?: number
}

const subjects = ['customer', 'visit', 'balance', 'assignment', 'employee']
const caches = new WeakMap<Store, ResponseCache<Dashboard>>()

/**
 * The figures of the dashboard. Counting a million customers takes seconds, so they carry the time they were computed.
 */
export async function readDashboard(
  ctx: Context,
  { level, part, fresh, maxWait }: DashboardQuery,
): Promise<Dashboard> {
  for (const subject of subjects) requireRight(ctx, 'read', subject)
  const path = part ? await pathTo(ctx, part.level, part.code) : []
  const cache = caches.get(ctx.store) ?? new ResponseCache<Dashboard>()
  caches.set(ctx.store, cache)
  return cache.get({
    key: JSON.stringify([level, path.at(-1), territoryOf(ctx.actor), ownWorkOf(ctx.actor)]),
    fresh,
    maxWait,
    state: `${await lastChange(ctx.store.read)} ${await lastBillUpload(ctx.store.read)}`,
    now: () => ctx.now().getTime(),
    count: async () => {
      try {
        return await runForAll(() => count(ctx, level, path))
      } catch (error) {
        ctx.log.warn({ error }, 'The dashboard figures could not be computed')
        throw error
      }
    },
  })
}

/** The path from the top of the territory down to this part. */
async function pathTo(ctx: Context, level: TerritoryLevel, code: string): Promise<Territory[]> {
  const record = await dynamicGate(ctx, 'read', level).find(code)
  const { field, words } = territoryLevels.find((each) => each.level === level)!
  if (!record)
    throw invalid([
      { field, message: t('There is no {entity} {code}', { entity: t(words).toLowerCase(), code }) },
    ])
  const above = territoryLevels.find((each) => each.level !== level && each.field in record)
  const target = {
    level,
    code: textAt(record, field),
    name: textAt(record, `${words}_Name`),
    localName: textOrNull(record, localNameField),
  }
  return above ? [...(await pathTo(ctx, above.level, textAt(record, above.field))), target] : [target]
}

/** Rows per batch where a table is large and the database runs in this process. */
const batchSize = 10_000
/** No index leads from a large part of the territory to its visits, so they are read a few days at a time. */
const daysPerBatch = 7
/** Up to this number of customers are read from the index of their place, which costs less than reading every row of the firm. */
const maxUnbatched = 50_000
const maxTerritories = 60
const adviceDays = 365

async function count(ctx: Context, level: TerritoryLevel, path: Territory[]): Promise<Dashboard> {
  const { timeZone } = ctx.config
  const { dialect } = ctx.store
  const db = await readerFor(ctx.store.read, dialect, entityNamed('customer'))
  const now = ctx.now()
  const today = dayIn(now, timeZone)
  const target = path.at(-1)
  const limit = territoryFilter(ctx, 'customer', 'customer')
  const part = target ? { column: `${target.level}_code`, code: target.code } : null
  const whole = part || limit ? { part, inBatches: false, limit } : null
  const indexed = part ? [whole] : indexedParts(limit)
  const column = `${level}_code`
  const addUp = async <T, R extends { code: string }>(
    pieces: Iterable<T> | AsyncIterable<T>,
    read: (piece: T) => Promise<R[]>,
    add: (one: R, other: R) => R,
  ): Promise<R[]> => {
    const totals = new Map<string, R>()
    for await (const piece of pieces) {
      parts.addUp(totals, await read(piece), add)
      await setImmediate()
    }
    return [...totals.values()]
  }

  const isEachCounted = dialect.isEmbedded && (part !== null || !indexed)
  const readCoverage = isEachCounted ? store.coverageOfEachTerritory : store.coverageByTerritory
  const territories = await addUp(
    (!part && indexed) || [whole],
    async (scope) => [
      ...(await readCoverage(db, column, scope, today)),
      ...(await store.retiredByTerritory(db, column, scope, today)),
    ],
    parts.addCoverage,
  )
  const total = territories.reduce(parts.addCoverage, parts.noCoverage)
  const coverage = parts.coverageOf(total)

  const isSmall = coverage.customers <= maxUnbatched
  const inBatches = dialect.isEmbedded && !(indexed && isSmall)
  const scopes = (isSmall && indexed) || [whole && { ...whole, inBatches }]
  const readAll = <R extends { code: string }>(
    table: string,
    read: (scope: store.DashboardScope, range: store.CustomerRange) => Promise<R[]>,
    add: (one: R, other: R) => R,
  ): Promise<R[]> =>
    inBatches
      ? addUp(store.customerRanges(db, table, batchSize), (range) => read(scopes[0]!, range), add)
      : addUp(scopes, (scope) => read(scope, null), add)
  const money = await readAll(
    'balance',
    (scope, range) => store.moneyByTerritory(db, column, scope, range),
    parts.addMoney,
  )
  const [bills] = (await store.hasBills(db))
    ? await readAll(
        'customer',
        (scope, range) => store.ageingOfScope(db, scope, today, range),
        (one, other) => ({ code: '', ...addAgeing(one, other) }),
      )
    : []
  const employees = await readAll(
    'assignment',
    (scope, range) => store.coverageByEmployee(db, scope, today, range),
    parts.addCoverage,
  )
  const adviceFrom = addDays(today, 1 - adviceDays)
  const visits: store.VisitCountRow[] = []
  for (const scope of scopes) {
    const days = scope?.inBatches ? daysPerBatch : adviceDays
    for (let from = adviceFrom; from <= today; from = addDays(from, days)) {
      const to = addDays(from, days - 1)
      visits.push(...(await store.visitsMade(db, scope, from, to < today ? to : today)))
      await setImmediate()
    }
  }
  const weeks = parts.weeksUntil(today, timeZone)
  parts.countVisits(weeks, visits)
  // The missed visits of a week are found by an index, whatever the scope.
  const byWeek = whole && { ...whole, inBatches: true }
  for (const week of weeks) week.missed = await store.countMissed(db, byWeek, week.startsAt, week.endsAt)

  const owed = money.reduce(parts.addMoney, parts.noMoney)
  return {
    at: now.toISOString(),
    today,
    timeZone,
    within: path,
    level,
    coverage,
    money: {
      ...parts.moneyOf(owed),
      oldestAsOf: owed.oldest,
      ageing: addAgeing(noAgeing(), bills ?? noAgeing()),
    },
    ages: parts.agesOf(total),
    ...(await territoriesOf(ctx, level, territories, money)),
    employees: await coverageOfEmployees(ctx, employees, coverage),
    weeks: weeks.map(({ startsAt: _, endsAt: _2, ...week }) => week),
    advice: parts.adviceOf(visits),
    adviceFrom,
  }
}

/** The scope of an account as parts without a customer in common, each of which an index finds; undefined if there are none. */
function indexedParts(limit: Condition | undefined): store.DashboardScope[] | undefined {
  const limits = limit?.partition ? [limit] : limit?.disjointParts
  return limits?.map((each) => ({ part: null, inBatches: false, limit: each }))
}

/** Territories with the most overdue customers first; those without customers are left out. */
async function territoriesOf(
  ctx: Context,
  level: TerritoryLevel,
  rows: readonly store.CoverageRow[],
  money: readonly store.MoneyRow[],
): Promise<Pick<Dashboard, 'territories' | 'further'>> {
  const owed = new Map(money.map((row) => [row.code, row]))
  const all = rows
    .map((row) => ({
      level,
      code: row.code,
      coverage: parts.coverageOf(row),
      money: parts.moneyOf(owed.get(row.code) ?? parts.noMoney),
    }))
    .filter(({ coverage }) => coverage.customers > 0)
    .toSorted(worstFirst((each) => each.code))
  const listed = all.slice(0, maxTerritories)
  const names = await store.namesOfTerritories(
    ctx.store.read,
    level,
    listed.map(({ code }) => code),
  )
  const territories = listed.map((each) => ({
    ...each,
    ...(names.get(each.code) ?? { name: each.code, localName: null }),
  }))
  return { territories, further: all.length - listed.length }
}

const worstFirst =
  <T extends { coverage: Coverage }>(nameOf: (each: T) => string) =>
  (one: T, other: T): number =>
    other.coverage.overdue - one.coverage.overdue || (nameOf(one) < nameOf(other) ? -1 : 1)

/** Customers without an assignment are counted under no employee. */
async function coverageOfEmployees(
  ctx: Context,
  rows: readonly store.CoverageRow[],
  all: Coverage,
): Promise<Dashboard['employees']> {
  const names = await namesOfEmployees(
    ctx.store.read,
    rows.map((row) => row.code),
  )
  const employees = rows
    .map((row) => {
      const employeeNumber = row.code
      const employee = { employeeNumber, name: names.get(employeeNumber) ?? employeeNumber }
      return { employee, coverage: parts.coverageOf(row) }
    })
    .toSorted(worstFirst((each) => each.employee.employeeNumber))
  const ownedCoverage = parts.coverageOf(rows.reduce(parts.addCoverage, parts.noCoverage))
  const withoutOwner = {
    customers: all.customers - ownedCoverage.customers,
    seen: all.seen - ownedCoverage.seen,
    overdue: all.overdue - ownedCoverage.overdue,
    never: all.never - ownedCoverage.never,
  }
  return withoutOwner.customers > 0 ? [...employees, { employee: null, coverage: withoutOwner }] : employees
}
