import type { SearchResults } from '#domain/api/records/search.ts'
import { useQuery } from '../ui/use-query.ts'
import { searchRecords } from './search-api.ts'

const debounce = 90 // milliseconds
const none: SearchResults = { items: [], isCut: false }

interface Search {
  found: SearchResults
  problem: string
  isSearching: boolean
}

/** The records that match the text; the previous results stay until the next arrive, to avoid flicker. */
export function useSearchResults(typed: string, isEnabled: boolean): Search {
  const q = isEnabled ? typed.trim().slice(0, 200) : ''
  const {
    data = none,
    error,
    isLoading,
  } = useQuery([q], (signal) => searchRecords(q, signal), { enabled: q !== '', debounce })
  if (q === '') return { found: none, problem: '', isSearching: false }
  return { found: data, problem: error, isSearching: isLoading }
}
