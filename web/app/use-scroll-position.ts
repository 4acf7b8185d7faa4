import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const positions = new Map<string, number>()

/**
 * A page one comes back to stands where it was left; a new one begins at its top; another search on the same page moves
 * nothing. The router's own component does the first two in three times the code.
 */
export function useScrollPosition(): void {
  const { key, pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    const known = positions.get(key)
    if (known !== undefined) scrollTo(0, known)
    else if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
    else if (shown.current !== pathname) scrollTo(0, 0)
    // From the second page on; the first one, after a reload, is put in place by the browser.
    if (shown.current !== pathname) history.scrollRestoration = 'manual'
    shown.current = pathname
    const note = (): unknown => positions.set(key, scrollY)
    addEventListener('scroll', note, { passive: true })
    return () => removeEventListener('scroll', note)
  }, [key, pathname, hash])
  useEffect(() => {
    const handBack = (): unknown => (history.scrollRestoration = 'auto')
    addEventListener('pagehide', handBack)
    return () => removeEventListener('pagehide', handBack)
  }, [])
}
