import { useEffect, useRef, useState } from 'react'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { attemptOfDraft, discardDraft, saveDraft, readDraft } from '../api/drafts/drafts.ts'
import { renewKey, SavedBefore, submitOnce } from '../api/drafts/submit-once.ts'
import { sendVisit } from '../visits/visits-api.ts'
import { notify } from '../ui/notices.tsx'
import { useBusy } from '../ui/use-busy.ts'
import type { Problems } from '../ui/use-submit.ts'

type FieldValue = string | readonly string[]
export type VisitValues = Readonly<Record<string, FieldValue>>

export type SubmitResult =
  | {
      kind: 'saved'
      /** The saved visit; undefined after a bulk plan. */
      record: StoredRecord | undefined
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
  /** An earlier attempt was saved although its answer was lost; later changes are not saved. */
  | { kind: 'savedBefore'; record: StoredRecord | undefined }
  | { kind: 'unreachable'; detail: string }

/** `Other`: the names of problems that belong to no value. */
export interface VisitFormState<V extends VisitValues, Other extends string = never> {
  values: V
  problems: Problems<(keyof V & string) | Other>
  isSaving: boolean
  /** Whether values were restored from a draft. */
  hasDraft: boolean
  startAgain: () => void
  /** Makes the next submit a new save with a new idempotency key. */
  sendAnother: () => void
  /** Changes initial values after the form was shown; typed values stay. */
  setDefaults: (change: Partial<V>) => void
  setValue: <N extends keyof V & string>(name: N, value: V[N]) => void
  /** Sets a value that the user does not type; also accepted while a submit waits. */
  attach: <N extends keyof V & string>(name: N, value: V[N]) => void
  /** Applies a last change and submits; resolves to undefined when a submit is already running. */
  submit: (change?: Partial<V>) => Promise<SubmitResult | undefined>
}

export interface VisitFormOptions<V extends VisitValues> {
  /** Draft name with the dialog and the customer, so that drafts of customers are separate. */
  draft: string
  initial: V
  /** Fields saved with the draft even when unchanged, because their default differs the next day. */
  alwaysInDraft?: readonly (keyof V & string)[]
  check?: (values: V) => readonly FieldProblem[]
  /** Awaited before sending; problems it returns stop the submit. */
  beforeSend?: () => Promise<readonly FieldProblem[]>
  toBody: (values: V) => object
  /** Sends the body, by default as one visit; the key makes it safe to resend after a lost answer. */
  send?: (body: object, idempotencyKey: string) => Promise<StoredRecord | undefined>
  /** Body to send when an earlier attempt was saved; without it the user decides. */
  resendBody?: (body: object, saved: StoredRecord) => object
}

const isEqual = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  String(one) === String(other)

/** Only the values that differ from the initial ones, so that unchanged fields get newer defaults. */
function changesTo<V extends VisitValues>(initial: V, values: VisitValues): Partial<V> {
  const changed = Object.entries(values).filter(
    ([name, value]) => name in initial && !isEqual(value, initial[name]),
  )
  return Object.fromEntries(changed) as Partial<V>
}

/** Whether the visit already has an outcome. */
function isAlreadyRecorded(error: ApiProblem | undefined): boolean {
  const current = error?.document.current
  const hasStatus = typeof current === 'object' && current !== null && 'Status' in current
  return error?.status === 409 && hasStatus && current.Status !== 'planned'
}

/** State of a visit form: values stored as a draft, and submit with an idempotency key. */
export function useVisitForm<V extends VisitValues, Other extends string = never>(
  options: VisitFormOptions<V>,
): VisitFormState<V, Other>
export function useVisitForm<V extends VisitValues>(
  options: VisitFormOptions<V>,
): Omit<VisitFormState<V>, 'problems'> & { problems: Problems } {
  const { draft, alwaysInDraft = [], check, beforeSend, toBody, send = sendVisit, resendBody } = options
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
  useEffect(() => saveDraft(draft, JSON.parse(typed)), [draft, typed])

  const reject = (wrong: readonly FieldProblem[], error?: ApiProblem): SubmitResult => {
    setProblems(Object.fromEntries(wrong.map(({ field, message }) => [field, message])))
    const isShownBesideFields = wrong.length > 0 && wrong.every(({ field }) => field in initial)
    return {
      kind: 'refused',
      problems: wrong,
      detail: isShownBesideFields || !error ? '' : sentenceOf(error),
      isOutdated: error?.status === 409,
      isAlreadyRecorded: isAlreadyRecorded(error),
    }
  }

  const submit = async (change: Partial<V> = {}): Promise<SubmitResult | undefined> => {
    if (isBusyNow()) return undefined
    const submitted = { ...values, ...change }
    setValues(submitted)
    const wrong = check?.(submitted) ?? []
    return wrong.length > 0 ? reject(wrong) : track(() => save(submitted))
  }
  const save = async (checked: V): Promise<SubmitResult> => {
    try {
      attached.current = {}
      const lateProblems = (await beforeSend?.()) ?? []
      const submitted = { ...checked, ...attached.current }
      attached.current = undefined
      if (lateProblems.length > 0) return reject(lateProblems)
      const sendOnce = (body: () => object): Promise<StoredRecord | undefined> =>
        submitOnce({ attempt: attemptOfDraft(draft), typed: submitted, body, send })
      const record = await sendOnce(() => toBody(submitted)).catch((error: unknown) => {
        if (!(error instanceof SavedBefore) || !resendBody) throw error
        renewKey(attemptOfDraft(draft))
        return sendOnce(() => resendBody(toBody(submitted), error.saved))
      })
      return {
        kind: 'saved',
        record,
        restoreDraft: () => saveDraft(draft, JSON.parse(typed)),
      }
    } catch (error) {
      if (error instanceof SavedBefore) return { kind: 'savedBefore', record: error.saved }
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
    sendAnother: () => renewKey(attemptOfDraft(draft)),
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
