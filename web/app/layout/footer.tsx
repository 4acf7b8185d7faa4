import type { ReactNode } from 'react'
import { useAuth } from '../../api/use-auth.tsx'
import { Link } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

// Read once: the copyright year need not change while a page is open.
const year = new Date().getFullYear()

export function Footer(): ReactNode {
  const { isLoggedIn } = useAuth()
  return (
    <footer className="site-footer">
      {/* The page may have been pre-rendered in the previous year. */}
      <p suppressHydrationWarning>{t('© {year} AgriDesk. All rights reserved.', { year })}</p>
      <nav aria-label={t('Footer')}>
        {isLoggedIn && <Link to="/account">{t('My account')}</Link>}
        <Link to="/about">{t('About us')}</Link>
        <Link to="/contact">{t('Contact us')}</Link>
        <a href="/api/docs">{t('API')}</a>
      </nav>
    </footer>
  )
}
