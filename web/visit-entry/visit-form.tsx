import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { messagesOf } from '#domain/contract/messages.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { newIdempotencyKey } from '../api/drafts/idempotency-key.ts'
import { undoVisit } from '../visits/visits-api.ts'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import type { SubmitResult, VisitFormState, VisitValues } from './use-visit-form.ts'
import type { VisitDialogProps } from '../visits/visit-page.tsx'
import { t } from '#domain/messages/t.ts'

interface VisitFormProps extends Pick<
  VisitDialogProps,
  'onSaved' | 'onOutdated' | 'onCancel' | 'isReturning'
> {
  form: Pick<VisitFormState<VisitValues>, 'isSaving' | 'hasDraft' | 'startAgain' | 'sendAnother' | 'submit'>
  submitLabel: string
  /** Detail of the notice after saving. */
  successMessage: () => string
  /** Set when another user recorded the visit: the message, and a callback to record another visit. */
  conflict?: { sentence: string; onAnother: () => void } | undefined
  onConflict?: (sentence: string) => void
  /** Whether the notice offers an undo. */
  canUndo?: boolean
  /** Submits the values as a visit besides the one that was saved before. */
  submitAnother?: () => Promise<SubmitResult | undefined>
  children: ReactNode
}

/** Form shared by the two visit dialogs: submit, notices, conflicts and buttons. */
export function VisitForm(props: VisitFormProps): ReactNode {
  const { form, submitLabel, successMessage, canUndo = false, submitAnother, conflict, children } = props
  const element = useRef<HTMLFormElement>(null)
  const [saved, setSaved] = useState<SavedVisit | null>(null)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!conflict && !saved) await send()
  }
  const send = async (submitForm = form.submit): Promise<void> => {
    notify(null) // a screen reader announces the same notice again only after it was removed
    const result = await submitForm()
    if (!result) return
    notifyResult(result, successMessage, props.isReturning, canUndo ? props.onOutdated : undefined)
    // When the dialog was closed while sending, only the current screen is refreshed.
    if (!isMounted.current) return result.kind === 'saved' ? props.onOutdated() : undefined
    if (result.kind === 'saved') props.onSaved()
    if (result.kind === 'savedBefore') {
      setSaved({ record: canUndo ? result.record : undefined, key: newIdempotencyKey() })
      props.onOutdated()
    }
    if (result.kind === 'refused') {
      const fieldNames = result.problems.map(({ field }) => field)
      focusFirstOf(element.current, fieldNames)
      if (result.isAlreadyRecorded) props.onConflict?.(result.detail)
      if (result.isOutdated) props.onOutdated()
    }
  }
  const keepSaved = (): void => {
    form.startAgain()
    props.onSaved()
  }
  /** Undoes the saved visit and submits the current values instead. */
  const replaceSaved = useSubmit({
    send: ({ record, key }: Required<SavedVisit>) => undoVisit(record!.id, key),
    failure: t('Could not replace the visit'),
    onSuccess: () => sendAnother(form.submit),
  })
  const isReplacing = replaceSaved.isBusy
  const sendAnother = async (submitForm: () => Promise<SubmitResult | undefined>): Promise<void> => {
    form.sendAnother()
    setSaved(null)
    await send(submitForm)
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
      {saved && (
        <DialogActions error={t('This was saved when you first sent it. Your later changes are not saved.')}>
          <Button tone="main" busy={isReplacing} onClick={keepSaved}>
            {t('Keep the saved visit')}
          </Button>
          {saved.record && (
            <Button busy={isReplacing} onClick={() => void replaceSaved.submit(saved)}>
              {isReplacing ? t('Replacing…') : t('Replace with my changes')}
            </Button>
          )}
          {submitAnother && (
            <Button busy={isReplacing} onClick={() => void sendAnother(submitAnother)}>
              {t('Record as another visit')}
            </Button>
          )}
        </DialogActions>
      )}
      <DialogActions
        isHidden={saved !== null}
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

/** The visit an earlier attempt saved, and the idempotency key for its undo. */
interface SavedVisit {
  record: StoredRecord | undefined
  key: string
}

function notifyResult(
  result: SubmitResult,
  successMessage: () => string,
  isReturning: boolean,
  onUndone?: () => void,
): void {
  const messages = messagesOf('visit')
  if (result.kind === 'saved') {
    const { record, restoreDraft } = result
    const action = onUndone && record && { label: t('Undo'), run: createUndo(record, restoreDraft, onUndone) }
    notify({
      tone: 'good',
      text: t(messages.saved),
      detail: successMessage(),
      crossesPages: isReturning,
      ...(action && { action }),
    })
    return
  }
  if (result.kind === 'savedBefore')
    return notify({
      tone: 'bad',
      text: t('Already saved'),
      detail: t('Choose below what to do with your later changes.'),
    })
  const text = result.kind === 'refused' ? messages.refused : messages.unreachable
  const isAlreadyRecorded = result.kind === 'refused' && result.isAlreadyRecorded
  const detail = isAlreadyRecorded
    ? t('Someone else changed this visit. See below.')
    : result.detail || t('Check the marked fields below. Nothing you typed is lost.')
  notify({ tone: 'bad', text: t(text), detail })
}

/** Undoes the save and restores the draft, so that the dialog opens with the typed values. */
function createUndo(
  { id, Customer_Code: code }: StoredRecord,
  restoreDraft: () => void,
  onUndone: () => void,
): () => void {
  const key = newIdempotencyKey()
  const run = (): void => {
    notify(null)
    undoVisit(id, key).then(
      () => {
        restoreDraft()
        onUndone()
        notify({
          tone: 'good',
          text: t('Undone'),
          detail: t('Your entries are restored when you open the form again.'),
        })
        focusRowIfLost(code)
      },
      (error: unknown) => {
        const isFinal = error instanceof ApiProblem && error.status < 500
        const action = isFinal ? {} : { action: { label: t('Try again'), run } }
        notify({ tone: 'bad', text: t('Could not undo'), detail: sentenceOf(error), ...action })
        focusNoticeIfLost()
      },
    )
  }
  return run
}

/** The clicked button was removed with its notice, so focus returns to the row the visit was opened from. */
function focusRowIfLost(code: unknown): void {
  if (document.activeElement !== document.body) return
  const rows = [...document.querySelectorAll<HTMLElement>('[data-customer]')]
  rows.find((each) => each.getAttribute('data-customer') === code)?.focus({ preventScroll: true })
}

function focusFirstOf(form: HTMLFormElement | null, names: readonly string[]): void {
  const controls = [...(form?.elements ?? [])].filter((each) => each instanceof HTMLElement)
  const control = controls.find((each) => names.includes(each.getAttribute('name') ?? ''))
  control?.focus({ preventScroll: true })
  // Scrolls the message below the control into view too.
  control?.closest('.field')?.scrollIntoView({ block: 'nearest' })
}
