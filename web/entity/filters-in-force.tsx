import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Field as FieldDeclaration } from '#domain/catalogue/field.ts'
import { Icon } from '../ui/icon.tsx'
import { useListLinks } from './list-links.ts'

/** What a list can be narrowed down by: one of a few, or a record of another master. */
export const filterable = (entity: Entity): [string, FieldDeclaration][] =>
  Object.entries(entity.fields).filter(
    ([, { typedIn, reference }]) => typedIn.as === 'choice' || (reference && !reference.pairedWith),
  )

export const hasFilters = (entity: Entity): boolean => filterable(entity).length > 0

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
