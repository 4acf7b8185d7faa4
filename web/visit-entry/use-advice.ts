import { useQuery } from '../ui/use-query.ts'
import type { CustomerAdvice } from '#domain/api/visits/advice.ts'
import { fetchAdvice } from '../visits/visits-api.ts'

interface AdviceState {
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
