import type { ReactNode } from 'react'
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
  return (
    <nav className="visit-tabs" aria-label="Visits">
      {tabs.map(([path, label]) => (
        <NavLink key={path} to={path}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
