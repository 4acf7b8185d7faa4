import type { ReactNode } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { useListLinks } from '../masters/list/list-links.ts'
import '../ui/chips.css'
import { Icon } from '../ui/icon.tsx'
import { dueFilterIn, filtersIn } from './planner-labels.ts'
import type { PlannerData } from './planner-link.ts'
import { useNames } from './planner-names.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** The active filters, each with a remove button, and a link to clear all. */
export function PlannerChips(): ReactNode {
  const { namedFields } = useLoaderData<PlannerData>()
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const activeFilters = [...dueFilterIn(search), ...filtersIn(search, namedFields)]
  const nameOf = useNames(activeFilters)
  if (activeFilters.length === 0) return null
  const none = Object.fromEntries(activeFilters.map(({ name }) => [name, null]))
  return (
    <ul className="chips planner-chips">
      {activeFilters.map((each) => (
        <li key={each.name} className="chip">
          {each.label ? `${each.label}: ${nameOf(each)}` : nameOf(each)}
          <button
            type="button"
            aria-label={
              each.label
                ? t('Remove filter {label} {name}', { label: each.label, name: nameOf(each) })
                : t('Remove filter {name}', { name: nameOf(each) })
            }
            onClick={() => void navigate(changed({ [each.name]: null }), { preventScrollReset: true })}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
      <li>
        <Link to={changed(none)} preventScrollReset>
          {t('Clear filters')}
        </Link>
      </li>
    </ul>
  )
}
