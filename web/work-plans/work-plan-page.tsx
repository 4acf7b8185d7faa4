import { useEffect, useState, type ReactNode } from 'react'
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import { formatDate } from '#domain/dates/dates.ts'
import type { StopView, WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { editableStates } from '#domain/catalogue/entities/work-plan-choices.ts'
import { undoChanges } from '../changes/undo-batch.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { isRunning, runLabel, stateLabel } from './plan-labels.ts'
import { PlanDays } from './plan-days.tsx'
import { PlanReportPart } from './plan-report.tsx'
import * as api from './work-plans-api.ts'
import './work-plans.css'
import { t } from '#domain/messages/t.ts'

const pollMilliseconds = 1500

function WorkPlanPage(): ReactNode {
  const plan = useLoaderData<WorkPlanView>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const may = useMay()
  const { Plan_ID, version } = plan
  const [edited, setEdited] = useState<readonly StopView[] | null>(null)
  const isSolving = isRunning(plan.run)
  const isEditable = editableStates.includes(plan.State) && may('update', 'workPlan') && !isSolving
  const isAccepted = plan.State === 'accepted'
  useEffect(() => {
    if (!isSolving) return undefined
    const timer = setInterval(() => void revalidate(), pollMilliseconds)
    return () => clearInterval(timer)
  }, [isSolving, revalidate])
  const refresh = async (): Promise<void> => {
    setEdited(null)
    await revalidate()
  }
  const solve = useSubmit({ send: () => api.solvePlan(Plan_ID), onSuccess: refresh })
  const cancel = useSubmit({ send: () => api.cancelPlan(Plan_ID), onSuccess: refresh })
  const save = useSubmit({
    send: (stops: readonly StopView[]) => api.saveStops(Plan_ID, version, stops),
    success: () => t('The plan is saved'),
    onSuccess: refresh,
  })
  const accept = useSubmit({
    send: (_: undefined, key) => api.acceptPlan(Plan_ID, version, key),
    success: ({ planned }) =>
      t('{count, plural, one {# visit is planned} other {# visits are planned}}', { count: planned }),
    onSuccess: refresh,
  })
  const remove = useSubmit({
    send: () => api.deletePlan(Plan_ID),
    onSuccess: () => void navigate('/work-plans'),
  })
  const measure = useSubmit({
    send: (at: number) => api.applyMeasure(Plan_ID, version, at),
    success: () => t('Done. The plan is being solved again'),
    onSuccess: refresh,
  })
  const stops = edited ?? plan.days.flatMap((day) => day.stops)
  return (
    <Page
      heading={t('Plan of {employee}', { employee: plan.Employee_Name })}
      lead={t('{from} to {to} · {state}', {
        from: formatDate(plan.From_Date),
        to: formatDate(plan.To_Date),
        state: stateLabel(plan.State),
      })}
    >
      {plan.Note && <p>{plan.Note}</p>}
      {isSolving ? (
        <div className="work-plan-run" aria-live="polite">
          <progress max={100} value={plan.run?.progress ?? 0} />
          {runLabel(plan.run)}
          <Button busy={cancel.isBusy} onClick={() => void cancel.submit(undefined)}>
            {t('Cancel')}
          </Button>
        </div>
      ) : (
        <div className="work-plan-actions">
          {edited ? (
            <>
              <Button tone="main" busy={save.isBusy} onClick={() => void save.submit(edited)}>
                {t('Save')}
              </Button>
              <Button onClick={() => setEdited(null)}>{t('Discard changes')}</Button>
            </>
          ) : (
            <>
              {!isAccepted && plan.State !== 'sent' && may('update', 'workPlan') && (
                <Button tone="main" busy={accept.isBusy} onClick={() => void accept.submit(undefined)}>
                  {t('Accept as planned visits')}
                </Button>
              )}
              {isEditable && (
                <Button busy={solve.isBusy} onClick={() => void solve.submit(undefined)}>
                  {t('Solve again')}
                </Button>
              )}
              {isAccepted && plan.batchId && may('update', 'batch') && (
                <Button onClick={() => void undoChanges(plan.batchId!, refresh)}>{t('Undo')}</Button>
              )}
              {isAccepted && (
                <Link
                  className="button button-plain"
                  to={`/calendar?day=${plan.From_Date}&employee=${plan.Employee_Number}`}
                >
                  {t('Calendar')}
                </Link>
              )}
              {isEditable && (
                <Button tone="danger" busy={remove.isBusy} onClick={() => void remove.submit(undefined)}>
                  {t('Delete')}
                </Button>
              )}
            </>
          )}
          {runLabel(plan.run) && <span>{runLabel(plan.run)}</span>}
        </div>
      )}
      {plan.report && !isSolving && (
        <PlanReportPart
          plan={plan}
          isEditable={isEditable && !edited}
          isBusy={measure.isBusy}
          onMeasure={(at) => void measure.submit(at)}
          onAdd={(stop) => setEdited([...stops, stop])}
        />
      )}
      <PlanDays
        plan={plan}
        stops={stops}
        onChange={isEditable ? setEdited : undefined}
        isEdited={edited !== null}
      />
    </Page>
  )
}

export const workPlanRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <WorkPlanPage />,
  loader: ({ request, params }: LoaderFunctionArgs): Promise<WorkPlanView> =>
    api.readWorkPlan(params['plan'] ?? '', request.signal),
}
