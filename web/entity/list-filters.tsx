import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Field as FieldDeclaration } from '#domain/catalogue/field.ts'
import { fetchOptions } from '../api/options.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useListLinks } from './list-links.ts'

/** What a list can be narrowed down by: one of a few, or a record of another master. */
const filterable = (entity: Entity): [string, FieldDeclaration][] =>
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

export function ListFilters({ entity }: { entity: Entity }): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const set = (name: string, value: string): void =>
    void navigate(changed({ [name]: value || null }), { preventScrollReset: true })
  return (
    <div className="list-filters">
      {filterable(entity).map(([name, { label, typedIn, reference }]) => (
        <Field key={name} label={label}>
          {(attributes) =>
            reference ? (
              <Combobox
                name={`only ${name}`}
                label={label}
                value={search.get(name) ?? ''}
                attributes={attributes}
                load={(q) =>
                  fetchOptions({
                    entity: entityNamed(reference.entity),
                    of: reference.field,
                    with: [],
                    constraints: {},
                    q,
                  })
                }
                onChoose={(value) => set(name, value)}
              />
            ) : (
              <select
                {...attributes}
                className="control"
                name={`only ${name}`}
                value={search.get(name) ?? ''}
                onChange={(event) => set(name, event.target.value)}
              >
                <option value="">All</option>
                {typedIn.choices?.map((choice) => (
                  <option key={choice}>{choice}</option>
                ))}
              </select>
            )
          }
        </Field>
      ))}
    </div>
  )
}
