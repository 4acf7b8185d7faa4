import type { ReactNode } from 'react'
import { formOf } from '#domain/contract/forms.ts'
import { tiles } from '#domain/screens/screens.ts'
import { useMayOpen } from '../access/use-may-open.ts'
import { WhyButton } from '../access/why-button.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** Links to the other office pages. */
export function OfficePages(): ReactNode {
  const mayOpen = useMayOpen()
  return (
    <nav className="office-pages" aria-label={t('Office')}>
      {tiles
        .filter((screen) => mayOpen(screen))
        .map(({ path, label, shortLabel, tile }) => (
          <Link key={path} to={path} className="admin-tile office-page">
            <span className="office-name">{shortLabel ?? label}</span> <span>{tile?.description}</span>
          </Link>
        ))}
    </nav>
  )
}

/** Shown to an account with no customers in its scope. */
export function NothingSeen(): ReactNode {
  return (
    <section className="card first-steps">
      <h2>{t('You see no customers yet')}</h2>
      <p>
        {t(
          'What you see depends on the place of the employee with your e-mail and the customers assigned to or planned for them, unless an administrator gives you other places. Ask an administrator.',
        )}
      </p>
      <p>
        <WhyButton label={t('What may I do?')} />
      </p>
    </section>
  )
}

/** Shown to a firm without customers. */
export function FirstSteps(): ReactNode {
  return (
    <section className="card first-steps">
      <h2>{t('Start here')}</h2>
      <p>
        {t(
          'As soon as there are customers and visits, this page shows who is visited on time and what is overdue.',
        )}
      </p>
      <ol>
        <li>
          Enter the territory: <Link to={formOf('zone').route}>{t('zones')}</Link>,{' '}
          <Link to={formOf('state').route}>{t('states')}</Link> and what is below them
        </li>
        <li>
          Enter your <Link to={formOf('customer').route}>{t('customers')}</Link>, each with how often to visit
          them
        </li>
        <li>
          Enter your <Link to={formOf('employee').route}>{t('employees')}</Link>, and{' '}
          <Link to="/admin/handover">{t('assign customers to them')}</Link>
        </li>
        <li>
          Plan the first visits in the <Link to="/get">{t('planner')}</Link>
        </li>
      </ol>
    </section>
  )
}
