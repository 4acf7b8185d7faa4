import { setImmediate } from 'node:timers/promises'
import { ownWorkOf, placesOf } from '#domain/access/actor.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { addDays } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { invalid } from '#domain/problem.ts'
import {
  territoryLevels,
  type Coverage,
  type Glance,
  type Territory,
  type TerritoryLevel,
} from '#domain/visits/glance.ts'
import { runForAll } from '../caller.ts'
import type { Context } from '../context.ts'
import { within } from '../within.ts'
import { demand, gate } from '../gate.ts'
import type { Row } from '../store/dialect.ts'
import { lastChange } from '../store/history-store.ts'
import { readerFor } from '../store/long-reads.ts'
import type { Store } from '../store/open-store.ts'
import { namesOfEmployees } from './assignment-names.ts'
import { KeptAnswers } from './glance-kept.ts'
import * as parts from './glance-parts.ts'
import * as store from './glance-store.ts'

export interface GlanceQuery {
  level: TerritoryLevel
  /** A part of the territory, its code as somebody typed it. */
  part?: { level: TerritoryLevel; code: string }
  /** Not the kept numbers but the next ones, even if that means to wait. */
  fresh: boolean
}

const subjects = ['customer', 'visit', 'balance', 'assignment', 'employee']
const kept = new WeakMap<Store, KeptAnswers<Glance>>()

/** The numbers of the firm. Counting a million customers takes seconds, so they say themselves of what moment they are. */
export async function glance(ctx: Context, { level, part, fresh }: GlanceQuery): Promise<Glance> {
  for (const subject of subjects) demand(ctx, 'read', subject)
  const path = part ? await pathTo(ctx, part.level, part.code) : []
  const answers = kept.get(ctx.store) ?? new KeptAnswers<Glance>()
  kept.set(ctx.store, answers)
  return answers.ask({
    key: JSON.stringify([level, path.at(-1), placesOf(ctx.actor), ownWorkOf(ctx.actor)]),
    fresh,
    state: await lastChange(ctx.store.read),
    now: () => ctx.now().getTime(),
    count: async () => {
      try {
        return await runForAll(() => count(ctx, level, path))
      } catch (error) {
        ctx.log.warn({ error }, 'The numbers of the firm could not be counted')
        throw error
      }
    },
  })
}

/** From the top of the territory down to this part. */
async function pathTo(ctx: Context, level: TerritoryLevel, code: string): Promise<Territory[]> {
  const found = await gate(ctx, 'read', level).find(code)
  const { field, words } = territoryLevels.find((each) => each.level === level)!
  if (!found) throw invalid([{ field, message: `There is no ${level} ${code}` }])
  const above = territoryLevels.find((each) => each.level !== level && each.field in found)
  const own = { level, code: String(found[field]), name: String(found[`${words}_Name`]) }
  return above ? [...(await pathTo(ctx, above.level, String(found[above.field]))), own] : [own]
}

/** Rows at a time, where a table is long and nobody is served meanwhile. */
const stretch = 10_000
/** Visits have no index that leads from a large part of the territory to what was advised there: so few days at a time. */
const fewDays = 2
const mostTerritories = 60
const adviceDays = 365

async function count(ctx: Context, level: TerritoryLevel, path: Territory[]): Promise<Glance> {
  const { timeZone } = ctx.config
  const { dialect } = ctx.store
  const db = await readerFor(ctx.store.read, dialect, entityNamed('customer'))
  const now = ctx.now()
  const today = dayIn(now, timeZone)
  const own = path.at(-1)
  const inStretches = dialect.isEmbedded && (!own || own.level === 'zone')
  const limit = within(ctx, 'customer', 'customer')
  const part = own ? { column: `${own.level}_code`, code: own.code } : null
  const inside = part || limit ? { part, inStretches, limit } : null
  const column = `${level}_code`

  const alongTable = async (table: string, read: (part: store.Stretch) => Promise<Row[]>): Promise<Row[]> => {
    if (!inStretches) return read(null)
    const found = new Map<string, Row>()
    for await (const part of store.stretchesOf(db, table, stretch)) {
      parts.addUp(found, await read(part))
      await setImmediate()
    }
    return [...found.values()]
  }
  const covered = dialect.isEmbedded ? store.coverageOfEachTerritory : store.coverageByTerritory
  const territories = await covered(db, column, inside, today)
  await setImmediate()
  const money = await alongTable('balance', (part) => store.moneyByTerritory(db, column, inside, part))
  const employees = await alongTable('assignment', (part) =>
    store.coverageByEmployee(db, inside, today, part),
  )
  const adviceFrom = addDays(today, 1 - adviceDays)
  const visits: Row[] = []
  const days = inside?.inStretches ? fewDays : adviceDays
  for (let from = adviceFrom; from <= today; from = addDays(from, days)) {
    const to = addDays(from, days - 1)
    visits.push(...(await store.visitsMade(db, inside, from, to < today ? to : today)))
    await setImmediate()
  }
  const weeks = parts.weeksUntil(today, timeZone)
  parts.countVisits(weeks, visits)
  for (const week of weeks) week.missed = await store.countMissed(db, inside, week.begins, week.ends)

  const total = parts.totalOf(territories)
  const owed = parts.totalOf(money)
  const coverage = parts.coverageOf(total)
  return {
    at: now.toISOString(),
    today,
    timeZone,
    within: path,
    level,
    coverage,
    money: { ...parts.moneyOf(owed), oldestAsOf: (owed['oldest'] as string | undefined) ?? null },
    ages: parts.agesOf(total),
    ...(await territoriesOf(ctx, level, territories, money)),
    employees: await employeesOf(ctx, employees, coverage),
    weeks: weeks.map(({ begins: _, ends: _2, ...week }) => week),
    advice: parts.adviceOf(visits),
    adviceFrom,
  }
}

/** The parts with most overdue customers first; of those without any customer nothing is said. */
async function territoriesOf(
  ctx: Context,
  level: TerritoryLevel,
  rows: readonly Row[],
  money: readonly Row[],
): Promise<Pick<Glance, 'territories' | 'further'>> {
  const owed = new Map(money.map((row) => [row['code'], row]))
  const all = rows
    .map((row) => ({
      level,
      code: String(row['code']),
      coverage: parts.coverageOf(row),
      money: parts.moneyOf(owed.get(row['code']!) ?? {}),
    }))
    .filter(({ coverage }) => coverage.customers > 0)
    .toSorted(worstFirst((each) => each.code))
  const shown = all.slice(0, mostTerritories)
  const names = await store.namesOfTerritories(
    ctx.store.read,
    level,
    shown.map(({ code }) => code),
  )
  const territories = shown.map((each) => ({ ...each, name: names.get(each.code) ?? each.code }))
  return { territories, further: all.length - shown.length }
}

const worstFirst =
  <T extends { coverage: Coverage }>(nameOf: (each: T) => string) =>
  (one: T, other: T): number =>
    other.coverage.overdue - one.coverage.overdue || (nameOf(one) < nameOf(other) ? -1 : 1)

/** Whoever is with no employee is with nobody. */
async function employeesOf(ctx: Context, rows: readonly Row[], all: Coverage): Promise<Glance['employees']> {
  const names = await namesOfEmployees(
    ctx.store.read,
    rows.map((row) => String(row['code'])),
  )
  const employees = rows
    .map((row) => {
      const employeeNumber = String(row['code'])
      const employee = { employeeNumber, name: names.get(employeeNumber) ?? employeeNumber }
      return { employee, coverage: parts.coverageOf(row) }
    })
    .toSorted(worstFirst((each) => each.employee.employeeNumber))
  const looked = parts.coverageOf(parts.totalOf(rows))
  const nobody = {
    customers: all.customers - looked.customers,
    seen: all.seen - looked.seen,
    overdue: all.overdue - looked.overdue,
    never: all.never - looked.never,
  }
  return nobody.customers > 0 ? [...employees, { employee: null, coverage: nobody }] : employees
}
