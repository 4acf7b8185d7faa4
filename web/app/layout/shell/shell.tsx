import { Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
// Removes the drafts of this tab when the account logs out in another one.
import '../../../api/drafts/drafts.ts'
// Shows the language of the account, wherever it was chosen.
import '../../../language/account-language.ts'
import { viewedAs } from '../../../api/session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { loadCode, optionalComponent } from '../../../ui/load-code.ts'
import { Crumbs } from './crumbs.tsx'
import { PersonMenu } from './person-menu.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { Rail } from './rail.tsx'
import { usePalette } from './use-palette.tsx'
import { useShellAccount } from './use-shell-account.ts'
import { t } from '#domain/messages/t.ts'

// Loaded by this component, because every page loads it with a session and no page without one.
const ViewBanner = optionalComponent(async () => (await import('../view-banner.tsx')).ViewBanner)

// What this device holds unsent, and new versions of the app.
const FieldParts = optionalComponent(async () => (await import('../field-parts.tsx')).FieldParts)

// Shows log-ins from new devices; no page waits for it.
const NewDeviceNotice = optionalComponent(
  async () => (await import('../../../accounts/security/new-device-notice.tsx')).NewDeviceNotice,
)

const UnreadCount = optionalComponent(
  async () => (await import('../../../reminders/unread-count.tsx')).UnreadCount,
)

const LeadToFactor = optionalComponent(
  async () => (await import('../../../accounts/security/lead-to-factor.tsx')).LeadToFactor,
)

/** Milliseconds; until then the page loads its own records, on a slow network with the same few connections. */
const lateDelay = 2000

/** Whether what no page waits for may be loaded. */
function useIsLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateDelay)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

/**
 * Loads the routes of the other screens, so that opening one does not wait for them, and what logging out needs, so that it
 * also ends the session of this device without a network.
 */
function preloadRoutes(): void {
  for (const load of [
    () => import('../../office-routes.tsx'),
    () => import('../../form-routes.tsx'),
    () => import('../../admin-routes.tsx'),
    () => import('../../services-routes.tsx'),
    () => import('../../data-routes.tsx'),
    () => import('../../lists-routes.tsx'),
    () => import('../../plans/plan-routes.tsx'),
    () => import('../../field/field-routes.tsx'),
    () => import('../../../accounts/logout-page.tsx'),
  ])
    loadCode<unknown>(load).catch(() => undefined)
}

/** A place in the layout, which is not part of it: every visitor loads the layout. */
function usePlace(insert: (place: HTMLElement) => void): HTMLElement {
  const [place] = useState(() => document.createElement('div'))
  useLayoutEffect(() => {
    insert(place)
    return () => place.remove()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- inserted once
  }, [place])
  return place
}

interface ShellProps {
  isMenuOpen: boolean
  onMenu: () => void
}

/**
 * What surrounds a page for people who are logged in: rail, bottom bar, breadcrumbs, the menu of the person and the palette.
 * It is loaded after the page; layout.css keeps its places free.
 */
export function Shell({ isMenuOpen, onMenu }: ShellProps): ReactNode {
  const account = useShellAccount()
  const { open, palette } = usePalette()
  const lacksFactor = account?.access.secondFactor === 'missing' && !viewedAs()
  const isLate = useIsLate() && !lacksFactor
  useEffect(() => {
    if (isLate) preloadRoutes()
  }, [isLate])
  const around = usePlace((place) => document.querySelector('.site-header')?.after(place))
  const menu = usePlace((place) => document.querySelector('#site-menu')?.prepend(place))
  const person = usePlace((place) => document.querySelector('.person')?.append(place))
  const crumbs = usePlace((place) => document.querySelector('.crumbs')?.append(place))
  return (
    <>
      <button
        type="button"
        className="button-icon"
        aria-label={t('Find or create')}
        aria-keyshortcuts="Control+K"
        title={t('Find or create (Ctrl+K)')}
        onClick={open}
      >
        <Icon name="search" />
      </button>
      {createPortal(
        <>
          <Rail account={account} onFind={open} />
          {account && <PhoneBar account={account} isMenuOpen={isMenuOpen} onFind={open} onMenu={onMenu} />}
        </>,
        around,
      )}
      {createPortal(<Crumbs />, crumbs)}
      {account &&
        createPortal(
          <>
            <Link className="button-icon bell" to="/notifications" title={t('Notifications')}>
              <span className="for-readers">{t('Notifications')}</span>
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d="M6 17V11a6 6 0 0112 0v6l1.500 1.500h-15zM10 21h4" />
              </svg>
              <Suspense>{isLate && !viewedAs() && <UnreadCount />}</Suspense>
            </Link>
            <PersonMenu account={account} />
          </>,
          person,
        )}
      {account && isMenuOpen && createPortal(<PhoneMenu />, menu)}
      <Suspense>{viewedAs() && <ViewBanner />}</Suspense>
      <Suspense>{lacksFactor && <LeadToFactor />}</Suspense>
      <Suspense>{isLate && <NewDeviceNotice />}</Suspense>
      <Suspense>{account && !viewedAs() && <FieldParts />}</Suspense>
      {palette}
    </>
  )
}
