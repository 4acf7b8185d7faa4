import { Suspense, useRef, useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { StopView, WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { editableStates } from '#domain/catalogue/entities/work-plan-choices.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { formatPeriod, stateBadges, stateLabels } from '../plan-approvals/approval-labels.ts'
import '../ui/badges.css'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { PlanDays } from './plan-days.tsx'
import { stopsOf, withoutStop, withStopAt, type PlanPosition } from './edit/plan-edits.ts'
import { hasFailed, isRunning } from './plan-labels.ts'
import type { MovedCustomer } from './edit/move-dialog.tsx'
import type { LeftOut } from './plan-left-out.tsx'
import { PlanRun, usePolling } from './plan-run.tsx'
import { useStopEdits } from './edit/use-stop-edits.ts'
import { readWorkPlan } from './work-plans-api.ts'
import './work-plans.css'

const PlanActions = deferredPart(async () => (await import('./plan-actions.tsx')).PlanActions)
const PlanSummary = deferredPart(async () => (await import('./plan-summary.tsx')).PlanSummary)
const PlanLeftOut = deferredPart(async () => (await import('./plan-left-out.tsx')).PlanLeftOut)
const MoveDialog = deferredDialog(async () => (await import('./edit/move-dialog.tsx')).MoveDialog)

function WorkPlanPage(): ReactNode {
  const plan = useLoaderData<WorkPlanView>()
  // Another plan is another page, whatever is open on this one.
  return <PlanDetails key={plan.Plan_ID} plan={plan} />
}

function PlanDetails({ plan }: { plan: WorkPlanView }): ReactNode {
  const { revalidate } = useRevalidator()
  const { Employee_Name: name, State, Note, report, days } = plan
  const isSolving = isRunning(plan.run)
  const isEditable = plan.mayChange && editableStates.includes(State) && !isSolving
  usePolling(isSolving)
  const page = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<StopView | LeftOut | 'any customer' | null>(null)
  const edits = useStopEdits(plan)

  const move = (stop: StopView, to: PlanPosition): void => {
    const isSameDay = to.day === stop.Visit_Date
    const values = { name: customerName(stop), date: formatDate(to.day) }
    void edits.save(
      withStopAt(days, stop, to),
      isSameDay ? t('{name} has another place on {date}', values) : t('{name} is moved to {date}', values),
    )
  }
  /** The focus stays on the button of the stop, wherever it is now; at the end of the plan the other one gets it. */
  const step = (stop: StopView, to: PlanPosition): void => {
    const isUp = to.day < stop.Visit_Date || (to.day === stop.Visit_Date && to.at < indexOf(stop))
    move(stop, to)
    edits.afterSave(() => {
      const buttons = (isUp ? ['up', 'down'] : ['down', 'up']).map((direction) =>
        page.current?.querySelector<HTMLButtonElement>(
          `[data-move="${direction} ${CSS.escape(stop.Customer_Code)}"]`,
        ),
      )
      buttons.find((button) => button && !button.disabled)?.focus()
    })
  }
  const indexOf = ({ Visit_Date, Customer_Code }: StopView): number =>
    days
      .find(({ date }) => date === Visit_Date)
      ?.stops.findIndex((each) => each.Customer_Code === Customer_Code) ?? 0
  const choose = (customer: MovedCustomer, to: PlanPosition): void => {
    setMoved(null)
    const { Customer_Code } = customer
    const own = stopsOf(days).find((each) => each.Customer_Code === Customer_Code)
    if (own) return move(own, to)
    const stop = {
      Customer_Code,
      Visit_Date: to.day,
      Minutes: plan.visitMinutes,
      Is_Fixed: false,
      Start_Time: null,
    }
    void edits.save(
      withStopAt(days, stop, to),
      t('{name} is added on {date}', { name: customerName(customer), date: formatDate(to.day) }),
    )
  }
  const actions = {
    isBusy: edits.isBusy,
    onMove: step,
    onChooseDay: setMoved,
    onFix: (stop: StopView, Is_Fixed: boolean) =>
      void edits.save(
        stopsOf(days).map((each) => (each === stop ? { ...stop, Is_Fixed } : each)),
        Is_Fixed
          ? t('{name} keeps its day and time when the plan is solved again', { name: customerName(stop) })
          : t('{name} may be moved when the plan is solved again', { name: customerName(stop) }),
      ),
    onRemove: (stop: StopView) =>
      void edits.save(
        withoutStop(days, stop.Customer_Code),
        t('{name} is removed', { name: customerName(stop) }),
      ),
  }
  const hasStops = days.some(({ stops }) => stops.length > 0)
  return (
    <Page heading={t('Plan of {name}', { name })} lead={formatPeriod(plan)}>
      <div ref={page} className="work-plan">
        <p className="plan-state">
          <span className={`badge badge-${stateBadges[State]}`}>{stateLabels()[State]}</span>{' '}
          {Note !== null && <q className="plan-note">{Note}</q>}
        </p>
        {(isSolving || hasFailed(plan.run)) && <PlanRun plan={plan} />}
        <Suspense>
          <PlanActions
            plan={plan}
            isEditable={isEditable}
            isSolving={isSolving}
            onChanged={() => revalidate()}
            onAddCustomer={() => setMoved('any customer')}
          />
          {!isSolving && report && (
            <PlanSummary plan={plan} isEditable={isEditable} onWorkingTime={() => void revalidate()} />
          )}
          <div className={report && report.leftOut.length > 0 ? 'plan-sides' : undefined}>
            {hasStops || report ? (
              <PlanDays plan={plan} actions={isEditable ? actions : undefined} />
            ) : (
              !isSolving && <EmptyState>{t('This plan has no visits yet.')}</EmptyState>
            )}
            {!isSolving && report && (
              <PlanLeftOut
                plan={plan}
                report={report}
                isEditable={isEditable}
                isBusy={edits.isBusy}
                onAdd={setMoved}
                onSolving={() => revalidate()}
              />
            )}
          </div>
        </Suspense>
      </div>
      {moved && (
        <MoveDialog
          plan={plan}
          customer={moved === 'any customer' ? null : moved}
          onChoose={choose}
          onClose={() => setMoved(null)}
        />
      )}
    </Page>
  )
}

export const workPlanRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <WorkPlanPage />,
  loader: async ({ request, params }: LoaderFunctionArgs): Promise<WorkPlanView> => {
    const [plan] = await Promise.all([
      readWorkPlan(params['plan'] ?? '', request.signal),
      // Shown above the days, which would move if they came later.
      PlanActions.preload(),
      PlanSummary.preload(),
      PlanLeftOut.preload(),
    ])
    return plan
  },
}
