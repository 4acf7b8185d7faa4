import type { SearchResults } from '#domain/api/records/search.ts'
import { readOr } from '../api/read.ts'

/** The best matching records of all masters. */
export function searchRecords(q: string, signal: AbortSignal): Promise<SearchResults> {
  return readOr<SearchResults>('/api/v1/search', { items: [], isCut: false }, { query: { q }, signal })
}
