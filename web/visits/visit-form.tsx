import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { messagesOf } from '#domain/contract/messages.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { undoVisit } from '../api/visits.ts'
import { Button } from '../ui/button.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import type { Outcome, VisitFormState, VisitValues } from './use-visit-form.ts'
import type { VisitDialogProps } from './visit-page.tsx'

interface VisitFormProps extends Pick<
  VisitDialogProps,
  'onSaved' | 'onOutdated' | 'onCancel' | 'isReturning'
> {
  form: Pick<VisitFormState<VisitValues>, 'isSaving' | 'isKept' | 'startAgain' | 'sendAnother' | 'submit'>
  /** The word on the button. */
  verb: string
  /** What to say about it once it is saved. */
  savedAs: () => string
  /** Somebody else recorded the visit: the sentence that says so, and the way to record one of one's own. */
  over?: { sentence: string; onAnother: () => void } | undefined
  onOver?: (sentence: string) => void
  /** Whether what was saved can be taken back from the notice. */
  isUndoable?: boolean
  /** Sends what is on the screen as a visit besides the one that was saved before. */
  submitAnother?: () => Promise<Outcome | undefined>
  children: ReactNode
}

/** What the two dialogs of a visit have in common: how they send, what they say, how they end. */
export function VisitForm(props: VisitFormProps): ReactNode {
  const { form, verb, savedAs, isUndoable = false, submitAnother, over, children } = props
  const element = useRef<HTMLFormElement>(null)
  const [saved, setSaved] = useState<SavedVisit | null>(null)
  const [isReplacing, setReplacing] = useState(false)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!over && !saved) await send()
  }
  const send = async (submitIt = form.submit): Promise<void> => {
    notify(null) // the same sentence twice in a row is only read out when it was gone in between
    const outcome = await submitIt()
    if (!outcome) return
    report(outcome, savedAs, props.isReturning, isUndoable ? props.onOutdated : undefined)
    // A dialog that was left while it was sending has nothing to close; the screen shown by now is to show the visit.
    if (!isMounted.current) return outcome.kind === 'saved' ? props.onOutdated() : undefined
    if (outcome.kind === 'saved') props.onSaved()
    if (outcome.kind === 'savedBefore') {
      setSaved({ record: isUndoable ? outcome.record : undefined, key: newIdempotencyKey() })
      props.onOutdated()
    }
    if (outcome.kind === 'refused') {
      const named = outcome.problems.map(({ field }) => field)
      focusFirstOf(element.current, named)
      if (outcome.isOver) props.onOver?.(outcome.detail)
      if (outcome.isOutdated) props.onOutdated()
    }
  }
  const keepSaved = (): void => {
    form.startAgain()
    props.onSaved()
  }
  /** One visit, as it is on the screen: the first one is taken back. */
  const replace = async ({ id }: StoredRecord, key: string): Promise<void> => {
    setReplacing(true)
    try {
      await undoVisit(id, key)
    } catch (error) {
      notify({ tone: 'bad', text: 'The visit is not replaced', detail: sentenceOf(error) })
      return
    } finally {
      setReplacing(false)
    }
    await sendAnother(form.submit)
  }
  const sendAnother = async (submitIt: () => Promise<Outcome | undefined>): Promise<void> => {
    form.sendAnother()
    setSaved(null)
    await send(submitIt)
  }
  return (
    // Our sentences beside the fields say more than the browser's bubbles, and all of them at once.
    <form ref={element} className="visit-form" noValidate onSubmit={(event) => void submit(event)}>
      {form.isKept && (
        <p className="visit-kept">
          What you typed here before is still there.
          <Button tone="quiet" onClick={form.startAgain}>
            Start again
          </Button>
        </p>
      )}
      {children}
      {saved && (
        <div className="visit-actions visit-actions-over">
          <p className="visit-over" role="alert">
            This was saved when you first sent it. What you changed since then is not saved.
          </p>
          <Button tone="main" busy={isReplacing} onClick={keepSaved}>
            Keep what was saved
          </Button>
          {saved.record && (
            <Button busy={isReplacing} onClick={() => void replace(saved.record!, saved.key)}>
              {isReplacing ? 'Replacing…' : 'Replace it with this'}
            </Button>
          )}
          {submitAnother && (
            <Button busy={isReplacing} onClick={() => void sendAnother(submitAnother)}>
              Record it as another visit
            </Button>
          )}
        </div>
      )}
      <div hidden={saved !== null} className={over ? 'visit-actions visit-actions-over' : 'visit-actions'}>
        {over && (
          <p className="visit-over" role="alert">
            {over.sentence}. What you typed is still here, and not saved.
          </p>
        )}
        {over ? (
          <>
            <Button tone="main" onClick={props.onCancel}>
              Close
            </Button>
            <Button onClick={over.onAnother}>Record another visit to this customer</Button>
          </>
        ) : (
          <>
            <Button type="submit" tone="main" busy={form.isSaving}>
              {form.isSaving ? 'Saving…' : verb}
            </Button>
            <Button onClick={props.onCancel}>Cancel</Button>
          </>
        )}
      </div>
    </form>
  )
}

/** What an earlier attempt saved, and the key under which it would be taken back. */
interface SavedVisit {
  record: StoredRecord | undefined
  key: string
}

function report(outcome: Outcome, savedAs: () => string, isReturning: boolean, onUndone?: () => void): void {
  const messages = messagesOf('visit')
  if (outcome.kind === 'saved') {
    const { record, keepAgain } = outcome
    const action = onUndone && record && { label: 'Undo', run: undoing(record, keepAgain, onUndone) }
    notify({
      tone: 'good',
      text: messages.saved,
      detail: savedAs(),
      crossesPages: isReturning,
      ...(action && { action }),
    })
    return
  }
  if (outcome.kind === 'savedBefore')
    return notify({
      tone: 'bad',
      text: 'Saved already',
      detail: 'Decide below about what you changed since.',
    })
  const text = outcome.kind === 'refused' ? messages.refused : messages.unreachable
  const isOver = outcome.kind === 'refused' && outcome.isOver
  const detail = isOver
    ? 'Somebody was quicker: see below.'
    : outcome.detail || 'The fields marked below say what is wrong. Nothing you typed is lost.'
  notify({ tone: 'bad', text, detail })
}

/** Takes back what was saved; what was typed is there again when the dialog is opened. */
function undoing(
  { id, Customer_Code: code }: StoredRecord,
  keepAgain: () => void,
  onUndone: () => void,
): () => void {
  const key = newIdempotencyKey()
  const run = (): void => {
    notify(null)
    undoVisit(id, key).then(
      () => {
        keepAgain()
        onUndone()
        notify({ tone: 'good', text: 'Taken back', detail: 'What you typed is still there: open it again.' })
        focusRowIfLost(code)
      },
      (error: unknown) => {
        const isFinal = error instanceof ApiProblem && error.status < 500
        const action = isFinal ? {} : { action: { label: 'Try again', run } }
        notify({ tone: 'bad', text: 'Not taken back', detail: sentenceOf(error), ...action })
        focusNoticeIfLost()
      },
    )
  }
  return run
}

/** The button that was clicked has gone with its notice: the way on is where the visit was opened from. */
function focusRowIfLost(code: unknown): void {
  if (document.activeElement !== document.body) return
  const rows = [...document.querySelectorAll<HTMLElement>('[data-customer]')]
  rows.find((each) => each.dataset['customer'] === code)?.focus({ preventScroll: true })
}

function focusFirstOf(form: HTMLFormElement | null, names: readonly string[]): void {
  const controls = [...(form?.elements ?? [])].filter((each) => each instanceof HTMLElement)
  const control = controls.find((each) => names.includes(each.getAttribute('name') ?? ''))
  control?.focus({ preventScroll: true })
  // With its sentence, which stands below it.
  control?.closest('.field')?.scrollIntoView({ block: 'nearest' })
}
