import { useQuery } from '../ui/use-query.ts'
import { loadVisitSources, type NameOptions, type VisitSources } from './visit-sources.ts'

interface VisitSourcesState {
  /** Empty lists until they are loaded. */
  sources: VisitSources
  state: 'loading' | 'ready' | 'failed'
  /** Why loading failed. */
  problem: string
}

const noNames: NameOptions = { first: [], localNames: {}, find: undefined }
const noSources: VisitSources = {
  seasons: noNames,
  crops: noNames,
  materials: noNames,
  last: undefined,
  // The customer's location is only asked for when it is known to be missing.
  hasPlace: true,
}

/** Loads the lists of the dialog; the other fields can be filled while loading and after a failure. */
export function useVisitSources(customerCode: string): VisitSourcesState & { retry: () => void } {
  const { data, error, isLoading, reload } = useQuery([customerCode], (signal) =>
    loadVisitSources(customerCode, signal),
  )
  const state = isLoading ? 'loading' : error ? 'failed' : 'ready'
  return { sources: data ?? noSources, state, problem: error, retry: () => void reload() }
}
