import { useQuery } from '../ui/use-query.ts'
import type { AdviceResults, CustomerAdvice } from '#domain/api/visits/advice.ts'
import { fetchAdvice, fetchAdviceResults } from '../visits/visits-api.ts'

export interface AdviceState {
  /** The last loaded advice; it stays until the next one is loaded. */
  advice: CustomerAdvice | undefined
  /** The request failed, so no advice is shown. */
  hasFailed: boolean
}

/** Loads the advice of the mappings for the chosen season and crops. */
export function useAdvice(customerCode: string, season: string, crops: readonly string[]): AdviceState {
  const { data: advice, error } = useQuery([customerCode, season, JSON.stringify(crops)], (signal) =>
    fetchAdvice(customerCode, season, crops, signal),
  )
  return { advice, hasFailed: error !== '' }
}

/** How often advice helped, loaded when it is asked for; without it the form works as well. */
export function useAdviceResults(isWanted: boolean): AdviceResults | undefined {
  return useQuery([], (signal) => fetchAdviceResults(signal), { enabled: isWanted }).data
}
