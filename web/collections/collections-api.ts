import type { Collections, CollectionTotals } from '#domain/api/money/collections.ts'
import { readDocument, readOr } from '../api/read.ts'

const filterNames: readonly string[] = ['q', 'from', 'to', 'employee', 'state']

/** The filters of the address; anything else is ignored. */
export const filtersOf = (search: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...search].filter(([name, value]) => filterNames.includes(name) && value !== ''))

export function listCollections(query: URLSearchParams, signal: AbortSignal): Promise<Collections> {
  const blank = { items: [], next: null, today: '', timeZone: '' }
  return readOr<Collections>(`/api/v1/collections?${query.toString()}`, blank, { signal })
}

export function sumCollections(filters: string, signal: AbortSignal): Promise<CollectionTotals> {
  const none = { visits: 0, amount: 0 }
  const required = { collected: none, promised: { open: none, kept: none, broken: none } }
  return readDocument<CollectionTotals>(`/api/v1/collection-totals?${filters}`, required, { signal })
}
