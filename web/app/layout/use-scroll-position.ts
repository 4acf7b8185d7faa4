import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const positions = new Map<string, number>()

/**
 * Restores the scroll position on Back, scrolls to the top of a new page, and leaves the position when only the query
 * changes. The router's own component does the first two in three times the code.
 */
export function useScrollPosition(): void {
  const { key, pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    const known = positions.get(key)
    if (known !== undefined) scrollTo(0, known)
    else if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
    else if (shown.current !== pathname) scrollTo(0, 0)
    // From the second page on; after a reload the browser restores the position of the first one.
    if (shown.current !== pathname) history.scrollRestoration = 'manual'
    shown.current = pathname
    const save = (): unknown => positions.set(key, scrollY)
    addEventListener('scroll', save, { passive: true })
    return () => removeEventListener('scroll', save)
  }, [key, pathname, hash])
  useEffect(() => {
    const restoreDefault = (): unknown => (history.scrollRestoration = 'auto')
    addEventListener('pagehide', restoreDefault)
    return () => removeEventListener('pagehide', restoreDefault)
  }, [])
}
