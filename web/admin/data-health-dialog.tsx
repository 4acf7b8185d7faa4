import { useState, type FormEvent, type ReactNode } from 'react'
import { mostReason, type Finding } from '#domain/health/data-health.ts'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { exceptFinding, fixFinding } from '../api/data-health.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'

interface HealthDialogProps {
  rule: string
  finding: Finding
  /** Asks why it is right; else for what the fix needs. */
  isException: boolean
  onClose: () => void
  onDone: () => void
}

export function HealthDialog(props: HealthDialogProps): ReactNode {
  const { rule, finding, isException, onClose, onDone } = props
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { asks } = finding.fix ?? {}
  const label = isException || !asks ? 'Why is it right?' : asks.label
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    notify(null)
    if (text.trim() === '')
      return setProblem(isException ? 'Say why, for those who come after you' : `${label} is required`)
    setBusy(true)
    try {
      if (isException) await exceptFinding(rule, finding, text.trim())
      else await fixFinding(rule, finding, text.trim())
      const told = isException ? 'is found no more' : 'is mended'
      notify({ tone: 'good', text: `${finding.name} ${told}` })
      onDone()
    } catch (error) {
      const [beside] = Object.values(problemsByField(error))
      setProblem(beside ?? '')
      notify({ tone: 'bad', text: `${finding.name} is as it was`, detail: sentenceOf(error) })
      setBusy(false)
    }
  }
  return (
    <Dialog heading={isException ? 'This is right' : finding.name} onClose={onClose}>
      <form className="health-form" noValidate onSubmit={(event) => void submit(event)}>
        <p>
          {isException && <strong>{finding.name}: </strong>}
          {finding.words}
        </p>
        <Field
          label={label}
          problem={problem}
          hint={isException ? 'It can be taken back below the list' : asks?.hint}
        >
          {(attributes) => (
            <input
              {...attributes}
              className="control"
              name="text"
              autoComplete="off"
              maxLength={mostReason}
              value={text}
              required
              onChange={(event) => {
                setProblem('')
                setText(event.target.value)
              }}
            />
          )}
        </Field>
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
