import { useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { PlanApproval, PlanApprovals } from '#domain/api/visit-plans/plan-approvals.ts'
import { formatCount } from '#domain/messages/format-count.ts'
import { t } from '#domain/messages/t.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import '../ui/badges.css'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { formatPeriod, stateBadges, stateLabels } from './approval-labels.ts'
import { listPlanApprovals } from './approvals-api.ts'
import { PlanSteps } from './plan-steps.tsx'
import './approvals.css'

const StopsDialog = deferredDialog(async () => (await import('./stops-dialog.tsx')).StopsDialog)

/** Who decides a plan that waits, or who decided it and when. */
function Decision({ plan }: { plan: PlanApproval }): ReactNode {
  const { State, managers, decidedBy, Decided_At } = plan
  if (State === 'sent' || State === 'draft')
    return managers.length > 0 ? managers[0] : <small>{t('Administrators')}</small>
  return (
    <span className="plan-decision">
      {decidedBy}
      {Decided_At !== null && (
        <small>
          <Moment at={Decided_At} />
        </small>
      )}
    </span>
  )
}

function ApprovalsPage(): ReactNode {
  const { items, hasMore } = useLoaderData<PlanApprovals>()
  const { revalidate } = useRevalidator()
  const [opened, setOpened] = useState<PlanApproval | null>(null)
  const isWaiting = ({ steps }: PlanApproval): boolean => steps.includes('approve')
  const waiting = items.filter(isWaiting)
  const labels = stateLabels()
  const columns: readonly Column<PlanApproval>[] = [
    {
      label: t('Employee'),
      cell: (plan) => (
        <span className="plan-decision">
          {plan.employee.name}
          <small>{formatPeriod(plan)}</small>
        </span>
      ),
    },
    {
      label: t('Visits'),
      kind: 'number',
      cell: (plan) => (
        <Button tone="quiet" onClick={() => setOpened(plan)}>
          {t('{count, plural, one {# visit} other {# visits}}', { count: plan.visits })}
        </Button>
      ),
    },
    {
      label: t('Status'),
      cell: ({ State }) => <span className={`badge badge-${stateBadges[State]}`}>{labels[State]}</span>,
    },
    { label: t('Decided by'), cell: (plan) => <Decision plan={plan} /> },
    { label: t('Note'), cell: ({ Note }) => Note },
    {
      label: t('Actions'),
      kind: 'actions',
      cell: (plan) => <PlanSteps plan={plan} onChanged={revalidate} />,
    },
  ]
  return (
    <Page
      heading={t('Plan approvals')}
      lead={t(
        'Plans of a week or a month are sent to the reporting manager, who approves them or returns them with a note.',
      )}
    >
      <ListScreen
        className="plan-approvals"
        label={t('Plans')}
        count={
          waiting.length > 0 &&
          t('{count, plural, one {# plan waits for your decision} other {# plans wait for your decision}}', {
            count: waiting.length,
          })
        }
        page={{ items, next: null }}
        table={{ columns, keyOf: ({ id }) => id }}
        empty={t(
          'There are no plans yet. A plan that is made for a week or a month is sent for approval here.',
        )}
        foot={
          hasMore && (
            <p>{t('Only the newest {count} plans are shown.', { count: formatCount(items.length) })}</p>
          )
        }
      />
      {opened && <StopsDialog plan={opened} onClose={() => setOpened(null)} onChanged={revalidate} />}
    </Page>
  )
}

const load = ({ request }: LoaderFunctionArgs): Promise<PlanApprovals> => listPlanApprovals(request.signal)

export const planApprovalsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <ApprovalsPage />,
  loader: load,
}
