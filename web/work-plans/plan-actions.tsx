import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { acceptableStates } from '#domain/catalogue/entities/work-plan-choices.ts'
import { t } from '#domain/messages/t.ts'
import { useMay } from '../api/use-may.ts'
import { undoChanges } from '../changes/undo-batch.ts'
import { readPlanApproval } from '../plan-approvals/approvals-api.ts'
import { PlanSteps } from '../plan-approvals/plan-steps.tsx'
import '../plan-approvals/approvals.css'
import { personResultsPath } from '../plan-results/person-path.ts'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { DeferredConfirmDialog } from '../ui/deferred-confirm-dialog.tsx'
import { Link } from '../ui/link.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { useQuery } from '../ui/use-query.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { acceptPlan, deletePlan, solvePlan } from './work-plans-api.ts'

const WorkingTimeDialog = deferredDialog(
  async () => (await import('./working-time/working-time-dialog.tsx')).WorkingTimeDialog,
)

interface PlanActionsProps {
  plan: WorkPlanView
  /** Whether its stops can be changed now. */
  isEditable: boolean
  isSolving: boolean
  onChanged: () => Promise<void>
}

/** What can be done with a plan as a whole, in its state and with the rights of the account. */
export function PlanActions({ plan, isEditable, isSolving, onChanged }: PlanActionsProps): ReactNode {
  const { Plan_ID, version, State, batchId, Employee_Name: name } = plan
  const may = useMay()
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const [isSetting, setSetting] = useState(false)
  const mayUndo = may('update', 'batch')
  const { data, error, reload } = useQuery([Plan_ID, version, State], (signal) =>
    readPlanApproval(Plan_ID, signal),
  )
  // A step is taken with the plan as it is shown, not as it may have become since.
  const approval = data && { ...data.plan, version }
  const undo = (id: string): void => void undoChanges(id, onChanged)
  const accept = useSubmit({
    send: (_: undefined, key) => acceptPlan(Plan_ID, version, key),
    success: ({ planned, moved, batchId: made }) => ({
      text: t('{count, plural, one {# visit is planned} other {# visits are planned}}', { count: planned }),
      detail:
        moved > 0
          ? t(
              '{count, plural, one {# of them was planned before and is moved} other {# of them were planned before and are moved}}',
              { count: moved },
            )
          : undefined,
      ...(mayUndo && { action: { label: t('Undo'), run: () => undo(made) } }),
    }),
    failure: t('The plan was not accepted'),
    onSuccess: onChanged,
    onFailure: onChanged,
  })
  const solve = useSubmit({
    send: () => solvePlan(Plan_ID),
    failure: t('The plan is not solved again'),
    onSuccess: onChanged,
    onFailure: onChanged,
  })
  const hasStops = plan.days.some(({ stops }) => stops.length > 0)
  const canAccept =
    plan.mayChange && !isSolving && hasStops && acceptableStates.includes(State) && may('create', 'visit')
  return (
    <div className="plan-actions">
      {canAccept && (
        <Button
          tone={State === 'approved' ? 'main' : 'plain'}
          busy={accept.isBusy}
          onClick={() => void accept.submit(undefined)}
        >
          {t('Accept as planned visits')}
        </Button>
      )}
      {approval && !isSolving && approval.steps.length > 0 && hasStops && (
        <PlanSteps plan={approval} onChanged={onChanged} />
      )}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {isEditable && (
        <Button busy={solve.isBusy} onClick={() => void solve.submit(undefined)}>
          {t('Solve again')}
        </Button>
      )}
      {batchId !== null && mayUndo && (
        <Button onClick={() => undo(batchId)}>{t('Undo: take the planned visits back')}</Button>
      )}
      {isEditable && may('create', 'workingTime') && may('update', 'workingTime') && (
        <Button onClick={() => setSetting(true)}>{t('Working time and leave')}</Button>
      )}
      {hasStops && <Button onClick={() => print()}>{t('Print')}</Button>}
      {may('read', 'visit') && (
        <Link className="button button-plain" to={personResultsPath(plan.Employee_Number, plan.From_Date)}>
          {t('Planned and done')}
        </Link>
      )}
      {isEditable && (
        <Button tone="danger" onClick={() => setDeleting(true)}>
          {t('Delete')}
        </Button>
      )}
      {isSetting && (
        <WorkingTimeDialog
          employee={plan.Employee_Number}
          name={name}
          onClose={() => setSetting(false)}
          onSaved={() => {
            setSetting(false)
            void onChanged()
          }}
        />
      )}
      {isDeleting && (
        <DeferredConfirmDialog
          heading={t('Delete the plan of {name}?', { name })}
          action={t('Delete')}
          tone="danger"
          send={() => deletePlan(Plan_ID)}
          success={() => ({ text: t('The plan of {name} is deleted', { name }), crossesPages: true })}
          failure={t('The plan was not deleted')}
          onDone={async () => navigate('/work-plans')}
          onClose={() => setDeleting(false)}
        >
          <p>{t('Its stops are deleted as well. Visits that are planned stay.')}</p>
        </DeferredConfirmDialog>
      )}
    </div>
  )
}
