import type { ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { ComparedVisit, ComparedVisits, PlanResults } from '#domain/api/visit-plans/plan-results.ts'
import { cityName, customerName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { planResults, type PlanResult } from '#domain/visit-plans/plan-results.ts'
import { resultLabels } from '#domain/visit-plans/result-labels.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { useListLinks } from '../masters/list/list-links.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import '../ui/badges.css'
import type { Column } from '../ui/data-table.tsx'
import '../ui/filters.css'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { ResultTools } from './export-results.tsx'
import { formatMonth, MonthLinks } from './month-links.tsx'
import { ResultFigures } from './result-figures.tsx'
import { listComparedVisits, periodIn, readPlanResults } from './results-api.ts'

type Result = PlanResult | 'unplanned'

const badges: Readonly<Record<Result, string>> = {
  onDay: 'active',
  early: 'active',
  late: 'pending',
  moved: 'pending',
  missed: 'overdue',
  cancelled: 'overdue',
  noResult: 'overdue',
  ahead: 'planned',
  unplanned: 'active',
}

const columns = (): readonly Column<ComparedVisit>[] => {
  const labels = resultLabels()
  return [
    {
      label: t('Planned for'),
      cell: ({ plannedOn, movedTo }) => (
        <span className="result-day">
          {plannedOn === null ? '–' : formatDate(plannedOn)}
          {movedTo !== null && <small>{t('moved to {day}', { day: formatDate(movedTo) })}</small>}
        </span>
      ),
    },
    {
      label: t('Customer'),
      cell: (visit) => <CustomerLink code={visit.Customer_Code} name={customerName(visit)} />,
    },
    { label: t('City'), cell: cityName },
    {
      label: t('Result'),
      cell: ({ result }) => <span className={`badge badge-${badges[result]}`}>{labels[result]}</span>,
    },
    {
      label: t('Visited On'),
      cell: ({ Visited_On, Contact_Mode }) =>
        Visited_On !== null && (
          <span className="result-day">
            {formatDate(Visited_On)}
            {Contact_Mode === 'by phone' && <small>{t('by phone')}</small>}
          </span>
        ),
    },
    { label: t('Reason'), cell: ({ Reason }) => Reason },
  ]
}

interface PersonContent {
  named: string
  totals: PlanResults
  visits: ComparedVisits
}

function PersonResultsPage(): ReactNode {
  const { named, totals, visits } = useLoaderData<PersonContent>()
  const { search, changed } = useListLinks()
  const { from, to, employee, items, hasMore } = visits
  const chosen = search.get('result')
  const rows = chosen === null ? items : items.filter(({ result }) => result === chosen)
  const all: Result[] = [...planResults, 'unplanned']
  const found = all.filter((result) => items.some((each) => each.result === result))
  const labels = resultLabels()
  const name = employee?.name ?? t('Without an employee')
  return (
    <Page heading={t('Planned and done: {name}', { name })}>
      <div className="plan-results">
        <div className="result-head">
          <MonthLinks from={from} />
          <ResultTools query={{ from, to, employee: named }} />
        </div>
        {items.length > 0 && <ResultFigures counts={totals} />}
        <ListScreen
          label={t('Visits of {name}, {month}', { name, month: formatMonth(from) })}
          filters={
            <>
              {found.length > 1 && (
                <nav className="filter-links" aria-label={t('Which visits')}>
                  {[null, ...found].map((result) => (
                    <Link
                      key={result}
                      to={changed({ result })}
                      aria-current={chosen === result || undefined}
                      preventScrollReset
                    >
                      {result === null ? t('All') : labels[result]}
                    </Link>
                  ))}
                </nav>
              )}
              {hasMore && (
                <p>{t('Only the first {count, number} visits are shown.', { count: items.length })}</p>
              )}
            </>
          }
          page={{ items: rows, next: null }}
          table={{
            columns: columns(),
            keyOf: ({ Visit_ID, plannedOn, Customer_Code }) => Visit_ID ?? `${plannedOn} ${Customer_Code}`,
          }}
          empty={
            items.length === 0 ? (
              t('No visit was planned for this month, and none was made.')
            ) : (
              <>
                {t('No visits match.')} <Link to={changed({ result: null })}>{t('All visits')}</Link>
              </>
            )
          }
        />
      </div>
    </Page>
  )
}

async function load({ request, url, params }: LoaderFunctionArgs): Promise<PersonContent> {
  const named = params['employee'] ?? ''
  const query = { ...periodIn(url.searchParams), employee: named }
  const [totals, visits] = await redirectOnBadQuery(
    url,
    Promise.all([readPlanResults(query, request.signal), listComparedVisits(query, request.signal)]),
  )
  return { named, totals, visits }
}

export const personResultsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <PersonResultsPage />,
  loader: load,
}
