import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import '../styles/chips.css'
import { Icon } from '../ui/icon.tsx'
import { filterable } from './filterable.ts'
import { useListLinks } from './list-links.ts'

/** The filters in force, each with a way to take it off. */
export function FiltersInForce({ entity }: { entity: Entity }): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const inForce = filterable(entity).filter(([name]) => search.get(name))
  if (inForce.length === 0) return null
  return (
    <ul className="chips">
      {inForce.map(([name, { label }]) => (
        <li key={name} className="chip">
          {label}: {search.get(name)}
          <button
            type="button"
            aria-label={`No longer only ${label} ${search.get(name)}`}
            onClick={() => void navigate(changed({ [name]: null }), { preventScrollReset: true })}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}
