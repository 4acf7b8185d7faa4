import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useListLinks } from '../entity/list-links.ts'
import '../styles/chips.css'
import { Icon } from '../ui/icon.tsx'
import { filtersIn, finerDueIn } from './planner-link.ts'
import { useNames } from './planner-names.ts'

/** The filters in force, each with a way to take it off, and one way to take all of them off. */
export function PlannerChips(): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const inForce = [...finerDueIn(search), ...filtersIn(search)]
  const nameOf = useNames(inForce)
  if (inForce.length === 0) return null
  const none = Object.fromEntries(inForce.map(({ name }) => [name, null]))
  return (
    <ul className="chips planner-chips">
      {inForce.map((each) => (
        <li key={each.name} className="chip">
          {each.label && `${each.label}: `}
          {nameOf(each)}
          <button
            type="button"
            aria-label={['No longer only', each.label, nameOf(each)].filter(Boolean).join(' ')}
            onClick={() => void navigate(changed({ [each.name]: null }), { preventScrollReset: true })}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
      <li>
        <Link to={changed(none)} preventScrollReset>
          Clear filters
        </Link>
      </li>
    </ul>
  )
}
