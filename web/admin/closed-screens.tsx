import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ClosedScreen } from '#domain/access/role-grid.ts'
import { everyProcess, screens } from '#domain/access/screens-by-function.ts'
import { formOf } from '#domain/contract/forms.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { recordLink } from './record-link.ts'

/** Screens that the same Applications are about: a module is one row, not seven. */
interface Row extends Omit<ClosedScreen, 'screen' | 'label'> {
  key: string
  screens: readonly ClosedScreen[]
}

function rowsOf(closed: readonly ClosedScreen[]): Row[] {
  const together = Map.groupBy(closed, ({ by }) => by.map(({ id }) => id).join())
  return [...together].map(([key, all]) => ({ ...all[0]!, key, screens: all }))
}

const columns: readonly Column<Row>[] = [
  {
    label: 'Screen',
    cell: (row) => (
      <ul className="closed-list">
        {row.screens.map(({ screen, label }) => (
          <li key={screen}>
            <Link to={`/${screen}`}>{label}</Link>
          </li>
        ))}
      </ul>
    ),
  },
  { label: 'Open to', cell: ({ openTo }) => openTo.join(', ') },
  {
    label: 'People',
    cell: ({ people }) => (people === 0 ? 'Administrators only' : people.toLocaleString('en-IN')),
  },
  {
    label: 'By application',
    cell: ({ by }) => (
      <ul className="closed-list">
        {by.map(({ id, name }) => (
          <li key={id}>
            <Link to={recordLink({ entity: 'application', id, name })}>{name}</Link>
          </li>
        ))}
      </ul>
    ),
  },
]

const application = <Link to={formOf('application').route}>Application</Link>

/** Which screens are open to some functions only, and how that is decided. */
export function ClosedScreens({ closed }: { closed: readonly ClosedScreen[] }): ReactNode {
  return (
    <section className="closed-screens" aria-labelledby="closed-screens">
      <h2 id="closed-screens">Screens by function</h2>
      <p>
        {closed.length === 0 && 'Every screen is open to all functions now. '}
        An {application} whose Process Code is the name of a screen, such as <code>contact24</code>, opens
        that screen, and all it keeps, only to people with one of its functions in the{' '}
        <Link to={formOf('staffUser').route}>User master</Link>, and to administrators. Process{' '}
        <code>{everyProcess}</code> does it for all screens of the module or submodule it names.
      </p>
      {closed.length > 0 && (
        <DataTable
          caption="Screens that are open to some functions only"
          columns={columns}
          rows={rowsOf(closed)}
          keyOf={({ key }) => key}
        />
      )}
      <h3>The names of the screens</h3>
      <dl className="screen-names">
        {[...Map.groupBy(screens, ({ group }) => group)].map(([group, all]) => (
          <div key={group ?? ''}>
            <dt>
              {group ? (
                <>
                  Module <code>{group}</code>
                </>
              ) : (
                'Of no module'
              )}
            </dt>
            {all.map(({ name, label }) => (
              <dd key={name}>
                <code>{name}</code> {label}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
