import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formOf } from '#domain/contract/forms.ts'
import { useMay } from '../api/use-may.ts'
import { WhyButton } from '../entity/why-button.tsx'

const pages = [
  {
    to: '/admin/balances',
    name: 'Balances',
    words: 'What customers owe, from your books',
    may: ['update', 'balance'],
  },
  {
    to: '/imports',
    name: 'Imports',
    words: 'Masters from spreadsheets, and taking them back',
    may: ['read', 'importJob'],
  },
  {
    to: '/admin/handover',
    name: 'Hand over',
    words: 'Customers and plans from one to another',
    may: ['update', 'assignment'],
  },
  {
    to: '/admin/holidays',
    name: 'Working days',
    words: 'Holidays and weekly offs',
    may: ['read', 'holiday'],
  },
  {
    to: '/admin/gaps',
    name: 'Advice gaps',
    words: 'Crops without a material for a soil',
    may: ['read', 'visit'],
  },
  {
    to: '/visits',
    name: 'Visits',
    words: 'All visits, and those whose customer is not known',
    may: ['read', 'visit'],
  },
  {
    to: '/admin/health',
    name: 'Data health',
    words: 'What looks wrong, and how to mend it',
    may: ['read', 'dataHealth'],
  },
  {
    to: '/admin/series',
    name: 'Codes',
    words: 'How generated codes look',
    may: ['read', 'series'],
  },
  {
    to: '/admin/roles',
    name: 'Roles',
    words: 'What each role may do, and how far it sees',
    may: ['read', 'roleRights'],
  },
  {
    to: '/admin/reference',
    name: 'Reference data',
    words: 'Countries, currencies, states and GST rates to load',
    may: ['read', 'referenceData'],
  },
  {
    to: formOf('service').route,
    name: 'Services',
    words: 'What the public Services page offers',
    may: ['update', 'service'],
  },
  {
    to: '/lists',
    name: 'Lists',
    words: 'Every master in full: filter, change many, export',
    may: ['read', 'customer'],
  },
  {
    to: '/changes',
    name: 'Changes at once',
    words: 'Bulk edits, imports and merges, to take back',
    may: ['read', 'batch'],
  },
  {
    to: '/bin',
    name: 'Bin',
    words: 'What was deleted, to bring back',
    may: ['read', 'batch'],
  },
  {
    to: '/admin/audit',
    name: 'Audit',
    words: 'Who did what, when and from where',
    may: ['read', 'audit'],
  },
  {
    to: '/admin/tokens',
    name: 'API tokens',
    words: 'What your own programs log in with',
    may: ['read', 'apiToken'],
  },
  {
    to: '/trees/territory',
    name: 'Trees',
    words: 'Territory, places and organisation, to rename and move in',
    may: ['read', 'zone'],
  },
] as const

/** The other pages of the office. */
export function OfficePages(): ReactNode {
  const may = useMay()
  return (
    <nav className="office-pages" aria-label="Office">
      {pages
        .filter((page) => may(page.may[0], page.may[1]))
        .map(({ to, name, words }) => (
          <Link key={to} to={to} className="admin-tile office-page">
            <span className="office-name">{name}</span> <span>{words}</span>
          </Link>
        ))}
    </nav>
  )
}

/** Where somebody sees a part of the firm, and there is nobody in it. */
export function NothingSeen(): ReactNode {
  return (
    <section className="card first-steps">
      <h2>You see no customers yet</h2>
      <p>
        What you see follows from the place of the employee with your e-mail and the customers assigned to or
        planned for them, unless an administrator gives you other places. Ask one.
      </p>
      <p>
        <WhyButton label="What may I do?" />
      </p>
    </section>
  )
}

/** A firm without customers has nothing to count yet. */
export function FirstSteps(): ReactNode {
  return (
    <section className="card first-steps">
      <h2>Begin here</h2>
      <p>
        As soon as there are customers and visits, this page shows who is seen in time and what is overdue.
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
          <Link to="/admin/handover">give them customers</Link>
        </li>
        <li>
          Plan the first visits in the <Link to="/get">planner</Link>
        </li>
      </ol>
    </section>
  )
}
