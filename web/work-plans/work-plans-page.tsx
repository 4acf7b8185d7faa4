import { useState, type ReactNode } from 'react'
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import type { WorkPlanItem } from '#domain/api/planning/work-plans.ts'
import { t } from '#domain/messages/t.ts'
import { currentSession } from '../api/session.ts'
import { useMay } from '../api/use-may.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { formatPeriod, stateBadges, stateLabels } from '../plan-approvals/approval-labels.ts'
import '../ui/badges.css'
import '../ui/filters.css'
import { Button } from '../ui/button.tsx'
import { Bar } from '../ui/chart-bar.tsx'
import type { Column } from '../ui/data-table.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { formatKilometres, hasFailed, isRunning, workPlanPath } from './plan-labels.ts'
import { PlanRun, usePolling } from './plan-run.tsx'
import { listWorkPlans, type WorkPlans } from './work-plans-api.ts'
import './work-plans.css'

const NewPlansDialog = deferredDialog(async () => (await import('./new/new-plans-dialog.tsx')).NewPlansDialog)

const WorkingTimesDialog = deferredDialog(
  async () => (await import('./working-time/working-times-dialog.tsx')).WorkingTimesDialog,
)

function columns(): readonly Column<WorkPlanItem>[] {
  const states = stateLabels()
  return [
    {
      label: t('Employee'),
      kind: 'name',
      cell: (plan) => (
        <>
          <Link to={workPlanPath(plan.Plan_ID)}>{plan.Employee_Name}</Link>
          <small className="plan-period">{formatPeriod(plan)}</small>
        </>
      ),
    },
    {
      label: t('Status'),
      cell: ({ State, Note }) => (
        <>
          <span className={`badge badge-${stateBadges[State]}`}>{states[State]}</span>
          {Note !== null && <small className="plan-period">{Note}</small>}
        </>
      ),
    },
    {
      label: t('Planned and due'),
      cell: (plan) => (
        <div>
          <PlanRun plan={plan} />
          {!isRunning(plan.run) && !hasFailed(plan.run) && plan.Visits_Due !== null && (
            <Bar
              parts={[
                { value: plan.Visits_In_Time ?? 0, tone: 'good' },
                { value: plan.Visits_Due - (plan.Visits_In_Time ?? 0), tone: 'warm' },
              ]}
              max={plan.Visits_Due}
            />
          )}
        </div>
      ),
    },
    {
      label: t('Kilometres'),
      kind: 'number',
      cell: ({ Kilometres }) => Kilometres !== null && formatKilometres(Kilometres),
    },
  ]
}

/** Field accounts start with their own plans, where they have some. */
function whoseIn(search: URLSearchParams, items: readonly WorkPlanItem[]): 'own' | 'all' {
  const chosen = search.get('whose')
  if (chosen === 'own' || chosen === 'all') return chosen
  return currentSession().account?.role === 'FIELD' && items.some(({ isOwn }) => isOwn) ? 'own' : 'all'
}

function WorkPlansPage(): ReactNode {
  const { items, today } = useLoaderData<WorkPlans>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const may = useMay()
  const { search, changed } = useListLinks()
  const [isPlanning, setPlanning] = useState(search.has('new'))
  // A link of an employee names whose working time is shown.
  const [isSetting, setSetting] = useState(search.has('hours'))
  const closeDialog = (): void => {
    setPlanning(false)
    setSetting(false)
    if (search.has('new') || search.has('hours')) void navigate('/work-plans', { replace: true })
  }
  usePolling(items.some(({ run }) => isRunning(run)))
  const whose = whoseIn(search, items)
  const shown = whose === 'own' ? items.filter(({ isOwn }) => isOwn) : items
  const hasBoth = items.some(({ isOwn }) => isOwn) && items.some(({ isOwn }) => !isOwn)
  const tools = may('create', 'workPlan') && (
    <>
      <Button tone="main" onClick={() => setPlanning(true)}>
        {t('Plan a week or a month')}
      </Button>{' '}
      {may('create', 'workingTime') && may('update', 'workingTime') && (
        <Button onClick={() => setSetting(true)}>{t('Working time and leave')}</Button>
      )}
    </>
  )
  return (
    <Page
      heading={t('Work plans')}
      lead={t(
        'The visits of a week or a month, proposed within working time, holidays, leave and appointments.',
      )}
    >
      <ListScreen
        className="work-plans"
        label={t('Work plans')}
        action={items.length > 0 && tools}
        isPolled
        filters={
          hasBoth && (
            <nav className="filter-links" aria-label={t('Which plans')}>
              <Link to={changed({ whose: 'all' })} aria-current={whose === 'all' || undefined}>
                {t('All')}
              </Link>
              <Link to={changed({ whose: 'own' })} aria-current={whose === 'own' || undefined}>
                {t('My plans')}
              </Link>
            </nav>
          )
        }
        page={{ items: shown, next: null }}
        table={{ columns: columns(), keyOf: ({ Plan_ID }) => Plan_ID }}
        empty={
          <>
            <p>
              {t(
                'There are no plans yet. A plan says which customers are visited on which day in which order, and which visits do not fit.',
              )}
            </p>
            {tools && <p className="links">{tools}</p>}
          </>
        }
      />
      {isPlanning && (
        <NewPlansDialog today={today} plans={items} onPlanned={() => revalidate()} onClose={closeDialog} />
      )}
      {isSetting && (
        <WorkingTimesDialog
          today={today}
          employee={search.get('hours') || null}
          onClose={closeDialog}
          onSaved={() => {
            closeDialog()
            void revalidate()
          }}
        />
      )}
    </Page>
  )
}

export const workPlansRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <WorkPlansPage />,
  loader: ({ request }: LoaderFunctionArgs): Promise<WorkPlans> => listWorkPlans(request.signal),
}
