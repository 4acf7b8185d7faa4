import type { Dashboard, VisitLog } from '#domain/api/visits/dashboard.ts'
import { noAgeing } from '#domain/balances/bills.ts'
import { deviceClock } from '../api/device-clock.ts'
import { readOr } from '../api/read.ts'

function noFigures(): Dashboard {
  const clock = deviceClock()
  return {
    ...clock,
    at: new Date().toISOString(),
    within: [],
    level: 'zone',
    coverage: { customers: 0, seen: 0, overdue: 0, never: 0 },
    money: { receivable: 0, overdue: 0, debtors: 0, oldestAsOf: null, ageing: noAgeing() },
    ages: [],
    territories: [],
    further: 0,
    employees: [],
    weeks: [],
    advice: [],
    adviceFrom: clock.today,
  }
}

/** Figures of the firm, or of one territory (`?Zone_Code=…`). */
export function loadDashboard(
  part: Readonly<Record<string, string>>,
  fresh: boolean,
  signal?: AbortSignal,
): Promise<Dashboard> {
  return readOr('/api/v1/dashboard', noFigures(), {
    query: { ...part, fresh: fresh ? 'true' : undefined },
    ...(signal && { signal }),
  })
}

/** Takes URL parameters, because a field may have several values. */
export function listVisitLog(search: URLSearchParams, signal?: AbortSignal): Promise<VisitLog> {
  const blank: VisitLog = { ...deviceClock(), items: [], names: {}, next: null }
  return readOr(`/api/v1/visit-log?${search.toString()}`, blank, signal ? { signal } : {})
}
