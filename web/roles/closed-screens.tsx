import type { ReactNode } from 'react'
import type { ClosedScreen } from '#domain/api/access/roles.ts'
import { everyProcess, screens } from '#domain/access/screens-by-function.ts'
import { formOf } from '#domain/contract/form-of.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { recordLink } from '../masters/list/record-link.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'
import { formatCount } from '#domain/messages/format-count.ts'

/** Groups the screens restricted by the same Applications, so that a module is one row. */
interface Row extends Omit<ClosedScreen, 'screen' | 'label'> {
  key: string
  screens: readonly ClosedScreen[]
}

function rowsOf(closed: readonly ClosedScreen[]): Row[] {
  const grouped = Map.groupBy(closed, ({ by }) => by.map(({ id }) => id).join())
  return [...grouped].map(([key, all]) => ({ ...all[0]!, key, screens: all }))
}

const columns = (): readonly Column<Row>[] => [
  {
    label: t('Screen'),
    cell: (row) => (
      <ul className="closed-list">
        {row.screens.map(({ screen, label }) => (
          <li key={screen}>
            <Link to={`/${screen}`}>{t(label)}</Link>
          </li>
        ))}
      </ul>
    ),
  },
  { label: t('Open to'), cell: ({ openTo }) => openTo.join(', ') },
  {
    label: t('People'),
    cell: ({ people }) => (people === 0 ? t('Administrators only') : formatCount(people)),
  },
  {
    label: t('By application'),
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

/** Lists the screens that are restricted to some functions, and explains how to restrict one. */
export function ClosedScreens({ closed }: { closed: readonly ClosedScreen[] }): ReactNode {
  return (
    <section className="closed-screens" aria-labelledby="closed-screens">
      <h2 id="closed-screens">{t('Screens by function')}</h2>
      <p>
        {closed.length === 0 && t('All screens are open to all functions.')}{' '}
        <RichText
          message="An <application>Application</application> with the name of a screen as its Process Code, such as <code>{screen}</code>, restricts that screen and its records to users with one of its functions in the <users>User master</users>, and to administrators. Process <code>{every}</code> restricts all screens of the module or submodule it names."
          values={{ screen: 'contact24', every: everyProcess }}
          tags={{
            application: (text) => <Link to={formOf('application').route}>{text}</Link>,
            users: (text) => <Link to={formOf('staffUser').route}>{text}</Link>,
            code: (text) => <code>{text}</code>,
          }}
        />
      </p>
      {closed.length > 0 && (
        <DataTable
          caption={t('Screens restricted to some functions')}
          columns={columns()}
          rows={rowsOf(closed)}
          keyOf={({ key }) => key}
        />
      )}
      <h3>{t('Names of the screens')}</h3>
      <dl className="screen-names">
        {[...Map.groupBy(screens, ({ group }) => group)].map(([group, all]) => (
          <div key={group ?? ''}>
            <dt>
              {group ? (
                <RichText
                  message="Module <code>{group}</code>"
                  values={{ group }}
                  tags={{ code: (text) => <code>{text}</code> }}
                />
              ) : (
                t('No module')
              )}
            </dt>
            {all.map(({ name, label }) => (
              <dd key={name}>
                <code>{name}</code> {t(label)}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
