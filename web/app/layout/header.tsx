import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { headerScreens } from '#domain/screens/header-screens.ts'
import type { HeaderPlace, Screen } from '#domain/screens/screen.ts'
import { useAuth } from '../../api/use-auth.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useOnNavigate } from '../../ui/use-on-navigate.ts'
import { optionalComponent } from '../../ui/load-code.ts'
import { FormsMenu } from './forms-menu.tsx'
import icon from '../icon.svg'
import { NavLink } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

// Loaded after everything else, and only with a session.
const PaletteTrigger = optionalComponent(async () => (await import('./palette-trigger.tsx')).PaletteTrigger)

export function Header(): ReactNode {
  const { isLoggedIn } = useAuth()
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  useOnNavigate(() => setOpen(false))
  useEffect(() => {
    if (!isOpen) return undefined
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    // On a phone the menu covers the page, which must not scroll beneath it.
    document.documentElement.classList.add('is-covered')
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.documentElement.classList.remove('is-covered')
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [isOpen])
  return (
    <header className="site-header">
      <div className="header-bar">
        <NavLink to="/" className="brand">
          <img src={icon} alt="" width={28} height={28} />
          AgriDesk
        </NavLink>
        <span className="palette-trigger">
          <Suspense>{isLoggedIn && <PaletteTrigger />}</Suspense>
        </span>
        <button
          ref={toggle}
          type="button"
          className="hamburger"
          aria-expanded={isOpen}
          aria-controls="site-nav"
          aria-label={t('Menu')}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
        <nav id="site-nav" className={isOpen ? 'site-nav is-open' : 'site-nav'} aria-label={t('Main')}>
          <div className="nav-links">
            <HeaderLinks at="before forms" />
            <FormsMenu />
            <HeaderLinks at="after forms" />
          </div>
          <div className="nav-links nav-account">
            <HeaderLinks at={isLoggedIn ? 'logged in' : 'logged out'} />
          </div>
        </nav>
      </div>
    </header>
  )
}

function HeaderLinks({ at }: { at: HeaderPlace }): ReactNode {
  return Object.entries<Screen>(headerScreens)
    .filter(([, { header }]) => header === at)
    .map(([path, { label, headerLabel = label }]) => (
      <NavLink key={path} to={path} end={path === '/'}>
        {t(headerLabel)}
      </NavLink>
    ))
}
