import { useState, type FormEvent, type ReactNode } from 'react'
import type { PlanApproval } from '#domain/api/visit-plans/plan-approvals.ts'
import { t } from '#domain/messages/t.ts'
import { maxNoteLength, noteProblems, type PlanStep } from '#domain/visit-plans/approval.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { describeStep, stepLabels } from './approval-labels.ts'
import { changePlanState } from './approvals-api.ts'

interface NoteDialogProps {
  plan: PlanApproval
  step: PlanStep
  onClose: () => void
  onChanged: () => Promise<void>
}

/** Asks why a plan is returned, or why an approved one is changed. */
export function NoteDialog({ plan, step, onClose, onChanged }: NoteDialogProps): ReactNode {
  const [note, setNote] = useState('')
  const { name } = plan.employee
  const { isBusy, problems, submit, setProblems, clearProblems } = useSubmit({
    send: (text: string, key) => changePlanState(plan, { step, note: text }, key),
    success: (changed) => describeStep(step, changed),
    failure: t('The plan was not changed'),
    fields: ['note'],
    onSuccess: onChanged,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const [problem] = noteProblems(step, note)
    if (problem) setProblems({ note: problem.message })
    else void submit(note.trim(), event.currentTarget)
  }
  const isReturn = step === 'return'
  return (
    <Dialog
      heading={
        isReturn
          ? t('Return the plan of {name}?', { name })
          : t('Change the approved plan of {name}?', { name })
      }
      onClose={onClose}
    >
      <form className="stack" noValidate onSubmit={onSubmit}>
        <Field
          label={t('Note')}
          problem={problems.note}
          hint={
            isReturn
              ? t('What should be changed; it is shown with the plan')
              : t('The plan becomes a draft and has to be approved again')
          }
        >
          {(attributes) => (
            <textarea
              {...attributes}
              className="control"
              name="note"
              rows={3}
              required
              maxLength={maxNoteLength}
              value={note}
              onChange={(event) => {
                setNote(event.target.value)
                clearProblems('note')
              }}
            />
          )}
        </Field>
        <DialogActions>
          <Button type="submit" tone="main" busy={isBusy}>
            {stepLabels()[step]}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
