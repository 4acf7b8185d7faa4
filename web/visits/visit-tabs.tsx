import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { headerDetails } from '#domain/screens/header-details.ts'
import { tabsAmong } from '#domain/screens/tabs.ts'
import { workScreens } from '#domain/screens/work-screens.ts'
import './visit-tabs.css'
import { NavLink } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const tabs = tabsAmong({ ...headerDetails, ...workScreens }, 'work')

/** Tabs of the visit screens. */
export function VisitTabs(): ReactNode {
  const row = useRef<HTMLElement>(null)
  // On a phone the tabs are wider than the screen: scrolls the active one into view without scrolling the page.
  useLayoutEffect(() => {
    const active = row.current?.querySelector('.active')?.getBoundingClientRect()
    if (!row.current || !active) return
    const { left, width } = row.current.getBoundingClientRect()
    row.current.scrollLeft += active.left - left - (width - active.width) / 2
  }, [])
  return (
    <nav ref={row} className="visit-tabs" aria-label={t('Visits')}>
      {tabs.map(({ path, label, shortLabel = label }) => (
        <NavLink key={path} to={path}>
          {t(shortLabel)}
        </NavLink>
      ))}
    </nav>
  )
}
