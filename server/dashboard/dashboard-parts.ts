import { addDays, daysBetween } from '#domain/dates/dates.ts'
import { instantAt } from '#domain/dates/moments.ts'
import type { Coverage, Dashboard, MoneyOwed, WeekOfVisits } from '#domain/api/visits/dashboard.ts'
import type { CoverageRow, MoneyRow, VisitCountRow } from './dashboard-store.ts'

export const agesOf = ({ age0, age1, age2, age3 }: CoverageRow): number[] => [age0, age1, age2, age3]

export function coverageOf(row: CoverageRow): Coverage {
  const overdue = agesOf(row).reduce((sum, count) => sum + count, 0)
  const { seen, never } = row
  return { customers: seen + overdue + never, seen, overdue, never }
}

/** The table stores paise. */
export const moneyOf = ({ receivable, overdue, debtors }: MoneyRow): MoneyOwed => ({
  receivable: receivable / 100,
  overdue: overdue / 100,
  debtors,
})

export const addCoverage = (one: CoverageRow, other: CoverageRow): CoverageRow => ({
  code: one.code,
  seen: one.seen + other.seen,
  never: one.never + other.never,
  age0: one.age0 + other.age0,
  age1: one.age1 + other.age1,
  age2: one.age2 + other.age2,
  age3: one.age3 + other.age3,
})

export const addMoney = (one: MoneyRow, other: MoneyRow): MoneyRow => ({
  code: one.code,
  receivable: one.receivable + other.receivable,
  overdue: one.overdue + other.overdue,
  debtors: one.debtors + other.debtors,
  oldest: earliest(one.oldest, other.oldest),
})

const earliest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one

export const noCoverage: CoverageRow = { code: '', seen: 0, never: 0, age0: 0, age1: 0, age2: 0, age3: 0 }
export const noMoney: MoneyRow = { code: '', receivable: 0, overdue: 0, debtors: 0, oldest: null }

/** Adds the counts of these rows to the totals of the same code. */
export function addUp<R extends { code: string }>(
  totals: Map<string, R>,
  rows: readonly R[],
  add: (one: R, other: R) => R,
): void {
  for (const row of rows) {
    const total = totals.get(row.code)
    totals.set(row.code, total ? add(total, row) : row)
  }
}

const weekCount = 12

export interface CountedWeek extends WeekOfVisits {
  /** The timestamps of its start and end. */
  startsAt: string
  endsAt: string
}

/** The last weeks, Monday to Sunday, with zero counts; the last one contains today. */
export function weeksUntil(today: string, timeZone: string): CountedWeek[] {
  // 1 January 1970 was a Thursday.
  const sinceMonday = (daysBetween('1970-01-01', today) + 3) % 7
  const monday = addDays(today, -sinceMonday)
  return Array.from({ length: weekCount }, (_, at) => {
    const from = addDays(monday, -7 * (weekCount - 1 - at))
    return {
      from,
      to: addDays(from, 6),
      inPerson: 0,
      byPhone: 0,
      missed: 0,
      startsAt: instantAt(from, '00:00', timeZone),
      endsAt: instantAt(addDays(from, 7), '00:00', timeZone),
    }
  })
}

export function countVisits(weeks: readonly CountedWeek[], rows: readonly VisitCountRow[]): void {
  for (const row of rows) {
    const { day } = row
    const week = weeks.find(({ from, to }) => day >= from && day <= to)
    if (week) week[row.mode === 'by phone' ? 'byPhone' : 'inPerson'] += row.visits
  }
}

/** The number of visits that advised each crop for each season; a visit with three crops counts for each. */
export function adviceOf(rows: readonly VisitCountRow[]): Dashboard['advice'] {
  const counts = new Map<string, Dashboard['advice'][number]>()
  for (const { crops, season, visits: more } of rows) {
    if (crops === null) continue
    const names: string[] = JSON.parse(crops)
    for (const crop of names) {
      const key = JSON.stringify([crop, season])
      const visits = (counts.get(key)?.visits ?? 0) + more
      counts.set(key, { crop, season, visits })
    }
  }
  const sortKey = ({ crop, season }: Dashboard['advice'][number]): string => `${crop} ${season ?? ''}`
  return [...counts.values()].toSorted(
    (one, other) => other.visits - one.visits || (sortKey(one) < sortKey(other) ? -1 : 1),
  )
}
