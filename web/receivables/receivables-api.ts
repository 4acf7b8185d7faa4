import type { Receivables, ReceivableTotals } from '#domain/api/money/receivables.ts'
import { readDocument, readOr } from '../api/read.ts'
import { levels } from '../planner/planner-link.ts'

const filterNames: readonly string[] = ['q', 'show', 'age', 'employee', ...levels]

/** The filters of the address; anything else is ignored. */
export const filtersOf = (search: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...search].filter(([name, value]) => filterNames.includes(name) && value !== ''))

export function listReceivables(query: URLSearchParams, signal: AbortSignal): Promise<Receivables> {
  const blank = { items: [], next: null, today: '', timeZone: '' }
  return readOr<Receivables>(`/api/v1/receivables?${query.toString()}`, blank, { signal })
}

export function sumReceivables(filters: string, signal: AbortSignal): Promise<ReceivableTotals> {
  const required = { customers: 0, debtors: 0, receivable: 0, overdue: 0, people: [], territories: [] }
  return readDocument<ReceivableTotals>(`/api/v1/receivable-totals?${filters}`, required, { signal })
}
