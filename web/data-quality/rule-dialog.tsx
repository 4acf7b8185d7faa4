import { useState, type FormEvent, type ReactNode } from 'react'
import type { Finding } from '#domain/api/data-quality.ts'
import { maxReason } from '#domain/data-quality/limits.ts'
import { problemsByField } from '../api/api-problem.ts'
import { exceptFinding, fixFinding } from './data-quality-api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'

interface RuleDialogProps {
  rule: string
  finding: Finding
  /** Asks for the reason of an exception; otherwise for the value the fix needs. */
  isException: boolean
  onClose: () => void
  onDone: () => void
}

export function RuleDialog(props: RuleDialogProps): ReactNode {
  const { rule, finding, isException, onClose, onDone } = props
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const { asks } = finding.fix ?? {}
  const label = isException || !asks ? t('Why is it correct?') : asks.label
  const { isBusy, submit } = useSubmit({
    send: (reason: string): Promise<unknown> =>
      isException ? exceptFinding(rule, finding, reason) : fixFinding(rule, finding, reason),
    success: () =>
      isException
        ? t('{name} is marked as correct', { name: finding.name })
        : t('{name} is fixed', { name: finding.name }),
    failure: t('{name} was not changed', { name: finding.name }),
    onSuccess: onDone,
    onFailure: (error) => setProblem(Object.values(problemsByField(error))[0] ?? ''),
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    notify(null)
    if (text.trim() === '')
      return setProblem(isException ? t('Enter a reason') : t('{label} is required', { label }))
    void submit(text.trim())
  }
  return (
    <Dialog heading={isException ? t('Mark as correct') : finding.name} onClose={onClose}>
      <form className="health-form" noValidate onSubmit={onSubmit}>
        <p>
          {isException && <strong>{finding.name}: </strong>}
          {finding.words}
        </p>
        <Field
          label={label}
          problem={problem}
          hint={isException ? t('You can undo this below the list') : asks?.hint}
        >
          {(attributes) => (
            <input
              {...attributes}
              className="control"
              name="text"
              autoComplete="off"
              maxLength={maxReason}
              value={text}
              required
              onChange={(event) => {
                setProblem('')
                setText(event.target.value)
              }}
            />
          )}
        </Field>
        <DialogActions>
          <Button type="submit" tone="main" busy={isBusy}>
            {isBusy ? t('Saving…') : t('Save')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
