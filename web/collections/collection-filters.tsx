import { useState, type ReactNode } from 'react'
import { formatDate, parseDay } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { useApplyFilters } from '../planner/place-and-owner-fields.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import { findEmployees } from '../visits/find-employees.ts'

/** A day of the period; applied as soon as it is a date. */
function DayField({ name, label }: { name: 'from' | 'to'; label: string }): ReactNode {
  const { search } = useListLinks()
  const applyFilters = useApplyFilters()
  const day = parseDay(search.get(name) ?? '')
  const [typed, setTyped] = useState(day ? formatDate(day) : '')
  return (
    <Field label={label}>
      {(attributes) => (
        <DateControl
          name={name}
          label={label}
          value={typed}
          onType={(text) => {
            setTyped(text)
            const parsed = parseDay(text.trim())
            if (parsed !== undefined || text.trim() === '') applyFilters({ [name]: parsed ?? null })
          }}
          attributes={attributes}
          isRequired={false}
        />
      )}
    </Field>
  )
}

/** The period of the visits, and the employee. */
export function CollectionFilters(): ReactNode {
  const { search } = useListLinks()
  const applyFilters = useApplyFilters()
  return (
    <div className="list-filters">
      <DayField name="from" label={t('From')} />
      <DayField name="to" label={t('To')} />
      <Field label={t('Employee')}>
        {(attributes) => (
          <Combobox
            name="only employee"
            label={t('Employee')}
            value={search.get('employee') ?? ''}
            attributes={attributes}
            load={findEmployees}
            onChoose={(value) => applyFilters({ employee: value || null })}
          />
        )}
      </Field>
    </div>
  )
}
