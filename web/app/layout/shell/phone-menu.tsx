import type { ReactNode } from 'react'
import './screen-groups.css'
import { ScreenGroups } from './screen-groups.tsx'
import { t } from '#domain/messages/t.ts'

/** The groups of the rail in the menu of a phone, where there is no rail. */
export function PhoneMenu(): ReactNode {
  return (
    <nav className="phone-screens" aria-label={t('All screens')}>
      <ScreenGroups />
    </nav>
  )
}
