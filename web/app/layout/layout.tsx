import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { publicPages } from '#domain/screens/public-pages.ts'
import { useLanguage } from '../../messages/language.ts'
import { currentSession, onSessionChange } from '../../api/session.ts'
import { NoticeRegion, clearNoticeOnNavigation } from '../../ui/notices.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { useScrollPosition } from './use-scroll-position.ts'
import { t } from '#domain/messages/t.ts'

/** Screens below another one; those of the field app lead back by their bar. */
const isBelow = (path: string): boolean => /^\/(?!record\/|field\/|trees\/)[^/]+\/./.test(path)

const isPublic = (path: string): boolean => (publicPages as readonly string[]).includes(path)

/** The frame of every page: header, notices, main and footer. */
export function Layout({ children }: { children?: ReactNode }): ReactNode {
  const { pathname, hash } = useLocation()
  const { state } = useNavigation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useScrollPosition()
  useLanguage()
  // first-paint.js has set it before the first paint; logging in and out changes it.
  useLayoutEffect(() => {
    const mark = (): unknown =>
      document.documentElement.toggleAttribute('data-session', currentSession().token !== null)
    mark()
    return onSessionChange(mark)
  }, [])
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    clearNoticeOnNavigation()
    // After a navigation, keyboard and screen reader users start at the top of the page, unless the URL names a field.
    if (!hash) main.current?.focus({ preventScroll: true })
  }, [pathname, hash])
  return (
    <>
      <a className="skip-link" href="#main">
        {t('Skip to content')}
      </a>
      <div className="progress" data-state={state} aria-hidden="true" />
      <Header />
      <OfflineBar />
      <NoticeRegion />
      <div className="crumbs" hidden={!isBelow(pathname)} />
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
      <output className="loading">{t('Loading…')}</output>
    </>
  )
}
