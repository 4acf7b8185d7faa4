import type { ReactNode } from 'react'
import './admin.css'
import { Outlet } from 'react-router'
import { adminTabs } from '#domain/screens/admin-tabs.ts'
import { headerDetails } from '#domain/screens/header-details.ts'
import { mayOpen } from '#domain/screens/screen.ts'
import { tabsAmong } from '#domain/screens/tabs.ts'
import { useMay } from '../api/use-may.ts'
import { NavLink } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const overview = '/admin'
const tabs = tabsAmong({ ...adminTabs, [overview]: headerDetails[overview] }, 'office')

/** Shows only the tabs the account may open; a direct link to another one explains the missing right. */
export function AdminLayout(): ReactNode {
  const may = useMay()
  return (
    <div className="admin">
      <nav className="tabs" aria-label={t('Admin')}>
        {tabs
          .filter((screen) => mayOpen(screen, may, false))
          .map(({ path, label, shortLabel = label }) => (
            <NavLink key={path} to={path} end={path === overview}>
              {t(shortLabel)}
            </NavLink>
          ))}
      </nav>
      <Outlet />
    </div>
  )
}
