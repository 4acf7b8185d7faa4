import type { ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { PersonResults, PlanResults } from '#domain/api/visit-plans/plan-results.ts'
import { formatCount } from '#domain/messages/format-count.ts'
import { t } from '#domain/messages/t.ts'
import { madeOf, shareMade } from '#domain/visit-plans/plan-results.ts'
import { resultLabels } from '#domain/visit-plans/result-labels.ts'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import { Bar } from '../ui/chart-bar.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { ResultTools } from './export-results.tsx'
import { MonthLinks } from './month-links.tsx'
import { noPerson, personResultsPath } from './person-path.ts'
import { barOf, ResultFigures } from './result-figures.tsx'
import { periodIn, readPlanResults } from './results-api.ts'

const percent = (row: PersonResults): string => {
  const share = shareMade(row)
  return share === null ? '–' : t('{share} %', { share }).replace(' ', '\u00a0')
}

function columnsOf(from: string): readonly Column<PersonResults>[] {
  const labels = resultLabels()
  const number = (
    label: string,
    value: (row: PersonResults) => number,
    id = 'main',
  ): Column<PersonResults> => ({
    label,
    id,
    kind: 'number',
    cell: (row) => formatCount(value(row)),
  })
  return [
    {
      label: t('Employee'),
      kind: 'name',
      cell: (row) => (
        <>
          <Link to={personResultsPath(row.employee?.employeeNumber ?? null, from)}>
            {row.employee?.name ?? t('Without an employee')}
          </Link>
          <Bar parts={barOf(row)} max={row.planned} />
        </>
      ),
    },
    number(t('Planned'), ({ planned }) => planned),
    number(t('Made'), madeOf),
    { label: t('Share made'), kind: 'number', cell: percent },
    number(labels.late, ({ results }) => results.late, 'detail'),
    number(labels.moved, ({ results }) => results.moved, 'detail'),
    number(labels.missed, ({ results }) => results.missed, 'detail'),
    number(labels.cancelled, ({ results }) => results.cancelled, 'detail'),
    number(labels.noResult, ({ results }) => results.noResult),
    number(labels.ahead, ({ results }) => results.ahead, 'detail'),
    number(labels.unplanned, ({ unplanned }) => unplanned),
  ]
}

function PlanResultsPage(): ReactNode {
  const results = useLoaderData<PlanResults>()
  const { from, to, people } = results
  return (
    <Page
      heading={t('Planned and done')}
      lead={t(
        'What became of the visits planned for this month. A plan that was moved on its day or later counts for the day that was not kept.',
      )}
    >
      <div className="plan-results">
        <div className="result-head">
          <MonthLinks from={from} />
          <ResultTools query={{ from, to }} />
        </div>
        {people.length === 0 ? (
          <EmptyState>
            {t('No visit was planned for this month, and none was made.')}{' '}
            <Link to="/get">{t('Open the planner')}</Link>
          </EmptyState>
        ) : (
          <>
            <ResultFigures counts={results} />
            <section>
              <h2>{t('By person')}</h2>
              <DataTable
                caption={t('Planned and done, by person')}
                className="result-people"
                columns={columnsOf(from)}
                rows={people}
                keyOf={({ employee }) => employee?.employeeNumber ?? noPerson}
              />
            </section>
          </>
        )}
      </div>
    </Page>
  )
}

const load = ({ request, url }: LoaderFunctionArgs): Promise<PlanResults> =>
  redirectOnBadQuery(url, readPlanResults(periodIn(url.searchParams), request.signal))

export const planResultsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <PlanResultsPage />,
  loader: load,
}
