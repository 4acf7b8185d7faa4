import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { optionQueryOf } from '../masters/form/cascade.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { fetchOptions } from '../api/options.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { findEmployees } from '../visits/find-employees.ts'
import { levels, noOwner, territoryLabels, type Level } from './planner-link.ts'
import { t } from '#domain/messages/t.ts'

type ApplyFilters = (change: Readonly<Record<string, string | null>>) => void

/** Stores filters in the URL. */
export function useApplyFilters(): ApplyFilters {
  const { changed } = useListLinks()
  const navigate = useNavigate()
  return (change) => void navigate(changed(change), { preventScrollReset: true })
}

/** Filters by territory and employee, stored in the URL; each territory level limits the next. */
export function PlaceAndOwnerFields(): ReactNode {
  const { search } = useListLinks()
  const applyFilters = useApplyFilters()
  const values = Object.fromEntries(levels.map((level) => [level, search.get(level) ?? '']))
  const choose = (level: Level, value: string): void => {
    // Another zone has other states; clearing the zone keeps the state.
    const below = value ? levels.slice(levels.indexOf(level) + 1) : []
    applyFilters({ ...Object.fromEntries(below.map((each) => [each, null])), [level]: value || null })
  }
  const employee = search.get('employee') ?? ''
  const labels = territoryLabels()
  const noOwnerOption = { value: t('No owner'), title: t('customers without an owner'), facts: [] }
  return (
    <>
      {levels.map((level) => (
        <Field key={level} label={labels[level]}>
          {(attributes) => (
            <Combobox
              name={`only ${level}`}
              label={labels[level]}
              value={values[level] ?? ''}
              attributes={attributes}
              load={(q) => fetchOptions({ ...optionQueryOf(entityNamed('customer'), level, values), q })}
              onChoose={(value) => choose(level, value)}
            />
          )}
        </Field>
      ))}
      <Field label={t('Employee')}>
        {(attributes) => (
          <Combobox
            name="only employee"
            label={t('Employee')}
            value={employee === noOwner ? noOwnerOption.value : employee}
            attributes={attributes}
            load={async (q) => {
              const { items, more } = await findEmployees(q)
              const isMatching = noOwnerOption.value.toLowerCase().startsWith(q.toLowerCase())
              return { items: isMatching ? [noOwnerOption, ...items] : items, more }
            }}
            onChoose={(value) =>
              applyFilters({ employee: (value === noOwnerOption.value ? noOwner : value) || null })
            }
          />
        )}
      </Field>
    </>
  )
}
