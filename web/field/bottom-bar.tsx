import type { ReactNode } from 'react'
import './bottom-bar.css'
import { NavLink } from '../ui/link.tsx'
import { useSyncState } from '../outbox/sync.ts'
import { fieldScreens } from '#domain/screens/field-screens.ts'
import { FieldIcon, isFieldIcon } from './field-icon.tsx'
import { t } from '#domain/messages/t.ts'

/** The four screens of the field app, within reach of a thumb. */
export function BottomBar(): ReactNode {
  const { waiting, refused } = useSyncState()
  // The screens that have an icon of their name.
  const entries = Object.entries(fieldScreens).flatMap(([path, { label }]) => {
    const icon = path.slice(1)
    return isFieldIcon(icon) ? [{ path, icon, label }] : []
  })
  const count = waiting + refused
  return (
    <nav className="field-bar" aria-label={t('Field')}>
      {entries.map(({ path, icon, label }) => (
        <NavLink key={path} to={path}>
          <FieldIcon name={icon} />
          {t(label)}
          {path === '/outbox' && count > 0 && (
            <span className={refused > 0 ? 'field-count field-count-bad' : 'field-count'}>
              {count}
              <span className="for-readers">
                {refused > 0
                  ? t('{refused, plural, one {# needs you} other {# need you}}', { refused })
                  : t('waiting')}
              </span>
            </span>
          )}
        </NavLink>
      ))}
    </nav>
  )
}
