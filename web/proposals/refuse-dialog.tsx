import { useState, type FormEvent, type ReactNode } from 'react'
import { maxReasonLength } from '#domain/field/proposals.ts'
import type { ProposalDetail, ProposalView } from '#domain/api/field/proposals.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { refuseProposal } from './proposals-api.ts'
import { t } from '#domain/messages/t.ts'

interface RefuseDialogProps {
  proposal: ProposalDetail
  onClose: () => void
  onRefused: (decided: ProposalView) => Promise<void>
}

/** Asks for the reason, which the representative reads on the phone. */
export function RefuseDialog({ proposal, onClose, onRefused }: RefuseDialogProps): ReactNode {
  const [reason, setReason] = useState('')
  const { isBusy, problems, submit, setProblems, clearProblems } = useSubmit({
    send: (text: string, key) => refuseProposal(proposal.id, text, key),
    failure: t('The proposal was not refused'),
    fields: ['reason'],
    onSuccess: onRefused,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (reason.trim() === '')
      setProblems({ reason: t('Write why, so that {by} can act on it', { by: proposal.by }) })
    else void submit(reason.trim(), event.currentTarget)
  }
  return (
    <Dialog heading={t('Refuse the proposal for {name}?', { name: proposal.name })} onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <Field
          label={t('Reason')}
          problem={problems.reason}
          hint={t('{by} reads it on the phone after the next sync', { by: proposal.by })}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              className="control"
              name="reason"
              rows={3}
              required
              maxLength={maxReasonLength}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value)
                clearProblems('reason')
              }}
            />
          )}
        </Field>
        <DialogActions>
          <Button type="submit" tone="danger" busy={isBusy}>
            {t('Refuse')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
