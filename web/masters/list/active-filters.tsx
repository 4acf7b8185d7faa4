import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import '../../ui/chips.css'
import { Icon } from '../../ui/icon.tsx'
import { filterable } from './filterable.ts'
import { useListLinks } from './list-links.ts'
import { t } from '#domain/messages/t.ts'

/** The active filters, each with a button to remove it. */
export function ActiveFilters({ entity }: { entity: Entity }): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const active = filterable(entity).filter(([name]) => search.get(name))
  if (active.length === 0) return null
  return (
    <ul className="chips">
      {active.map(([name, { label }]) => (
        <li key={name} className="chip">
          {t(label)}: {search.get(name)}
          <button
            type="button"
            aria-label={t('Remove filter {label} {name}', { label: t(label), name: search.get(name)! })}
            onClick={() => void navigate(changed({ [name]: null }), { preventScrollReset: true })}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}
