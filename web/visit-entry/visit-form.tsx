import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { messagesOf } from '#domain/contract/messages.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { newIdempotencyKey } from '../api/drafts/idempotency-key.ts'
import type { FormEvent as UndoEvent, RecordedEvent } from '../outbox/send-event.ts'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { loadCode } from '../ui/load-code.ts'
import type { SubmitResult, VisitFormState, VisitValues } from './use-visit-form.ts'
import type { VisitDialogProps } from '../visits/visit-page.tsx'
import { t } from '#domain/messages/t.ts'

interface VisitFormProps
  extends
    Pick<VisitDialogProps, 'onSaved' | 'onOutdated' | 'onCancel' | 'isReturning'>,
    Partial<Pick<VisitDialogProps, 'onKept'>> {
  form: Pick<VisitFormState<VisitValues>, 'isSaving' | 'hasDraft' | 'startAgain' | 'submit'>
  submitLabel: string
  /** Detail of the notice after saving. */
  successMessage: () => string
  /** Set when another user recorded the visit: the message, and a callback to record another visit. */
  conflict?: { sentence: string; onAnother: () => void } | undefined
  onConflict?: (sentence: string) => void
  /** Whether the notice offers an undo. */
  canUndo?: boolean
  children: ReactNode
}

/** Form shared by the two visit dialogs: submit, notices, conflicts and buttons. */
export function VisitForm(props: VisitFormProps): ReactNode {
  const { form, submitLabel, successMessage, canUndo = false, conflict, children } = props
  const element = useRef<HTMLFormElement>(null)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (conflict) return
    notify(null) // a screen reader announces the same notice again only after it was removed
    const result = await form.submit()
    if (!result) return
    notifyResult(result, successMessage, props.isReturning, canUndo ? props.onOutdated : undefined)
    if (result.kind === 'saved' && isKept(result.event)) {
      void result.event.whenSent().then(props.onOutdated)
      if (isMounted.current) props.onKept?.()
      return
    }
    // When the dialog was closed while sending, only the current screen is refreshed.
    if (!isMounted.current) return result.kind === 'saved' ? props.onOutdated() : undefined
    if (result.kind === 'saved') props.onSaved()
    if (result.kind === 'refused') {
      const fieldNames = result.problems.map(({ field }) => field)
      focusFirstOf(element.current, fieldNames)
      if (result.isAlreadyRecorded) props.onConflict?.(result.detail)
      if (result.isOutdated) props.onOutdated()
    }
  }
  return (
    // noValidate: our messages beside the fields say more than the browser's and are shown all at once.
    <form ref={element} className="visit-form" noValidate onSubmit={(event) => void submit(event)}>
      {form.hasDraft && (
        <p className="visit-kept">
          {t('Your earlier entries were restored.')}
          <Button tone="quiet" onClick={form.startAgain}>
            {t('Start again')}
          </Button>
        </p>
      )}
      {children}
      <DialogActions
        error={
          conflict &&
          t('{sentence}. Your entries are still here but not saved.', { sentence: conflict.sentence })
        }
      >
        {conflict ? (
          <>
            <Button tone="main" onClick={props.onCancel}>
              {t('Close')}
            </Button>
            <Button onClick={conflict.onAnother}>{t('Record another visit to this customer')}</Button>
          </>
        ) : (
          <>
            <Button type="submit" tone="main" busy={form.isSaving}>
              {form.isSaving ? t('Saving…') : submitLabel}
            </Button>
            <Button onClick={props.onCancel}>{t('Cancel')}</Button>
          </>
        )}
      </DialogActions>
    </form>
  )
}

/** Whether this device keeps the event until there is a network. */
const isKept = (event: RecordedEvent | undefined): event is RecordedEvent => event?.isSent === false

function notifyResult(
  result: SubmitResult,
  successMessage: () => string,
  isReturning: boolean,
  onUndone?: () => void | Promise<void>,
): void {
  const messages = messagesOf('visit')
  if (result.kind === 'saved') {
    const { event, restoreDraft } = result
    const action = onUndone && event && { label: t('Undo'), run: createUndo(event, restoreDraft, onUndone) }
    notify({
      tone: 'good',
      ...(isKept(event)
        ? {
            text: t('Saved on this device. It is sent when there is a network.'),
            detail: t('{message}. Reference: {reference}', {
              message: successMessage(),
              reference: event.reference,
            }),
          }
        : { text: t(messages.saved), detail: successMessage() }),
      crossesPages: isReturning,
      ...(action && { action }),
    })
    return
  }
  const text = result.kind === 'refused' ? messages.refused : messages.unreachable
  const isAlreadyRecorded = result.kind === 'refused' && result.isAlreadyRecorded
  const detail = isAlreadyRecorded
    ? t('Someone else changed this visit. See below.')
    : result.detail || t('Check the marked fields below. Nothing you typed is lost.')
  notify({ tone: 'bad', text: t(text), detail })
}

/** Undoes the save and restores the draft, so that the dialog opens with the typed values. */
function createUndo(
  recorded: RecordedEvent,
  restoreDraft: () => void,
  onUndone: () => void | Promise<void>,
): () => void {
  const { id: event, customer } = recorded
  const key = newIdempotencyKey()
  let undo: UndoEvent<'undo'> | undefined
  const run = async (): Promise<void> => {
    notify(null)
    undo ??= { key, kind: 'undo', at: new Date().toISOString(), customer, seen: null, values: { event } }
    try {
      const { sendEvent } = await loadCode(() => import('../outbox/send-event.ts'))
      const undone = await sendEvent(undo)
      restoreDraft()
      // A dialog that is opened before the list is loaded again would be about a plan that is gone.
      if (undone.isSent) await onUndone()
      else void undone.whenSent().then(onUndone)
      notify({
        tone: 'good',
        text: t('Undone'),
        detail: t('Your entries are restored when you open the form again.'),
      })
      focusRowIfLost(customer)
    } catch (error) {
      const isFinal = error instanceof ApiProblem && error.status < 500
      const action = isFinal ? {} : { action: { label: t('Try again'), run: () => void run() } }
      notify({ tone: 'bad', text: t('Could not undo'), detail: sentenceOf(error), ...action })
      focusNoticeIfLost()
    }
  }
  return () => void run()
}

/** The clicked button was removed with its notice, so focus returns to the row the visit was opened from. */
function focusRowIfLost(customer: RecordedEvent['customer']): void {
  if (document.activeElement !== document.body || !customer || !('id' in customer)) return
  const rows = [...document.querySelectorAll<HTMLElement>('[data-customer]')]
  rows.find((each) => each.getAttribute('data-customer') === customer.id)?.focus({ preventScroll: true })
}

function focusFirstOf(form: HTMLFormElement | null, names: readonly string[]): void {
  const controls = [...(form?.elements ?? [])].filter((each) => each instanceof HTMLElement)
  const control = controls.find((each) => names.includes(each.getAttribute('name') ?? ''))
  control?.focus({ preventScroll: true })
  // Scrolls the message below the control into view too.
  control?.closest('.field')?.scrollIntoView({ block: 'nearest' })
}
