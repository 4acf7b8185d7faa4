import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { forms } from '#domain/contract/forms.ts'
import { HoverMenu } from '../ui/hover-menu.tsx'

export function FormsMenu(): ReactNode {
  return (
    <HoverMenu label="Forms">
      <ul className="forms-menu">
        {forms.map((form) => (
          <li key={form.route}>
            <NavLink to={form.route}>{form.menu}</NavLink>
          </li>
        ))}
      </ul>
    </HoverMenu>
  )
}
