import type { ReactNode } from 'react'
import { forms } from '#domain/contract/forms.ts'
import { HoverMenu } from '../../ui/hover-menu.tsx'
import { NavLink } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

export function FormsMenu(): ReactNode {
  return (
    <HoverMenu label={t('Forms')}>
      <ul className="forms-menu">
        {forms.map((form) => (
          <li key={form.route}>
            {form.section && <span className="menu-heading">{t(form.section)}</span>}
            <NavLink to={form.route}>{t(form.menu)}</NavLink>
          </li>
        ))}
      </ul>
    </HoverMenu>
  )
}
