import { useEffect, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { WorkPlanItem } from '#domain/api/planning/work-plans.ts'
import { editableStates } from '#domain/catalogue/entities/work-plan-choices.ts'
import { t } from '#domain/messages/t.ts'
import { Button } from '../ui/button.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { fitLabel, hasFailed, isRunning, runLabel } from './plan-labels.ts'
import { cancelPlan, solvePlan } from './work-plans-api.ts'

/** Milliseconds between two looks at plans that are being solved. */
const pollInterval = 1500

/** Reads the page again while a plan on it is being solved. */
export function usePolling(isPending: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setInterval(() => void revalidate(), pollInterval)
    return () => clearInterval(timer)
  }, [isPending, revalidate])
}

type RunPlan = Pick<
  WorkPlanItem,
  'Plan_ID' | 'Employee_Name' | 'State' | 'Visits_Due' | 'Visits_In_Time' | 'run' | 'mayChange'
>

/** How far the solution of a plan is, with a button to cancel it, or to solve the plan again when it failed. */
export function PlanRun({ plan }: { plan: RunPlan }): ReactNode {
  const { Plan_ID, Employee_Name: name, run, mayChange } = plan
  const { revalidate } = useRevalidator()
  const cancel = useSubmit({
    send: () => cancelPlan(Plan_ID),
    success: () => t('The plan of {name} is no longer solved: the best one found is kept', { name }),
    onSuccess: () => revalidate(),
    // It may be solved meanwhile.
    onFailure: () => revalidate(),
  })
  const solve = useSubmit({
    send: () => solvePlan(Plan_ID),
    onSuccess: () => revalidate(),
    onFailure: () => revalidate(),
  })
  if (isRunning(run))
    return (
      <span className="plan-run">
        <progress aria-label={t('Plan of {name}', { name })} max={100} value={run?.progress ?? 0} />
        <span>{runLabel(run)}</span>
        {mayChange && (
          <Button
            busy={cancel.isBusy}
            aria-label={t('Cancel: plan of {name}', { name })}
            onClick={() => void cancel.submit(undefined)}
          >
            {t('Cancel')}
          </Button>
        )}
      </span>
    )
  if (!hasFailed(run)) return <span className="plan-run">{fitLabel(plan) ?? runLabel(run)}</span>
  return (
    <span className="plan-run">
      <span className="plan-run-failed">{runLabel(run)}</span>
      {mayChange && editableStates.includes(plan.State) && (
        <Button
          busy={solve.isBusy}
          aria-label={t('Solve again: plan of {name}', { name })}
          onClick={() => void solve.submit(undefined)}
        >
          {run === null ? t('Solve') : t('Solve again')}
        </Button>
      )}
    </span>
  )
}
