import { useState, type FormEvent, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { affectedInWords, type Repointed } from '#domain/repoint.ts'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { undoBatch } from '../api/batches.ts'
import { forgetOptions } from '../api/options.ts'
import { repoint, type RepointVerb } from '../api/repoint.ts'
import '../styles/repoint.css'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { onceOnly } from '../ui/once-only.ts'

/** What a dialog about one record is given. */
export interface RepointDialogProps {
  onClose: () => void
  /** Told which record stands now; of nothing when it was taken back, by when one may be elsewhere. */
  onDone: (id?: string) => void
}

interface RepointFormProps extends RepointDialogProps {
  entity: Entity
  id: string
  verb: RepointVerb
  /** "Rename", on the button that does it. */
  label: string
  /** What is asked for; undefined while something is missing. */
  body: Readonly<Record<string, unknown>> | undefined
  /** The fields, with what is wrong with each. */
  children: (problems: Readonly<Record<string, string>>) => ReactNode
}

/** First what would change, in words; then the same button does it. Whoever changes the fields is told anew. */
export function RepointForm(props: RepointFormProps): ReactNode {
  const { entity, id, verb, label, body, children, onClose, onDone } = props
  const [told, setTold] = useState<{ asked: string; what: Repointed } | null>(null)
  const [problem, setProblem] = useState<{ asked: string; error: unknown } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const asked = JSON.stringify(body ?? null)
  const isTold = told !== null && told.asked === asked
  const wrong = problem !== null && problem.asked === asked ? problem.error : undefined
  const byField = wrong ? problemsByField(wrong) : {}

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    notify(null)
    if (!body) return
    setBusy(true)
    try {
      const what = await repoint(entity, id, verb, body, !isTold)
      setProblem(null)
      if (what.batch) {
        forgetOptions()
        onClose()
        announce(what, onDone)
        onDone(id)
        return
      }
      setTold({ asked, what })
    } catch (error) {
      setTold(null)
      setProblem({ asked, error })
    }
    setBusy(false)
  }
  return (
    <form className="repoint stack" noValidate onSubmit={(event) => void submit(event)}>
      {children(byField)}
      <div aria-live="polite">
        {isTold && <Told {...told.what} />}
        {wrong !== undefined && <p className="field-problem">{sentenceOf(wrong)}</p>}
      </div>
      <div className="repoint-actions">
        <Button type="submit" tone="main" busy={isBusy} disabled={!body} onClick={onceOnly}>
          {isBusy ? 'One moment…' : isTold ? label : 'See what changes'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

function Told({ words, toBin }: Repointed): ReactNode {
  const bin = affectedInWords(toBin)
  return (
    <div className="repoint-told">
      <p>{words ? `Changes with it: ${words}.` : 'Nothing else changes with it.'}</p>
      {bin && <p>Goes to the bin: {bin}.</p>}
      <p className="field-hint">It is one step, and can be taken back as one.</p>
    </div>
  )
}

/** Says what was done, with the way back. */
function announce({ title, words, batch }: Repointed, onDone: () => void): void {
  const undo = async (): Promise<void> => {
    try {
      const { leftCount } = await undoBatch(batch!.id)
      const detail = leftCount > 0 ? `${leftCount} were changed since and are left as they are` : undefined
      notify({ tone: 'good', text: 'It is as it was before', detail })
      onDone()
    } catch (error) {
      notify({ tone: 'bad', text: 'It is not taken back', detail: sentenceOf(error) })
    }
  }
  notify({
    tone: 'good',
    text: title,
    detail: words ? `With it: ${words}` : undefined,
    action: { label: 'Undo', run: () => void undo() },
    // A record that is another, or has another code, has another address.
    crossesPages: true,
  })
}
