import { useCallback, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../api/api-problem.ts'
import { loadVisitSources, type Names, type VisitSources } from '../api/visits.ts'

interface Found {
  /** Empty lists until they are there. */
  sources: VisitSources
  state: 'loading' | 'ready' | 'failed'
  /** Why they are not there. */
  problem: string
}

const noNames: Names = { first: [], find: undefined }
const none: VisitSources = {
  seasons: noNames,
  crops: noNames,
  materials: noNames,
  last: undefined,
  // Until it is known that there is none, none is asked for.
  hasPlace: true,
}

/** What a visit can be recorded with. While it is on its way, and when it does not come, the rest can be typed. */
export function useVisitSources(customerCode: string): Found & { tryAgain: () => void } {
  const [found, setFound] = useState<Found>({ sources: none, state: 'loading', problem: '' })
  const leaving = useRef<AbortController>(null)
  const load = useCallback(() => {
    const controller = new AbortController()
    leaving.current = controller
    loadVisitSources(customerCode, controller.signal).then(
      (sources) => setFound({ sources, state: 'ready', problem: '' }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setFound({ sources: none, state: 'failed', problem: sentenceOf(error) })
      },
    )
  }, [customerCode])
  useEffect(() => {
    load()
    return () => leaving.current?.abort()
  }, [load])
  const tryAgain = (): void => {
    setFound((now) => ({ ...now, state: 'loading' }))
    load()
  }
  return { ...found, tryAgain }
}
