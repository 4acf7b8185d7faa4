import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { acceptableStates } from '#domain/catalogue/entities/work-plan-choices.ts'
import { t } from '#domain/messages/t.ts'
import type { PlanStep } from '#domain/visit-plans/approval.ts'
import { useMay } from '../api/use-may.ts'
import { undoChanges } from '../changes/undo-batch.ts'
import { readPlanApproval } from '../plan-approvals/approvals-api.ts'
import { stepLabels } from '../plan-approvals/approval-labels.ts'
import { StepButton, usePlanSteps } from '../plan-approvals/plan-steps.tsx'
import '../plan-approvals/approvals.css'
import { personResultsPath } from '../plan-results/person-path.ts'
import { ActionMenu, type MenuEntry } from '../ui/action-menu.tsx'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { DeferredConfirmDialog } from '../ui/deferred-confirm-dialog.tsx'
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
  /** Asks for a customer, a day and the place on it. */
  onAddCustomer: () => void
}

/** What can be done with a plan as a whole, in its state and with the rights of the account: the next step, and a menu. */
export function PlanActions(props: PlanActionsProps): ReactNode {
  const { plan, isEditable, isSolving, onChanged, onAddCustomer } = props
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
  const steps = approval && !isSolving && hasStops ? approval.steps : []
  const { isBusy, take, dialog } = usePlanSteps(approval, onChanged)
  // Who plans for others may accept at once; one's own plan is sent to the manager.
  const isAccepted = canAccept && (State === 'approved' || !plan.isOwn || !steps.includes('send'))
  const shown = steps.filter((step) => isDecision(step) || (step === 'send' && !isAccepted))
  const labels = stepLabels()
  const acceptLabel = t('Accept as planned visits')
  const startAccept = (): void => void accept.submit(undefined)
  const entries: (MenuEntry | false)[] = [
    canAccept && !isAccepted && { label: acceptLabel, run: startAccept },
    ...steps
      .filter((step) => !shown.includes(step))
      .map((step) => ({ label: labels[step], run: () => take(step) })),
    isEditable && { label: t('Solve again'), run: () => void solve.submit(undefined) },
    batchId !== null &&
      mayUndo && { label: t('Undo: take the planned visits back'), run: () => undo(batchId) },
    isEditable &&
      may('create', 'workingTime') &&
      may('update', 'workingTime') && { label: t('Working time and leave'), run: () => setSetting(true) },
    hasStops && { label: t('Print'), run: () => print() },
    may('read', 'visit') && {
      label: t('Planned and done'),
      to: personResultsPath(plan.Employee_Number, plan.From_Date),
    },
    isEditable && { label: t('Delete'), run: () => setDeleting(true) },
  ]
  return (
    <div className="plan-actions">
      {isAccepted && (
        <Button tone="main" busy={accept.isBusy} onClick={startAccept}>
          {acceptLabel}
        </Button>
      )}
      {approval &&
        shown.map((step) => (
          <StepButton key={step} plan={approval} step={step} isBusy={isBusy} onTake={take} />
        ))}
      {isEditable && <Button onClick={onAddCustomer}>{t('Add a customer')}</Button>}
      <ActionMenu label={t('More')} entries={entries.filter((entry) => entry !== false)} />
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {dialog}
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

/** What the manager is asked for. */
const isDecision = (step: PlanStep): boolean => step === 'approve' || step === 'return'
