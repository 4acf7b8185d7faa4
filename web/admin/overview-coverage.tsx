import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { territoryLevels, type Coverage, type Glance } from '#domain/visits/glance.ts'
import { overdueAges } from '#domain/visits/plans.ts'
import { Legend, type BarPart } from '../ui/chart-bar.tsx'
import { fieldOf, glanceAt, partOf, planner } from './overview-links.ts'
import { Count, GlanceTable, shown, type GlanceRow } from './overview-table.tsx'

export const percentSeen = ({ customers, seen }: Coverage): string =>
  `${customers === 0 ? 0 : Math.round((100 * seen) / customers)} %`

const barOf = ({ seen, overdue, never }: Coverage): BarPart[] => [
  { value: seen, tone: 'good' },
  { value: overdue, tone: 'bad' },
  { value: never, tone: 'pale' },
]

const legend = [
  ['good', 'seen in time'],
  ['bad', 'overdue'],
  ['pale', 'never visited'],
] as const

const head = ['In time', 'Overdue', 'Never', 'All']

type Where = Readonly<Record<string, string>>

/** The numbers of a row, each of which leads to its customers in the planner. */
function cellsOf(coverage: Coverage, where: Where, whose: string): ReactNode[] {
  const { customers, seen, overdue, never } = coverage
  const percent = percentSeen(coverage)
  return [
    seen === 0 ? (
      percent
    ) : (
      <Link
        key="seen"
        to={planner({ ...where, due: 'seen' })}
        aria-label={`${percent} seen in time: ${whose}`}
      >
        {percent}
      </Link>
    ),
    <Count
      key="overdue"
      of={overdue}
      to={planner({ ...where, due: 'overdue' })}
      what={`overdue: ${whose}`}
    />,
    <Count
      key="never"
      of={never}
      to={planner({ ...where, due: 'never' })}
      what={`never visited: ${whose}`}
    />,
    <Count
      key="all"
      of={customers}
      to={planner(where)}
      what={`${customers === 1 ? 'customer' : 'customers'}: ${whose}`}
    />,
  ]
}

export function CoverageByTerritory({ glance }: { glance: Glance }): ReactNode {
  const { level, territories, further, within } = glance
  const { words } = territoryLevels.find((each) => each.level === level)!
  const part = partOf(within.at(-1))
  const rows = territories.map((place): GlanceRow => ({
    key: place.code,
    name: level === 'city' ? place.name : <Link to={glanceAt(place)}>{place.name}</Link>,
    bar: barOf(place.coverage),
    cells: cellsOf(
      place.coverage,
      { ...(level === 'city' && part), [fieldOf(level)]: place.code },
      place.name,
    ),
  }))
  return (
    <section className="glance-part">
      <h2>Coverage by {words.toLowerCase()}</h2>
      <Legend parts={legend} />
      <GlanceTable caption={`Coverage by ${words.toLowerCase()}`} head={[words, ...head]} rows={rows} />
      {further > 0 && <p className="glance-note">and {shown(further)} more with fewer overdue customers</p>}
    </section>
  )
}

const mostEmployees = 15

export function CoverageByEmployee({ glance }: { glance: Glance }): ReactNode {
  const part = partOf(glance.within.at(-1))
  const rows = glance.employees.map(({ employee, coverage }): GlanceRow => {
    const name = employee?.name ?? 'Nobody'
    const where = { ...part, employee: employee?.employeeNumber ?? 'none' }
    return {
      key: employee?.employeeNumber ?? 'nobody',
      name: <Link to={planner(where)}>{name}</Link>,
      bar: barOf(coverage),
      cells: cellsOf(coverage, where, name),
    }
  })
  const table = (some: readonly GlanceRow[], caption: string): ReactNode => (
    <GlanceTable caption={caption} head={['Employee', ...head]} rows={some} />
  )
  const isAnybody = glance.employees.some(({ employee }) => employee)
  return (
    <section className="glance-part">
      <h2>Coverage by employee</h2>
      <Legend parts={legend} />
      {table(rows.slice(0, mostEmployees), 'Coverage by employee')}
      {rows.length > mostEmployees && (
        <details className="glance-more">
          <summary>{shown(rows.length - mostEmployees)} more</summary>
          {table(rows.slice(mostEmployees), 'Coverage by employee, the others')}
        </details>
      )}
      {!isAnybody && (
        <p className="glance-note">
          Nobody looks after customers yet. <Link to="/admin/handover">Give them to your employees</Link>
        </p>
      )}
    </section>
  )
}

export function OverdueByAge({ glance }: { glance: Glance }): ReactNode {
  const part = partOf(glance.within.at(-1))
  const { never } = glance.coverage
  const ages = overdueAges.map(({ state, words }, at): GlanceRow => {
    const value = glance.ages[at]!
    const to = planner({ ...part, due: state })
    return {
      key: words,
      name: words,
      bar: [{ value, tone: 'bad' }],
      cells: [<Count key="count" of={value} to={to} what={`overdue, due ${words}`} />],
    }
  })
  const unseen: GlanceRow = {
    key: 'never',
    name: 'never visited',
    bar: [{ value: never, tone: 'pale' }],
    cells: [<Count key="count" of={never} to={planner({ ...part, due: 'never' })} what="never visited" />],
  }
  return (
    <section className="glance-part">
      <h2>Overdue by age</h2>
      <GlanceTable
        caption="Overdue customers by how long ago the visit was due"
        head={['Was due', 'Customers']}
        rows={[...ages, unseen]}
        most={Math.max(...glance.ages, never)}
      />
    </section>
  )
}
