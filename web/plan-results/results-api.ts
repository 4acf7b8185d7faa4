import type { ComparedVisits, PlanResults } from '#domain/api/visit-plans/plan-results.ts'
import { addDays } from '#domain/dates/dates.ts'
import { addMonths } from '#domain/visits/calendar.ts'
import { noCounts } from '#domain/visit-plans/plan-results.ts'
import { deviceClock } from '../api/device-clock.ts'
import { readOr } from '../api/read.ts'

/** The month of the address (`?month=2026-11`), as its first and last day; without one, the server takes the current one. */
export function periodIn(search: URLSearchParams): Record<string, string> {
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.exec(search.get('month') ?? '')?.[0]
  if (!month) return {}
  const from = `${month}-01`
  return { from, to: addDays(addMonths(from, 1), -1) }
}

export function readPlanResults(
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<PlanResults> {
  const { today, timeZone } = deviceClock()
  const blank: PlanResults = {
    at: new Date().toISOString(),
    today,
    timeZone,
    from: today,
    to: today,
    ...noCounts(),
    reasons: [],
    people: [],
  }
  return readOr('/api/v1/plan-results', blank, { query, signal })
}

export function listComparedVisits(
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ComparedVisits> {
  const { today, timeZone } = deviceClock()
  const blank: ComparedVisits = {
    today,
    timeZone,
    from: today,
    to: today,
    employee: null,
    items: [],
    hasMore: false,
  }
  return readOr('/api/v1/plan-results/visits', blank, { query, signal })
}
