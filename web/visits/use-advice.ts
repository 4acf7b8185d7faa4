import { useEffect, useState } from 'react'
import { fetchAdvice, type CustomerAdvice } from '../api/visits.ts'

interface Advised {
  /** The last answer: it stays until there is a better one. */
  advice: CustomerAdvice | undefined
  /** Asked and not answered, so that nothing is claimed. */
  isMissing: boolean
}

/** What the mappings say for what is chosen, asked anew whenever that changes. */
export function useAdvice(customerCode: string, season: string, crops: readonly string[]): Advised {
  const [advised, setAdvised] = useState<Advised>({ advice: undefined, isMissing: false })
  const chosen = JSON.stringify(crops)
  useEffect(() => {
    const controller = new AbortController()
    fetchAdvice(customerCode, season, JSON.parse(chosen) as string[], controller.signal).then(
      (advice) => setAdvised({ advice, isMissing: false }),
      () => !controller.signal.aborted && setAdvised({ advice: undefined, isMissing: true }),
    )
    return () => controller.abort()
  }, [customerCode, season, chosen])
  return advised
}
