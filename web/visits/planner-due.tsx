import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DueState } from '#domain/visits/plans.ts'
import { useListLinks } from '../entity/list-links.ts'
import { dueIn } from './planner-link.ts'

const states: readonly (readonly [DueState | null, string])[] = [
  [null, 'All'],
  ['overdue', 'Overdue'],
  ['today', 'Due today'],
  ['week', 'This week'],
  ['later', 'Not yet'],
  ['never', 'Never'],
]

/** Who is due when, one tap each; the other filters stay as they are. */
export function DueLinks(): ReactNode {
  const { search, changed } = useListLinks()
  const chosen = dueIn(search) ?? null
  return (
    <nav className="due-links" aria-label="When a visit is due">
      {states.map(([state, words]) => (
        <Link
          key={words}
          to={changed({ due: state })}
          aria-current={state === chosen ? 'true' : undefined}
          preventScrollReset
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
