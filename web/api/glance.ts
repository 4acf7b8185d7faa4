import type { Glance, VisitLog } from '#domain/visits/glance.ts'
import { deviceClock, readOr } from './read.ts'

function noFigures(): Glance {
  const clock = deviceClock()
  return {
    ...clock,
    at: new Date().toISOString(),
    within: [],
    level: 'zone',
    coverage: { customers: 0, seen: 0, overdue: 0, never: 0 },
    money: { receivable: 0, overdue: 0, debtors: 0, oldestAsOf: null },
    ages: [],
    territories: [],
    further: 0,
    employees: [],
    weeks: [],
    advice: [],
    adviceFrom: clock.today,
  }
}

/** The firm, or the part of it that the address names (`?Zone_Code=…`), in numbers. */
export function loadGlance(
  part: Readonly<Record<string, string>>,
  fresh: boolean,
  signal?: AbortSignal,
): Promise<Glance> {
  return readOr('/api/v1/glance', noFigures(), {
    query: { ...part, fresh: fresh ? 'true' : undefined },
    ...(signal && { signal }),
  })
}

/** A field may be asked for with several values, so the question is written as an address has it. */
export function listVisitLog(search: URLSearchParams, signal?: AbortSignal): Promise<VisitLog> {
  const blank: VisitLog = { ...deviceClock(), items: [], next: null }
  return readOr(`/api/v1/visit-log?${search.toString()}`, blank, signal ? { signal } : {})
}
