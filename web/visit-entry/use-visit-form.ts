import { useEffect, useRef, useState } from 'react'
import type { FieldProblem } from '#domain/problem.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { attemptOfDraft, discardDraft, saveDraft, readDraft } from '../api/drafts/drafts.ts'
import { renewKey, SavedBefore, submitOnce } from '../api/drafts/submit-once.ts'
import type { FormEvent, RecordedEvent } from '../outbox/send-event.ts'
import { loadCode } from '../ui/load-code.ts'
import { notify } from '../ui/notices.tsx'
import { useBusy } from '../ui/use-busy.ts'
import type { Problems } from '../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'

type FieldValue = string | readonly string[]
export type VisitValues = Readonly<Record<string, FieldValue>>

export type SubmitResult =
  | {
      kind: 'saved'
      /** What was recorded; undefined for a form that sends a request of its own. */
      event: RecordedEvent | undefined
      /** Stores the typed values as a draft again, for an undo. */
      restoreDraft: () => void
    }
  | {
      kind: 'refused'
      problems: readonly FieldProblem[]
      detail: string
      isOutdated: boolean
      isAlreadyRecorded: boolean
    }
  | { kind: 'unreachable'; detail: string }

/** `Other`: the names of problems that belong to no value. */
export interface VisitFormState<V extends VisitValues, Other extends string = never> {
  values: V
  problems: Problems<(keyof V & string) | Other>
  isSaving: boolean
  /** Whether values were restored from a draft. */
  hasDraft: boolean
  startAgain: () => void
  /** Changes initial values after the form was shown; typed values stay. */
  setDefaults: (change: Partial<V>) => void
  setValue: <N extends keyof V & string>(name: N, value: V[N]) => void
  /** Sets a value that the user does not type; also accepted while a submit waits. */
  attach: <N extends keyof V & string>(name: N, value: V[N]) => void
  /** Resolves to undefined when a submit is already running. */
  submit: () => Promise<SubmitResult | undefined>
}

/** An event for the outbox; the form adds its key and the moment. */
type NewFormEvent = Omit<FormEvent<'visit' | 'plan'>, 'key' | 'at'>

/** How a form is sent: as an event, or by a request of its own with a key that makes it safe to resend. */
type Sending<V extends VisitValues> =
  | { toEvent: (values: V) => NewFormEvent }
  | { toBody: (values: V) => object; send: (body: object, idempotencyKey: string) => Promise<void> }

export type VisitFormOptions<V extends VisitValues> = Sending<V> & {
  /** Draft name with the dialog and the customer, so that drafts of customers are separate. */
  draft: string
  initial: V
  /** Fields saved with the draft even when unchanged, because their default differs the next day. */
  alwaysInDraft?: readonly (keyof V & string)[]
  check?: (values: V) => readonly FieldProblem[]
  /** Awaited before sending; problems it returns stop the submit. */
  beforeSend?: () => Promise<readonly FieldProblem[]>
  /** Changes after an attempt whose answer was lost are sent as well, because they move the same plans; otherwise the user decides. */
  isResent?: boolean
}

const loadOutbox = () => loadCode(() => import('../outbox/send-event.ts'))

const isEqual = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  String(one) === String(other)

/** Only the values that differ from the initial ones, so that unchanged fields get newer defaults. */
function changesTo<V extends VisitValues>(initial: V, values: VisitValues): Partial<V> {
  const changed = Object.entries(values).filter(
    ([name, value]) => name in initial && !isEqual(value, initial[name]),
  )
  return Object.fromEntries(changed) as Partial<V>
}

/** The first attempt was recorded on this device or by another tab, and the values have changed since. */
const recordedBefore = (): ApiProblem =>
  new ApiProblem(409, { msg: t('This visit was already recorded'), conflict: 'recorded' })

/** State of a visit form: values stored as a draft, and submit through the outbox or with an idempotency key. */
export function useVisitForm<V extends VisitValues, Other extends string = never>(
  options: VisitFormOptions<V>,
): VisitFormState<V, Other>
export function useVisitForm<V extends VisitValues>(
  options: VisitFormOptions<V>,
): Omit<VisitFormState<V>, 'problems'> & { problems: Problems } {
  const { draft, alwaysInDraft = [], check, beforeSend, isResent = false } = options
  const [initial, setInitial] = useState(options.initial)
  const [draftChanges] = useState(() => changesTo(initial, readDraft(draft)?.values ?? {}))
  const [values, setValues] = useState<V>({ ...initial, ...draftChanges })
  const [hasDraft, setHasDraft] = useState(Object.keys(draftChanges).length > 0)
  const [problems, setProblems] = useState<Problems>({})
  const { isBusy: isSaving, isBusyNow, track } = useBusy()
  /** Values attached while a submit waits; undefined when none waits. */
  const attached = useRef<Partial<V>>(undefined)

  const changes = changesTo(initial, values)
  const isChanged = Object.keys(changes).length > 0
  const alwaysSaved = Object.fromEntries(alwaysInDraft.map((name) => [name, values[name]]))
  const typed = JSON.stringify(isChanged ? { values: { ...alwaysSaved, ...changes }, none: [] } : null)
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
    saveDraft(draft, JSON.parse(typed))
  }, [draft, typed])
  const isEvent = 'toEvent' in options
  useEffect(() => {
    // Before the network is lost.
    if (isEvent) loadOutbox().catch(() => undefined)
  }, [isEvent])

  const reject = (wrong: readonly FieldProblem[], error?: ApiProblem): SubmitResult => {
    setProblems(Object.fromEntries(wrong.map(({ field, message }) => [field, message])))
    const isShownBesideFields = wrong.length > 0 && wrong.every(({ field }) => field in initial)
    return {
      kind: 'refused',
      problems: wrong,
      detail: isShownBesideFields || !error ? '' : sentenceOf(error),
      isOutdated: error?.status === 409,
      isAlreadyRecorded: error?.document.conflict === 'recorded',
    }
  }

  const submit = async (): Promise<SubmitResult | undefined> => {
    if (isBusyNow()) return undefined
    const wrong = check?.(values) ?? []
    return wrong.length > 0 ? reject(wrong) : track(() => save(values))
  }
  const restoreDraft = (): void => saveDraft(draft, JSON.parse(latest.current))
  const sendOnce = async (submitted: V): Promise<RecordedEvent | undefined> => {
    const submission = { attempt: attemptOfDraft(draft), typed: submitted }
    if (!('toEvent' in options)) {
      const { toBody, send } = options
      await submitOnce({ ...submission, body: () => toBody(submitted), send })
      return undefined
    }
    const { sendEvent } = await loadOutbox()
    return submitOnce({
      ...submission,
      body: () => ({ ...options.toEvent(submitted), at: new Date().toISOString() }),
      // The outbox has it: a draft would be sent a second time after a reload.
      send: (event, key) => sendEvent({ ...event, key }, () => attemptOfDraft(draft).remove()),
    })
  }
  const save = async (checked: V): Promise<SubmitResult> => {
    try {
      attached.current = {}
      const lateProblems = (await beforeSend?.()) ?? []
      const submitted = { ...checked, ...attached.current }
      attached.current = undefined
      if (lateProblems.length > 0) return reject(lateProblems)
      const event = await sendOnce(submitted).catch((error: unknown) => {
        if (!(error instanceof SavedBefore)) throw error
        renewKey(attemptOfDraft(draft))
        if (!isResent) throw recordedBefore()
        return sendOnce(submitted)
      })
      return { kind: 'saved', event, restoreDraft }
    } catch (error) {
      restoreDraft()
      if (error instanceof ApiProblem) return reject(error.errors, error)
      return { kind: 'unreachable', detail: sentenceOf(error) }
    } finally {
      attached.current = undefined
    }
  }

  const setValue: VisitFormState<V>['setValue'] = (name, value) => {
    // While saving, the screen shows exactly what is sent.
    if (isBusyNow()) return
    setValues((current) => ({ ...current, [name]: value }))
    if (!problems[name]) return
    setProblems((current) => ({ ...current, [name]: '' }))
    // When the last problem is fixed, the notice about them is removed.
    if (Object.keys(problems).every((each) => each === name || !problems[each])) notify(null)
  }

  return {
    values,
    problems,
    isSaving,
    hasDraft,
    startAgain: () => {
      discardDraft(draft)
      setValues(initial)
      setProblems({})
      setHasDraft(false)
    },
    setDefaults: (change) => {
      setInitial((current) => ({ ...current, ...change }))
      setValues((current) => ({ ...current, ...change, ...changesTo(initial, current) }))
    },
    setValue,
    attach: (name, value) => {
      if (!attached.current) return setValue(name, value)
      attached.current = { ...attached.current, [name]: value }
      setValues((current) => ({ ...current, [name]: value }))
    },
    submit,
  }
}
