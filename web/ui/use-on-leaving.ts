import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Calls when a link is followed: at once, not when the next page has loaded, and also when it is the page one is on. */
export function useOnLeaving(work: () => void): void {
  const { key } = useLocation()
  const place = `${key} ${useNavigation().location?.key ?? ''}`
  const seen = useRef(place)
  const leave = useEffectEvent(work)
  useEffect(() => {
    if (seen.current === place) return
    seen.current = place
    leave()
  }, [place])
}
