import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DueState } from '#domain/visits/plans.ts'
import { useListLinks } from '../entity/list-links.ts'
import { dueIn, filtersIn } from './planner-link.ts'

const sentences: Record<DueState, string> = {
  overdue: 'Nobody is overdue here.',
  today: 'Nobody is due today here.',
  week: 'Nobody is due this week here.',
  later: 'Everybody here is due already.',
  never: 'Everybody here has been visited.',
  seen: 'Nobody here was seen in time.',
  'overdue-7': 'Nobody here is overdue that long.',
  'overdue-30': 'Nobody here is overdue that long.',
  'overdue-90': 'Nobody here is overdue that long.',
  'overdue-more': 'Nobody here is overdue that long.',
}

/** Why nobody is here, and the way to where somebody is; nothing where there are no customers at all. */
export function usePlannerEmpty(): ReactNode {
  const { search, changed } = useListLinks()
  const due = dueIn(search)
  const q = search.get('q')
  const isNarrowed = filtersIn(search).length > 0
  if (!due && !q && !isNarrowed) return undefined
  const sentence = q ? `Nothing here matches “${q}”.` : due ? sentences[due] : 'Nobody here fits the filters.'
  return (
    <p className="list-empty">
      {sentence}{' '}
      {due && (q || isNarrowed) && (
        <>
          <Link to={changed({ due: null })} preventScrollReset>
            Look at every day
          </Link>{' '}
          or{' '}
        </>
      )}
      <Link to="?" preventScrollReset>
        Show all
      </Link>
    </p>
  )
}
