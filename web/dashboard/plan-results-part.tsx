import type { ReactNode } from 'react'
import { formatCount } from '#domain/messages/format-count.ts'
import { t } from '#domain/messages/t.ts'
import { madeOf } from '#domain/visit-plans/plan-results.ts'
import { personResultsPath } from '../plan-results/person-path.ts'
import { barOf, describeResults, ResultLegend } from '../plan-results/result-figures.tsx'
import { readPlanResults } from '../plan-results/results-api.ts'
import { Link } from '../ui/link.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useQuery } from '../ui/use-query.ts'
import { DashboardTable, type DashboardRow } from './comparison-table.tsx'

const maxPeople = 8

/** The plans of the current month, in the selected part of the territory, and what became of them. */
export function PlanResultsPart({ part }: { part: Readonly<Record<string, string>> }): ReactNode {
  const { data, error, reload } = useQuery([JSON.stringify(part)], (signal) => readPlanResults(part, signal))
  const rows = (data?.people ?? []).slice(0, maxPeople).map((person): DashboardRow => {
    const { employee, planned, results, unplanned } = person
    return {
      key: employee?.employeeNumber ?? '',
      name: (
        <Link to={personResultsPath(employee?.employeeNumber ?? null, data!.from)}>
          {employee?.name ?? t('Without an employee')}
        </Link>
      ),
      bar: barOf(person),
      cells: [planned, madeOf(person), results.noResult, unplanned].map(formatCount),
    }
  })
  return (
    <section className="dashboard-part">
      <h2>{t('Planned and done this month')}</h2>
      {error ? (
        <p>
          <LoadError error={error} onRetry={() => void reload()} />
        </p>
      ) : !data ? (
        <Skeleton lines={6} />
      ) : rows.length === 0 ? (
        <p className="dashboard-note">{t('No visit was planned for this month, and none was made.')}</p>
      ) : (
        <>
          <p className="dashboard-note">{describeResults(data)}</p>
          <ResultLegend />
          <DashboardTable
            caption={t('Planned and done, by person')}
            head={[t('Employee'), t('Planned'), t('Made'), t('Without a result'), t('Outside the plan')]}
            rows={rows}
          />
          <p className="dashboard-note">
            <Link to="/plan-results">{t('All people, other months and reasons')}</Link>
          </p>
        </>
      )}
    </section>
  )
}
