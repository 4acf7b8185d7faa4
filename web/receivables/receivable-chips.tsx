import type { ReactNode } from 'react'
import { useListLinks } from '../masters/list/list-links.ts'
import { useApplyFilters } from '../planner/place-and-owner-fields.tsx'
import { levels, noOwner, territoryLabels } from '../planner/planner-link.ts'
import { useNames } from '../planner/planner-names.ts'
import { Icon } from '../ui/icon.tsx'
import '../ui/chips.css'
import { bucketLabels } from '#domain/balances/bills.ts'
import { t } from '#domain/messages/t.ts'

/** The active filters, each with a button that removes it. */
export function ReceivableChips(): ReactNode {
  const { search } = useListLinks()
  const applyFilters = useApplyFilters()
  const labels: Readonly<Record<string, string>> = {
    ...territoryLabels(),
    employee: t('Owner'),
    age: t('Bills overdue'),
  }
  const active = ['employee', 'age', ...levels].flatMap((name) => {
    const value = search.get(name)
    return value ? [{ name, value, label: labels[name]! }] : []
  })
  const nameOf = useNames(active)
  const ages: Readonly<Record<string, string>> = bucketLabels()
  return (
    <ul className="chips" aria-label={t('Active filters')}>
      {active.map((each) => {
        const age = ages[each.value]
        const value = each.value === noOwner ? t('No owner') : nameOf(each)
        const label = `${each.label}: ${each.name === 'age' && age ? age : value}`
        return (
          <li key={each.name} className="chip">
            {label}
            <button
              type="button"
              aria-label={t('Remove filter {label}', { label })}
              onClick={() => applyFilters({ [each.name]: null })}
            >
              <Icon name="close" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
