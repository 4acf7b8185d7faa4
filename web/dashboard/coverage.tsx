import type { ReactNode } from 'react'
import type { Coverage, Dashboard } from '#domain/api/visits/dashboard.ts'
import { territoryLevels } from '#domain/visits/dashboard.ts'
import { overdueAges } from '#domain/visits/plans.ts'
import { Legend, type BarPart } from '../ui/chart-bar.tsx'
import { fieldOf, dashboardLink, territoryFilter, plannerLink } from './links.ts'
import { Count, DashboardTable, type DashboardRow } from './comparison-table.tsx'
import { Link } from '../ui/link.tsx'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

export const percentOnTime = ({ customers, seen }: Coverage): string =>
  `${customers === 0 ? 0 : Math.round((100 * seen) / customers)} %`

const barOf = ({ seen, overdue, never }: Coverage): BarPart[] => [
  { value: seen, tone: 'good' },
  { value: overdue, tone: 'bad' },
  { value: never, tone: 'pale' },
]

const legend = () =>
  [
    ['good', t('visited on time')],
    ['bad', t('overdue')],
    ['pale', t('never visited')],
  ] as const

const head = (): string[] => [t('On time'), t('Overdue'), t('Never'), t('All')]

type PlannerFilter = Readonly<Record<string, string>>

/** The numbers of a row, each linked to its customers in the planner. */
function cellsOf(coverage: Coverage, where: PlannerFilter, label: string): ReactNode[] {
  const { customers, seen, overdue, never } = coverage
  const percent = percentOnTime(coverage)
  return [
    seen === 0 ? (
      percent
    ) : (
      <Link
        key="seen"
        to={plannerLink({ ...where, due: 'seen' })}
        aria-label={t('{percent} visited on time: {label}', { percent, label })}
      >
        {percent}
      </Link>
    ),
    <Count
      key="overdue"
      of={overdue}
      to={plannerLink({ ...where, due: 'overdue' })}
      label={t('{count, number} overdue: {label}', { count: overdue, label })}
    />,
    <Count
      key="never"
      of={never}
      to={plannerLink({ ...where, due: 'never' })}
      label={t('{count, number} never visited: {label}', { count: never, label })}
    />,
    <Count
      key="all"
      of={customers}
      to={plannerLink(where)}
      label={t('{customers, plural, one {# customer} other {# customers}}: {label}', { customers, label })}
    />,
  ]
}

export function CoverageByTerritory({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const { level, territories, further, within } = dashboard
  const { words } = territoryLevels.find((each) => each.level === level)!
  const heading = t('Coverage by {level}', { level: t(words).toLowerCase() })
  const part = territoryFilter(within.at(-1))
  const rows = territories.map((place): DashboardRow => {
    const name = shownName(place.name, place.localName)
    const where = { ...(level === 'city' && part), [fieldOf(level)]: place.code }
    return {
      key: place.code,
      name: level === 'city' ? name : <Link to={dashboardLink(place)}>{name}</Link>,
      bar: barOf(place.coverage),
      cells: cellsOf(place.coverage, where, name),
    }
  })
  return (
    <section className="dashboard-part">
      <h2>{heading}</h2>
      <Legend parts={legend()} />
      <DashboardTable caption={heading} head={[t(words), ...head()]} rows={rows} />
      {further > 0 && (
        <p className="dashboard-note">
          {t('and {count, number} more with fewer overdue customers', { count: further })}
        </p>
      )}
    </section>
  )
}

const maxEmployees = 15

export function CoverageByEmployee({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const part = territoryFilter(dashboard.within.at(-1))
  const rows = dashboard.employees.map(({ employee, coverage }): DashboardRow => {
    const name = employee?.name ?? t('No owner')
    const where = { ...part, employee: employee?.employeeNumber ?? 'none' }
    return {
      key: employee?.employeeNumber ?? 'none',
      name: <Link to={plannerLink(where)}>{name}</Link>,
      bar: barOf(coverage),
      cells: cellsOf(coverage, where, name),
    }
  })
  const table = (some: readonly DashboardRow[], caption: string): ReactNode => (
    <DashboardTable caption={caption} head={[t('Employee'), ...head()]} rows={some} />
  )
  const hasOwners = dashboard.employees.some(({ employee }) => employee)
  return (
    <section className="dashboard-part">
      <h2>{t('Coverage by employee')}</h2>
      <Legend parts={legend()} />
      {table(rows.slice(0, maxEmployees), t('Coverage by employee'))}
      {rows.length > maxEmployees && (
        <details className="dashboard-more">
          <summary>{t('{count, number} more', { count: rows.length - maxEmployees })}</summary>
          {table(rows.slice(maxEmployees), t('Coverage by employee, the others'))}
        </details>
      )}
      {!hasOwners && (
        <p className="dashboard-note">
          {t('No customer has an owner yet.')}{' '}
          <Link to="/admin/handover">{t('Assign customers to employees')}</Link>
        </p>
      )}
    </section>
  )
}

export function OverdueByAge({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const part = territoryFilter(dashboard.within.at(-1))
  const { never } = dashboard.coverage
  const ages = overdueAges.map(({ state, words }, at): DashboardRow => {
    const value = dashboard.ages[at]!
    const to = plannerLink({ ...part, due: state })
    return {
      key: words,
      name: t(words),
      bar: [{ value, tone: 'bad' }],
      cells: [
        <Count
          key="count"
          of={value}
          to={to}
          label={t('{count, number} overdue, due {age}', { count: value, age: t(words) })}
        />,
      ],
    }
  })
  const neverVisited: DashboardRow = {
    key: 'never',
    name: t('never visited'),
    bar: [{ value: never, tone: 'pale' }],
    cells: [
      <Count
        key="count"
        of={never}
        to={plannerLink({ ...part, due: 'never' })}
        label={t('{count, number} never visited', { count: never })}
      />,
    ],
  }
  return (
    <section className="dashboard-part">
      <h2>{t('Overdue by age')}</h2>
      <DashboardTable
        caption={t('Overdue customers by how long ago the visit was due')}
        head={[t('Was due'), t('Customers')]}
        rows={[...ages, neverVisited]}
        max={Math.max(...dashboard.ages, never)}
      />
    </section>
  )
}
