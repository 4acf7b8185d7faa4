import type { ReactNode } from 'react'
import type { DueState } from '#domain/visits/plans.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { dueIn, filtersIn } from './planner-link.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const messages: Record<DueState, string> = {
  overdue: 'No customers are overdue.',
  today: 'No customers are due today.',
  week: 'No customers are due this week.',
  later: 'All customers are already due.',
  never: 'All customers have been visited.',
  seen: 'No customers were visited on time.',
  'overdue-7': 'No customers are overdue that long.',
  'overdue-30': 'No customers are overdue that long.',
  'overdue-90': 'No customers are overdue that long.',
  'overdue-more': 'No customers are overdue that long.',
}

/** Text for an empty planner with links to remove filters; undefined when there are no customers at all. */
export function usePlannerEmpty(): ReactNode {
  const { search, changed } = useListLinks()
  const due = dueIn(search)
  const q = search.get('q')
  const isFiltered = filtersIn(search).length > 0
  if (!due && !q && !isFiltered) return undefined
  const message = q
    ? t('No matches for “{q}”.', { q })
    : due
      ? messages[due]
      : t('No customers match the filters.')
  return (
    <>
      {message}{' '}
      {due && (q || isFiltered) && (
        <>
          <Link to={changed({ due: null })} preventScrollReset>
            {t('Show all due dates')}
          </Link>{' '}
          or{' '}
        </>
      )}
      <Link to="?" preventScrollReset>
        {t('Show all')}
      </Link>
    </>
  )
}
