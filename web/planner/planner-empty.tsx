import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import type { DueState } from '#domain/visits/plans.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { countFilters, dueIn, type PlannerData } from './planner-link.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const messages = (): Record<DueState, string> => ({
  overdue: t('No customers are overdue.'),
  today: t('No customers are due today.'),
  week: t('No customers are due this week.'),
  later: t('All customers are already due.'),
  never: t('All customers have been visited.'),
  seen: t('No customers were visited on time.'),
  'overdue-7': t('No customers are overdue that long.'),
  'overdue-30': t('No customers are overdue that long.'),
  'overdue-90': t('No customers are overdue that long.'),
  'overdue-more': t('No customers are overdue that long.'),
})

const linkTo = (to: string, text: string): ReactNode => (
  <Link className="button button-plain" to={to} preventScrollReset>
    {text}
  </Link>
)

/** Text for a planner whose filters leave no customers, with links to remove them. */
export function PlannerEmpty(): ReactNode {
  const { namedFields } = useLoaderData<PlannerData>()
  const { search, changed } = useListLinks()
  const due = dueIn(search)
  const q = search.get('q')
  const isFiltered = countFilters(search, namedFields) > 0
  const message = q
    ? t('No matches for “{q}”.', { q })
    : due
      ? messages()[due]
      : t('No customers match the filters.')
  return (
    <>
      <p>{message}</p>
      <p className="links">
        {due && (q || isFiltered) && linkTo(changed({ due: null }), t('Show all due dates'))}
        {linkTo('?', t('Show all'))}
      </p>
    </>
  )
}
