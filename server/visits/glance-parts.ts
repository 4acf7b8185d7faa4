import { addDays, daysBetween } from '#domain/dates.ts'
import { instantAt } from '#domain/moments.ts'
import { type Coverage, type Glance, type MoneyOwed, type WeekOfVisits } from '#domain/visits/glance.ts'
import { overdueAges } from '#domain/visits/plans.ts'
import type { Row } from '../store/dialect.ts'

const numberIn = (row: Row, name: string): number => Number(row[name] ?? 0)

export const agesOf = (row: Row): number[] => overdueAges.map((_, at) => numberIn(row, `age${at}`))

export function coverageOf(row: Row): Coverage {
  const overdue = agesOf(row).reduce((sum, count) => sum + count, 0)
  const [seen, never] = [numberIn(row, 'seen'), numberIn(row, 'never')]
  return { customers: seen + overdue + never, seen, overdue, never }
}

/** The table counts paise. */
export const moneyOf = (row: Row): MoneyOwed => ({
  receivable: numberIn(row, 'receivable') / 100,
  overdue: numberIn(row, 'overdue') / 100,
  debtors: numberIn(row, 'debtors'),
})

/** Adds rows to those before that count the same things of the same part. */
export function addUp(whole: Map<string, Row>, rows: readonly Row[]): void {
  for (const row of rows) {
    const known = whole.get(String(row['code']))
    if (!known) {
      whole.set(String(row['code']), { ...row })
      continue
    }
    for (const [name, cell] of Object.entries(row)) {
      if (name === 'oldest') known[name] = String(known[name]) < String(cell) ? known[name]! : cell
      else if (name !== 'code') known[name] = Number(known[name]) + Number(cell)
    }
  }
}

/** All of them together. */
export function totalOf(rows: readonly Row[]): Row {
  const whole = new Map<string, Row>()
  addUp(
    whole,
    rows.map((row) => ({ ...row, code: '' })),
  )
  return whole.get('') ?? { code: '' }
}

const weeksShown = 12

export interface CountedWeek extends WeekOfVisits {
  /** The moments at which it begins and is over. */
  begins: string
  ends: string
}

/** The last weeks, Monday to Sunday, with nothing counted yet; today is in the last. */
export function weeksUntil(today: string, timeZone: string): CountedWeek[] {
  // 1 January 1970 was a Thursday.
  const sinceMonday = (daysBetween('1970-01-01', today) + 3) % 7
  const monday = addDays(today, -sinceMonday)
  return Array.from({ length: weeksShown }, (_, at) => {
    const from = addDays(monday, -7 * (weeksShown - 1 - at))
    return {
      from,
      to: addDays(from, 6),
      inPerson: 0,
      byPhone: 0,
      missed: 0,
      begins: instantAt(from, '00:00', timeZone),
      ends: instantAt(addDays(from, 7), '00:00', timeZone),
    }
  })
}

export function countVisits(weeks: readonly CountedWeek[], rows: readonly Row[]): void {
  for (const row of rows) {
    const day = String(row['day'])
    const week = weeks.find(({ from, to }) => day >= from && day <= to)
    if (week) week[row['mode'] === 'by phone' ? 'byPhone' : 'inPerson'] += numberIn(row, 'visits')
  }
}

/** How often each crop was advised for each season; a visit that advises three crops counts for each. */
export function adviceOf(rows: readonly Row[]): Glance['advice'] {
  const counts = new Map<string, Glance['advice'][number]>()
  for (const row of rows) {
    if (row['crops'] === null) continue
    const season = row['season'] as string | null
    for (const crop of JSON.parse(String(row['crops'])) as string[]) {
      const key = JSON.stringify([crop, season])
      const visits = (counts.get(key)?.visits ?? 0) + numberIn(row, 'visits')
      counts.set(key, { crop, season, visits })
    }
  }
  const named = ({ crop, season }: Glance['advice'][number]): string => `${crop} ${season ?? ''}`
  return [...counts.values()].toSorted(
    (one, other) => other.visits - one.visits || (named(one) < named(other) ? -1 : 1),
  )
}
