import { useEffect, useRef, useState } from 'react'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { discardDraft, keepDraft, readDraft, type Draft } from '../api/drafts.ts'
import { attemptOfDraft, renewKey, SavedBefore, submitOnce } from '../api/submit-once.ts'
import { sendVisit } from '../api/visits.ts'
import { notify } from '../ui/notices.tsx'

type Typed = string | readonly string[]
export type VisitValues = Readonly<Record<string, Typed>>

export type Outcome =
  | {
      kind: 'saved'
      /** The visit, when it was one. */
      record: StoredRecord | undefined
      /** Puts what was typed back, for when what was saved is taken back. */
      keepAgain: () => void
    }
  | {
      kind: 'refused'
      problems: readonly FieldProblem[]
      detail: string
      isOutdated: boolean
      isOver: boolean
    }
  /** An earlier attempt was saved although its answer was lost; what was changed since is not saved. */
  | { kind: 'savedBefore'; record: StoredRecord | undefined }
  | { kind: 'unreachable'; detail: string }

export interface VisitFormState<V extends VisitValues> {
  values: V
  problems: Readonly<Record<string, string>>
  isSaving: boolean
  /** Whether something stands there that was typed when the dialog was open before. */
  isKept: boolean
  startAgain: () => void
  /** What is sent next is a save of its own, whatever became of the attempts before. */
  sendAnother: () => void
  /** A better beginning, found late: it stands wherever nobody has typed. */
  propose: (change: Partial<V>) => void
  type: <N extends keyof V & string>(name: N, value: V[N]) => void
  /** Typed by no person: it is also taken while a submit waits for it. */
  attach: <N extends keyof V & string>(name: N, value: V[N]) => void
  /** With a last change, if any. Undefined when a submit is under way already. */
  submit: (change?: Partial<V>) => Promise<Outcome | undefined>
}

export interface VisitFormOptions<V extends VisitValues> {
  /** The dialog and the customer: what was typed for one must not show up at another. */
  draft: string
  initial: V
  /** What stays with the draft although nobody changed it: tomorrow it would begin with something else. */
  staying?: readonly (keyof V & string)[]
  check?: (values: V) => readonly FieldProblem[]
  /** What has to be over before it is sent; it may find that something went wrong. */
  before?: () => Promise<readonly FieldProblem[]>
  toBody: (values: V) => object
  /** How it is sent, unless as one visit; the key makes it safe to send again after a lost answer. */
  send?: (body: object, idempotencyKey: string) => Promise<StoredRecord | undefined>
  /** What to send instead where an earlier attempt was saved; without it the person decides. */
  afterSaved?: (body: object, saved: StoredRecord) => object
}

const isSame = (one: Typed | undefined, other: Typed | undefined): boolean => String(one) === String(other)

/** What was typed over the initial values, and only that: what has a better default by now gets it. */
function changesTo<V extends VisitValues>(initial: V, values: VisitValues): Partial<V> {
  const changed = Object.entries(values).filter(
    ([name, value]) => name in initial && !isSame(value, initial[name]),
  )
  return Object.fromEntries(changed) as Partial<V>
}

/** Whether the visit it was about has its result already. */
function isOver(error: ApiProblem | undefined): boolean {
  const { Status } = (error?.document['current'] ?? {}) as { Status?: unknown }
  return error?.status === 409 && Status !== undefined && Status !== 'planned'
}

/** The forms of a visit: typed values that outlive the dialog, and one way to send them. */
export function useVisitForm<V extends VisitValues>(options: VisitFormOptions<V>): VisitFormState<V> {
  const { draft, staying = [], check, before, toBody, send = sendVisit, afterSaved } = options
  const [initial, setInitial] = useState(options.initial)
  const [found] = useState(() => changesTo(initial, readDraft(draft)?.values ?? {}))
  const [values, setValues] = useState<V>({ ...initial, ...found })
  const [isKept, setKept] = useState(Object.keys(found).length > 0)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)
  const saving = useRef(false)
  /** What was attached while a submit waits; undefined: none does. */
  const attached = useRef<Partial<V>>(undefined)

  const changes = changesTo(initial, values)
  const isChanged = Object.keys(changes).length > 0
  const kept = Object.fromEntries(staying.map((name) => [name, values[name]]))
  const typed = JSON.stringify(isChanged ? { values: { ...kept, ...changes }, none: [] } : null)
  useEffect(() => keepDraft(draft, JSON.parse(typed) as Draft | null), [draft, typed])

  const refuse = (wrong: readonly FieldProblem[], error?: ApiProblem): Outcome => {
    setProblems(Object.fromEntries(wrong.map(({ field, message }) => [field, message])))
    const isShownBesideFields = wrong.length > 0 && wrong.every(({ field }) => field in initial)
    return {
      kind: 'refused',
      problems: wrong,
      detail: isShownBesideFields || !error ? '' : sentenceOf(error),
      isOutdated: error?.status === 409,
      isOver: isOver(error),
    }
  }

  const submit = async (change: Partial<V> = {}): Promise<Outcome | undefined> => {
    if (saving.current) return undefined
    let sent = { ...values, ...change }
    setValues(sent)
    const wrong = check?.(sent) ?? []
    if (wrong.length > 0) return refuse(wrong)
    saving.current = true
    setSaving(true)
    try {
      attached.current = {}
      const late = (await before?.()) ?? []
      sent = { ...sent, ...attached.current }
      attached.current = undefined
      if (late.length > 0) return refuse(late)
      const sendOnce = (body: () => object): Promise<StoredRecord | undefined> =>
        submitOnce({ attempt: attemptOfDraft(draft), typed: sent, body, send })
      const record = await sendOnce(() => toBody(sent)).catch((error: unknown) => {
        if (!(error instanceof SavedBefore) || !afterSaved) throw error
        renewKey(attemptOfDraft(draft))
        return sendOnce(() => afterSaved(toBody(sent), error.saved as StoredRecord))
      })
      return { kind: 'saved', record, keepAgain: () => keepDraft(draft, JSON.parse(typed) as Draft | null) }
    } catch (error) {
      if (error instanceof SavedBefore)
        return { kind: 'savedBefore', record: error.saved as StoredRecord | undefined }
      if (error instanceof ApiProblem) return refuse(error.errors, error)
      return { kind: 'unreachable', detail: sentenceOf(error) }
    } finally {
      attached.current = undefined
      saving.current = false
      setSaving(false)
    }
  }

  const type: VisitFormState<V>['type'] = (name, value) => {
    // What is on its way is what is on the screen.
    if (saving.current) return
    setValues((now) => ({ ...now, [name]: value }))
    if (!problems[name]) return
    setProblems((now) => ({ ...now, [name]: '' }))
    // With the last of them mended, the notice that spoke of them is no longer true.
    if (Object.keys(problems).every((each) => each === name || !problems[each])) notify(null)
  }

  return {
    values,
    problems,
    isSaving,
    isKept,
    startAgain: () => {
      discardDraft(draft)
      setValues(initial)
      setProblems({})
      setKept(false)
    },
    sendAnother: () => renewKey(attemptOfDraft(draft)),
    propose: (change) => {
      setInitial((now) => ({ ...now, ...change }))
      setValues((now) => ({ ...now, ...change, ...changesTo(initial, now) }))
    },
    type,
    attach: (name, value) => {
      if (!attached.current) return type(name, value)
      attached.current = { ...attached.current, [name]: value }
      setValues((now) => ({ ...now, [name]: value }))
    },
    submit,
  }
}
