import type { ReactNode } from 'react'
import { forms } from '#domain/contract/forms.ts'
import { NavLink } from '../../ui/link.tsx'
import './form-links.css'
import { t } from '#domain/messages/t.ts'

export function FormLinks(): ReactNode {
  return (
    <ul className="forms-menu">
      {forms.map((form) => (
        <li key={form.route}>
          {form.section && <span className="menu-heading">{t(form.section)}</span>}
          <NavLink to={form.route}>{t(form.menu)}</NavLink>
        </li>
      ))}
    </ul>
  )
}

export { followMenu } from '../../ui/hover-menu.ts'
