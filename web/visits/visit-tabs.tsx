import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { NavLink } from 'react-router'
import '../styles/visit-tabs.css'

const tabs = [
  ['/get', 'Planner'],
  ['/calendar', 'Calendar'],
  ['/round', 'Day’s round'],
  ['/visitentry', 'Visit Entry'],
  ['/visits', 'Visits'],
] as const

/** The screens of visits, side by side. */
export function VisitTabs(): ReactNode {
  const row = useRef<HTMLElement>(null)
  // On a phone the tabs are wider than the screen: the one that is open comes into view, and the page does not move.
  useLayoutEffect(() => {
    const active = row.current?.querySelector('.active')?.getBoundingClientRect()
    if (!row.current || !active) return
    const { left, width } = row.current.getBoundingClientRect()
    row.current.scrollLeft += active.left - left - (width - active.width) / 2
  }, [])
  return (
    <nav ref={row} className="visit-tabs" aria-label="Visits">
      {tabs.map(([path, label]) => (
        <NavLink key={path} to={path}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
