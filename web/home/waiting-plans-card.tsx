import type { ReactNode } from 'react'
import type { Home } from '#domain/api/home.ts'
import { t } from '#domain/messages/t.ts'
import { formatPeriod } from '../plan-approvals/approval-labels.ts'
import { PlanSteps } from '../plan-approvals/plan-steps.tsx'
import '../plan-approvals/approvals.css'
import { Link } from '../ui/link.tsx'
import { HomeCard } from './home-card.tsx'

/** Plans of employees that wait for a decision of the account, to approve in place. */
export function WaitingPlansCard({ home, reload }: { home: Home; reload: () => Promise<void> }): ReactNode {
  return (
    <HomeCard heading={t('Plans to approve')} part={home.plans} isWide>
      {({ items }) => (
        <>
          <ul className="home-list">
            {items.map((plan) => (
              <li key={plan.id}>
                <span>
                  {plan.employee.name}
                  <small>
                    {formatPeriod(plan)} ·{' '}
                    {t('{count, plural, one {# visit} other {# visits}}', { count: plan.visits })}
                  </small>
                </span>
                <PlanSteps plan={{ ...plan, steps: decisions(plan.steps) }} onChanged={reload} />
              </li>
            ))}
          </ul>
          <p>
            <Link to="/plan-approvals">{t('All plans, with their visits')}</Link>
          </p>
        </>
      )}
    </HomeCard>
  )
}

type Steps = Extract<NonNullable<Home['plans']>, { items: unknown }>['items'][number]['steps']

const decisions = (steps: Steps): Steps => steps.filter((step) => step === 'approve' || step === 'return')
