import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { fetchOptions } from '../../api/options.ts'
import '../../ui/filters.css'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { filterable } from './filterable.ts'
import { useListLinks } from './list-links.ts'
import { t } from '#domain/messages/t.ts'

export function ListFilters({ entity }: { entity: Entity }): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const set = (name: string, value: string): void =>
    void navigate(changed({ [name]: value || null }), { preventScrollReset: true })
  return (
    <div className="list-filters">
      {filterable(entity).map(([name, { label, typedIn, reference }]) => (
        <Field key={name} label={t(label)}>
          {(attributes) =>
            reference ? (
              <Combobox
                name={`only ${name}`}
                label={t(label)}
                value={search.get(name) ?? ''}
                attributes={attributes}
                load={(q) =>
                  fetchOptions({
                    entity: entityNamed(reference.entity),
                    of: reference.field,
                    with: [],
                    constraints: { retired: 'true' },
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
                <option value="">{t('All')}</option>
                {typedIn.choices?.map((choice) => (
                  <option key={choice} value={choice}>
                    {t(choice)}
                  </option>
                ))}
              </select>
            )
          }
        </Field>
      ))}
    </div>
  )
}
