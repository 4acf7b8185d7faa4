import type { ReactNode } from 'react'
import { formOf } from '#domain/contract/form-of.ts'
import { WhyButton } from '../access/why-button.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

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

const linkTo =
  (to: string) =>
  (text: string): ReactNode => <Link to={to}>{text}</Link>

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
          <RichText
            message="Enter the territory: <zones>zones</zones>, <states>states</states> and what is below them"
            tags={{ zones: linkTo(formOf('zone').route), states: linkTo(formOf('state').route) }}
          />
        </li>
        <li>
          <RichText
            message="Enter your <customers>customers</customers>, each with how often to visit them"
            tags={{ customers: linkTo(formOf('customer').route) }}
          />
        </li>
        <li>
          <RichText
            message="Enter your <employees>employees</employees>, and <handover>assign customers to them</handover>"
            tags={{ employees: linkTo(formOf('employee').route), handover: linkTo('/admin/handover') }}
          />
        </li>
        <li>
          <RichText
            message="Plan the first visits in the <planner>planner</planner>"
            tags={{ planner: linkTo('/get') }}
          />
        </li>
      </ol>
    </section>
  )
}
