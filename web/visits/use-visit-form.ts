import { useEffect, useRef, useState } from 'react'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { newIdempotencyKey } from '../api/client.ts'
import { keepDraft, readDraft } from '../api/drafts.ts'
import { sendVisit } from '../api/visits.ts'

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
  | { kind: 'refused'; problems: readonly FieldProblem[]; detail: string; isOutdated: boolean }
  | { kind: 'unreachable'; detail: string }

export interface VisitFormState<V extends VisitValues> {
  values: V
  problems: Readonly<Record<string, string>>
  isSaving: boolean
  /** Whether something stands there that was typed when the dialog was open before. */
  isKept: boolean
  startAgain: () => void
  type: <N extends keyof V & string>(name: N, value: V[N]) => void
  /** Undefined when a submit is under way already. */
  submit: () => Promise<Outcome | undefined>
}

export interface VisitFormOptions<V extends VisitValues> {
  /** The dialog and the customer: what was typed for one must not show up at another. */
  draft: string
  initial: V
  check?: (values: V) => readonly FieldProblem[]
  /** What has to be over before it is sent; it may find that something went wrong. */
  before?: () => Promise<readonly FieldProblem[]>
  toBody: (values: V) => object
  /** How it is sent, unless as one visit; the key makes it safe to send again after a lost answer. */
  send?: (body: object, idempotencyKey: string) => Promise<StoredRecord | undefined>
}

const isSame = (one: Typed | undefined, other: Typed | undefined): boolean => String(one) === String(other)

/** What was typed over the initial values, and only that: what has a better default by now gets it. */
function changesTo<V extends VisitValues>(initial: V, values: VisitValues): Partial<V> {
  const changed = Object.entries(values).filter(
    ([name, value]) => name in initial && !isSame(value, initial[name]),
  )
  return Object.fromEntries(changed) as Partial<V>
}

/** The forms of a visit: typed values that outlive the dialog, and one way to send them. */
export function useVisitForm<V extends VisitValues>(options: VisitFormOptions<V>): VisitFormState<V> {
  const { draft, check, before, toBody, send = sendVisit } = options
  const [initial] = useState(options.initial)
  const [kept] = useState(() => changesTo(initial, readDraft(draft)?.values ?? {}))
  const [values, setValues] = useState<V>({ ...initial, ...kept })
  const [isKept, setKept] = useState(Object.keys(kept).length > 0)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)
  const saving = useRef(false)
  const sent = useRef({ body: '', key: '' })

  useEffect(() => {
    const changes = changesTo(initial, values)
    keepDraft(draft, Object.keys(changes).length > 0 ? { values: changes as VisitValues, none: [] } : null)
  }, [draft, initial, values])

  const refuse = (found: readonly FieldProblem[], detail = '', status = 422): Outcome => {
    setProblems(Object.fromEntries(found.map(({ field, message }) => [field, message])))
    const isShownBesideFields = found.length > 0 && found.every(({ field }) => field in initial)
    return {
      kind: 'refused',
      problems: found,
      detail: isShownBesideFields ? '' : detail,
      isOutdated: status === 409,
    }
  }

  const submit = async (): Promise<Outcome | undefined> => {
    if (saving.current) return undefined
    const found = check?.(values) ?? []
    if (found.length > 0) return refuse(found)
    saving.current = true
    setSaving(true)
    try {
      const late = (await before?.()) ?? []
      if (late.length > 0) return refuse(late)
      const body = toBody(values)
      // The same content sent again is the same request: if only the answer was lost, nothing is saved twice.
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: newIdempotencyKey() }
      const record = await send(body, sent.current.key)
      keepDraft(draft, null)
      const typed = { values: changesTo(initial, values) as VisitValues, none: [] }
      return { kind: 'saved', record, keepAgain: () => keepDraft(draft, typed) }
    } catch (error) {
      if (error instanceof ApiProblem) return refuse(error.errors, sentenceOf(error), error.status)
      return { kind: 'unreachable', detail: sentenceOf(error) }
    } finally {
      saving.current = false
      setSaving(false)
    }
  }

  return {
    values,
    problems,
    isSaving,
    isKept,
    startAgain: () => {
      setValues(initial)
      setProblems({})
      setKept(false)
    },
    type: (name, value) => {
      // What is on its way is what is on the screen.
      if (saving.current) return
      setValues((now) => ({ ...now, [name]: value }))
      setProblems((now) => ({ ...now, [name]: '' }))
    },
    submit,
  }
}
