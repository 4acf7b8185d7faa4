import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAuth } from '../api/use-auth.tsx'

// The year of the visit, taken once: nobody's page stays open over New Year for its copyright line.
const year = new Date().getFullYear()

export function Footer(): ReactNode {
  const { isLoggedIn } = useAuth()
  return (
    <footer className="site-footer">
      {/* The page may have been drawn the year before. */}
      <p suppressHydrationWarning>© {year} AgriDesk. All rights reserved.</p>
      <nav aria-label="Footer">
        {isLoggedIn && <Link to="/account">My account</Link>}
        <Link to="/about">About us</Link>
        <Link to="/contact">Contact us</Link>
        <a href="/api/docs">API</a>
      </nav>
    </footer>
  )
}
