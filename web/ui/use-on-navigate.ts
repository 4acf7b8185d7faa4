import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Runs `work` as soon as a navigation starts, not when the next page has loaded; also for a link to the current page. */
export function useOnNavigate(work: () => void): void {
  const { key } = useLocation()
  const location = `${key} ${useNavigation().location?.key ?? ''}`
  const seen = useRef(location)
  const run = useEffectEvent(work)
  useEffect(() => {
    if (seen.current === location) return
    seen.current = location
    run()
  }, [location])
}
