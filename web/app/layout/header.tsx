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
const Shell = optionalComponent(async () => (await import('./shell/shell.tsx')).Shell)

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
  const toggleMenu = (): void => setOpen(!isOpen)
  return (
    <header className="site-header">
      <div className="header-bar">
        <NavLink to="/" className="brand">
          <img src={icon} alt="" width={28} height={28} />
          AgriDesk
        </NavLink>
        <span className="palette-trigger">
          <Suspense>{isLoggedIn && <Shell isMenuOpen={isOpen} onMenu={toggleMenu} />}</Suspense>
        </span>
        <span className="person" />
        <button
          ref={toggle}
          type="button"
          className="hamburger"
          aria-expanded={isOpen}
          aria-controls="site-menu"
          aria-label={t('Menu')}
          onClick={toggleMenu}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
        <div id="site-menu" className={isOpen ? 'site-menu is-open' : 'site-menu'}>
          <nav className="site-nav" aria-label={t('Main')}>
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
