import type { ReactNode } from 'react'
import { balanceStates } from '#domain/visits/plans.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import '../ui/filters.css'
import { Field } from '../ui/field.tsx'
import { PlaceAndOwnerFields, useApplyFilters } from './place-and-owner-fields.tsx'
import { balanceLabels } from './planner-labels.ts'
import { balanceIn } from './planner-link.ts'
import { t } from '#domain/messages/t.ts'

/** Filters by territory, employee and balance, stored in the URL. */
export function PlannerFilters(): ReactNode {
  const { search } = useListLinks()
  const applyFilters = useApplyFilters()
  return (
    <div className="list-filters">
      <PlaceAndOwnerFields />
      <Field label={t('Balance')}>
        {(attributes) => (
          <select
            {...attributes}
            className="control"
            name="only balance"
            value={balanceIn(search) ?? ''}
            onChange={(event) => applyFilters({ balance: event.target.value || null })}
          >
            <option value="">{t('All')}</option>
            {balanceStates.map((state) => (
              <option key={state} value={state}>
                {balanceLabels()[state]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
