import type { ReactNode } from 'react'
import { bucketLabels, dueBuckets } from '#domain/balances/bills.ts'
import { t } from '#domain/messages/t.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { PlaceAndOwnerFields, useApplyFilters } from '../planner/place-and-owner-fields.tsx'
import { Field } from '../ui/field.tsx'

/** Only customers with open bills of this age. */
function AgeField(): ReactNode {
  const { search } = useListLinks()
  const applyFilters = useApplyFilters()
  return (
    <Field label={t('Bills overdue')}>
      {(attributes) => (
        <select
          {...attributes}
          className="control"
          name="only age"
          value={search.get('age') ?? ''}
          onChange={(event) => applyFilters({ age: event.target.value || null })}
        >
          <option value="">{t('All')}</option>
          {dueBuckets.map((bucket) => (
            <option key={bucket} value={bucket}>
              {bucketLabels()[bucket]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export const ReceivableFilters = (): ReactNode => (
  <div className="list-filters">
    <PlaceAndOwnerFields />
    <AgeField />
  </div>
)
