import type { ReactNode } from 'react'
import '../styles/admin.css'
import { NavLink, Outlet } from 'react-router'
import { useMay } from '../api/use-may.ts'
import { adminPages } from './admin-pages.ts'

/** Only the tabs a person may open: what they may not is explained where a link leads there all the same. */
export function AdminLayout(): ReactNode {
  const may = useMay()
  return (
    <div className="admin">
      <nav className="tabs" aria-label="Admin">
        {adminPages.map(
          ({ path, label, subject }) =>
            may('read', subject) && (
              <NavLink key={path} to={path}>
                {label}
              </NavLink>
            ),
        )}
      </nav>
      <Outlet />
    </div>
  )
}
