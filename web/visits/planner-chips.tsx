import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { VisitPlan } from '#domain/visits/plans.ts'
import { useListLinks } from '../entity/list-links.ts'
import '../styles/chips.css'
import { Icon } from '../ui/icon.tsx'
import { filtersIn, type InForce } from './planner-link.ts'

/** The filters in force, each with a way to take it off, and one way to take all of them off. */
export function PlannerChips({ items }: { items: readonly VisitPlan[] }): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const inForce = filtersIn(search)
  if (inForce.length === 0) return null
  // A number says little; where the list names its owner, so does the chip.
  const wordsOf = ({ name, value }: InForce): string =>
    (name === 'employee' &&
      items.find(({ Employee }) => Employee?.employeeNumber === value)?.Employee?.name) ||
    value
  const none = Object.fromEntries(inForce.map(({ name }) => [name, null]))
  return (
    <ul className="chips planner-chips">
      {inForce.map((each) => (
        <li key={each.name} className="chip">
          {each.label}: {wordsOf(each)}
          <button
            type="button"
            aria-label={`No longer only ${each.label} ${wordsOf(each)}`}
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
