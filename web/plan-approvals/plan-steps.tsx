import { useState, type ReactNode } from 'react'
import type { PlanApproval } from '#domain/api/visit-plans/plan-approvals.ts'
import { t } from '#domain/messages/t.ts'
import { stepRules, type PlanStep } from '#domain/visit-plans/approval.ts'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { describeStep, stepLabels } from './approval-labels.ts'
import { changePlanState } from './approvals-api.ts'

const NoteDialog = deferredDialog(async () => (await import('./note-dialog.tsx')).NoteDialog)

interface PlanStepsProps {
  plan: PlanApproval
  /** After a step, and after a refused one: another user may have been first. */
  onChanged: () => Promise<void> | void
}

interface TakeSteps {
  isBusy: boolean
  take: (step: PlanStep) => void
  /** The dialog that asks for a note, if it is open. */
  dialog: ReactNode
}

/** Takes steps of a plan; those that need a note ask for it. */
export function usePlanSteps(
  plan: PlanApproval | undefined,
  onChanged: PlanStepsProps['onChanged'],
): TakeSteps {
  const [asked, setAsked] = useState<PlanStep | null>(null)
  const { isBusy, submit } = useSubmit({
    send: (step: PlanStep, key) => changePlanState(plan!, { step }, key),
    success: (changed, step) => describeStep(step, changed),
    failure: t('The plan was not changed'),
    onSuccess: () => onChanged(),
    onFailure: () => onChanged(),
  })
  return {
    isBusy,
    take: (step) => (stepRules[step].needsNote ? setAsked(step) : void submit(step)),
    dialog: plan && asked && (
      <NoteDialog
        plan={plan}
        step={asked}
        onClose={() => setAsked(null)}
        onChanged={async () => {
          setAsked(null)
          await onChanged()
        }}
      />
    ),
  }
}

/** The buttons for what the account may do with a plan now. */
export function PlanSteps({ plan, onChanged }: PlanStepsProps): ReactNode {
  const { isBusy, take, dialog } = usePlanSteps(plan, onChanged)
  return (
    <span className="plan-steps">
      {plan.steps.map((step) => (
        <StepButton key={step} plan={plan} step={step} isBusy={isBusy} onTake={take} />
      ))}
      {dialog}
    </span>
  )
}

interface StepButtonProps {
  plan: PlanApproval
  step: PlanStep
  isBusy: boolean
  onTake: (step: PlanStep) => void
}

export function StepButton({ plan, step, isBusy, onTake }: StepButtonProps): ReactNode {
  const label = stepLabels()[step]
  return (
    <Button
      tone={step === 'approve' || step === 'send' ? 'main' : 'plain'}
      busy={isBusy}
      aria-label={t('{step}: plan of {name}', { step: label, name: plan.employee.name })}
      onClick={() => onTake(step)}
    >
      {label}
    </Button>
  )
}
