import { useEffect, useRef, type ReactNode } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { publicPages } from '#domain/contract/pages.ts'
import { NoticeRegion, turnNoticesOver } from '../ui/notices.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { useScrollPosition } from './use-scroll-position.ts'

const isPublic = (path: string): boolean => (publicPages as readonly string[]).includes(path)

/** What is around every page. */
export function Layout({ children }: { children?: ReactNode }): ReactNode {
  const { pathname, hash } = useLocation()
  const { state } = useNavigation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useScrollPosition()
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    turnNoticesOver()
    // A new page begins at its beginning for the keyboard and for those who listen, too, unless its address names a field.
    if (!hash) main.current?.focus({ preventScroll: true })
  }, [pathname, hash])
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className="progress" data-state={state} aria-hidden="true" />
      <Header />
      <OfflineBar />
      <NoticeRegion />
      <main id="main" ref={main} tabIndex={-1} className={isPublic(pathname) ? undefined : 'main-office'}>
        {children ?? <Outlet />}
      </main>
      <Footer />
    </>
  )
}

export function Loading(): ReactNode {
  return (
    <>
      <title>AgriDesk</title>
      <output className="loading">Loading…</output>
    </>
  )
}
