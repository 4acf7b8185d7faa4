import { Suspense, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { barScreens, placeAt, railPlaceAt } from '#domain/screens/rail.ts'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { landingPath } from '../../../access/landing-path.ts'
import { useMayOpen } from '../../../access/use-may-open.ts'
import './phone-bar.css'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { optionalComponent } from '../../../ui/load-code.ts'
import { ScreenIcon } from '../../../ui/screen-icon.tsx'
import { t } from '#domain/messages/t.ts'

// Field accounts have the same bar on every screen.
const FieldBar = optionalComponent(async () => (await import('../../../field/bottom-bar.tsx')).BottomBar)

interface PhoneBarProps {
  account: OwnAccountView
  onFind: () => void
  isMenuOpen: boolean
  onMenu: () => void
}

/** What is opened most, within reach of a thumb. */
export function PhoneBar({ account, isMenuOpen, onFind, onMenu }: PhoneBarProps): ReactNode {
  const mayOpen = useMayOpen()
  const { pathname } = useLocation()
  // The screens of the field app have their own.
  if (placeAt(pathname)?.screen.area === 'field') return null
  const current = railPlaceAt(pathname)?.path ?? pathname
  if (landingPath(account) === '/today')
    return (
      <div className="phone-bar-field">
        <Suspense>
          <FieldBar />
        </Suspense>
      </div>
    )
  return (
    <nav className="phone-bar" aria-label={t('Most used')}>
      {barScreens
        .filter((screen) => mayOpen(screen))
        .map(({ path, label, shortLabel = label, icon }) => (
          <Link key={path} to={path} aria-current={path === current ? 'page' : undefined}>
            {icon && <ScreenIcon name={icon} />}
            {t(shortLabel)}
          </Link>
        ))}
      <button type="button" onClick={onFind}>
        <Icon name="search" />
        {t('Find')}
      </button>
      <button type="button" aria-expanded={isMenuOpen} aria-controls="site-menu" onClick={onMenu}>
        <Icon name={isMenuOpen ? 'close' : 'menu'} />
        {t('More')}
      </button>
    </nav>
  )
}
