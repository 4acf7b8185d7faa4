import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useAuth } from '../api/use-auth.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOnLeaving } from '../ui/use-on-leaving.ts'
import { optionalPart } from '../ui/optional-part.ts'
import { FormsMenu } from './forms-menu.tsx'
import icon from './icon.svg'

// Once somebody is logged in, after everything else; without it the page is as good.
const PaletteDoor = optionalPart(async () => (await import('./palette-door.tsx')).PaletteDoor)

export function Header(): ReactNode {
  const { isLoggedIn } = useAuth()
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  useOnLeaving(() => setOpen(false))
  useEffect(() => {
    if (!isOpen) return undefined
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    // The menu of a phone lies over the page, which should not scroll away beneath it.
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
        <span className="palette-door">
          <Suspense>{isLoggedIn && <PaletteDoor />}</Suspense>
        </span>
        <button
          ref={toggle}
          type="button"
          className="hamburger"
          aria-expanded={isOpen}
          aria-controls="site-nav"
          aria-label="Menu"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
        <nav id="site-nav" className={isOpen ? 'site-nav is-open' : 'site-nav'} aria-label="Main">
          <div className="nav-links">
            <NavLink to="/" end>
              Home
            </NavLink>
            <NavLink to="/about">About</NavLink>
            <NavLink to="/services">Services</NavLink>
            <NavLink to="/get">Visit Planner</NavLink>
            <NavLink to="/visitentry">Visit Entry</NavLink>
            <FormsMenu />
            <NavLink to="/admin">Admin</NavLink>
          </div>
          <div className="nav-links nav-account">
            {isLoggedIn ? (
              <NavLink to="/logout">Logout</NavLink>
            ) : (
              <>
                <NavLink to="/register">Register</NavLink>
                <NavLink to="/login">Login</NavLink>
              </>
            )}
          </div>
        </nav>
      </div>
    </header>
  )
}
