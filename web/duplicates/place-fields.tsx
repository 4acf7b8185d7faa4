import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { fetchOptions } from '../api/options.ts'
import { optionQueryOf } from '../masters/form/cascade.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { placeLevels } from './place-levels.ts'
import { t } from '#domain/messages/t.ts'

/** The place of at least one customer of a pair; each level limits the next. */
export function PlaceFields(): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const customer = entityNamed('customer')
  const values = Object.fromEntries(placeLevels.map((level) => [level, search.get(level) ?? '']))
  const choose = (level: (typeof placeLevels)[number], value: string): void => {
    // Another zone has other states; clearing the zone keeps the state.
    const below = value ? placeLevels.slice(placeLevels.indexOf(level) + 1) : []
    const change = { ...Object.fromEntries(below.map((each) => [each, null])), [level]: value || null }
    void navigate(changed(change), { preventScrollReset: true })
  }
  return (
    <div className="list-filters">
      {placeLevels.map((level) => {
        const label = t(customer.fields[level]!.label)
        return (
          <Field key={level} label={label}>
            {(attributes) => (
              <Combobox
                name={`only ${level}`}
                label={label}
                value={values[level] ?? ''}
                attributes={attributes}
                load={(q) => fetchOptions({ ...optionQueryOf(customer, level, values), q })}
                onChoose={(value) => choose(level, value)}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}
