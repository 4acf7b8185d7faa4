import type { ReactNode } from 'react'
import type { DueState } from '#domain/visits/plans.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import '../ui/filters.css'
import { dueIn } from './planner-link.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const states = (): readonly (readonly [DueState | null, string])[] => [
  [null, t('All')],
  ['overdue', t('Overdue')],
  ['today', t('Due today')],
  ['week', t('This week')],
  ['later', t('Not yet')],
  ['never', t('Never')],
]

/** Links that filter by due state and keep the other filters. */
export function DueLinks(): ReactNode {
  const { search, changed } = useListLinks()
  const chosen = dueIn(search) ?? null
  return (
    <nav className="filter-links" aria-label={t('When a visit is due')}>
      {states().map(([state, label]) => (
        <Link
          key={label}
          to={changed({ due: state })}
          aria-current={state === chosen ? 'true' : undefined}
          preventScrollReset
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
