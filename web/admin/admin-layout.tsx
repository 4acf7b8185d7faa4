import type { ReactNode } from 'react'
import { NavLink, Outlet } from 'react-router'

export function AdminLayout(): ReactNode {
  return (
    <div className="admin">
      <nav className="tabs" aria-label="Admin">
        <NavLink to="/admin/users">Users</NavLink>
        <NavLink to="/admin/contacts">Contacts</NavLink>
        <NavLink to="/admin/contact1">Contact1</NavLink>
      </nav>
      <Outlet />
    </div>
  )
}
