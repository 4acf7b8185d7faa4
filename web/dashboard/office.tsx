import type { ReactNode } from 'react'
import { formOf } from '#domain/contract/forms.ts'
import { mayOpen } from '#domain/screens/screen.ts'
import { tiles } from '#domain/screens/screens.ts'
import { useMay } from '../api/use-may.ts'
import { WhyButton } from '../access/why-button.tsx'
import { Link } from '../ui/link.tsx'

/** Links to the other office pages. */
export function OfficePages(): ReactNode {
  const may = useMay()
  return (
    <nav className="office-pages" aria-label="Office">
      {tiles
        .filter((screen) => mayOpen(screen, may))
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
      <h2>You see no customers yet</h2>
      <p>
        What you see depends on the place of the employee with your e-mail and the customers assigned to or
        planned for them, unless an administrator gives you other places. Ask an administrator.
      </p>
      <p>
        <WhyButton label="What may I do?" />
      </p>
    </section>
  )
}

/** Shown to a firm without customers. */
export function FirstSteps(): ReactNode {
  return (
    <section className="card first-steps">
      <h2>Start here</h2>
      <p>
        As soon as there are customers and visits, this page shows who is visited on time and what is overdue.
      </p>
      <ol>
        <li>
          Enter the territory: <Link to={formOf('zone').route}>zones</Link>,{' '}
          <Link to={formOf('state').route}>states</Link> and what is below them
        </li>
        <li>
          Enter your <Link to={formOf('customer').route}>customers</Link>, each with how often to visit them
        </li>
        <li>
          Enter your <Link to={formOf('employee').route}>employees</Link>, and{' '}
          <Link to="/admin/handover">assign customers to them</Link>
        </li>
        <li>
          Plan the first visits in the <Link to="/get">planner</Link>
        </li>
      </ol>
    </section>
  )
}
