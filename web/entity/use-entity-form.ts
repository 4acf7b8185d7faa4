import { useCallback, useEffect, useRef, useState } from 'react'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { newIdempotencyKey } from '../api/client.ts'
import { keepDraft, readDraft } from '../api/drafts.ts'
import { createRecord } from '../api/resources.ts'
import { blankValues, mend, readTyped, type Typed, type TypedValues } from './typed-values.ts'

export type Outcome =
  | { kind: 'saved'; record: StoredRecord }
  | { kind: 'refused'; problems: readonly FieldProblem[]; detail: string }
  | { kind: 'unreachable'; detail: string }

interface FormState {
  values: TypedValues
  /** Fields ticked as "none yet". */
  none: ReadonlySet<string>
  problems: Readonly<Record<string, string>>
}

export interface EntityFormState extends FormState {
  entity: Entity
  isSaving: boolean
  type: (name: string, value: Typed) => void
  tickNone: (name: string, isNone: boolean) => void
  /** Undefined when a submit is under way already. */
  submit: () => Promise<Outcome | undefined>
}

const blank = (entity: Entity): FormState => ({
  values: blankValues(entity),
  none: new Set(),
  problems: {},
})

function asLeft(entity: Entity): FormState {
  const draft = readDraft(entity.name)
  const empty = blank(entity)
  if (!draft) return empty
  const known = Object.entries(draft.values).filter(([name]) => name in empty.values)
  return { ...empty, values: { ...empty.values, ...Object.fromEntries(known) }, none: new Set(draft.none) }
}

/** The form of any entity without a word about how it looks. A custom layout uses the same. */
export function useEntityForm(entity: Entity): EntityFormState {
  const [state, setState] = useState(() => asLeft(entity))
  const [isSaving, setSaving] = useState(false)
  const saving = useRef(false)
  const sent = useRef({ body: '', key: '' })

  const { values, none } = state
  useEffect(() => {
    const isBlank = none.size === 0 && Object.values(values).every((value) => value.length === 0)
    keepDraft(entity.name, isBlank ? null : { values, none: [...none] })
  }, [entity, values, none])

  const type = useCallback(
    (name: string, typed: Typed) => {
      const { value, problem = '' } = mend(entity.fields[name]!, typed)
      setState((now) => ({
        ...now,
        values: { ...now.values, [name]: value },
        problems: { ...now.problems, [name]: problem },
      }))
    },
    [entity],
  )
  const tickNone = useCallback(
    (name: string, isNone: boolean) =>
      setState((now) => {
        const none = new Set(now.none)
        if (isNone) none.add(name)
        else none.delete(name)
        return { ...now, none, problems: { ...now.problems, [name]: '' } }
      }),
    [],
  )

  const submit = async (): Promise<Outcome | undefined> => {
    if (saving.current) return undefined
    const { values, problems } = readTyped(entity, state.values, state.none)
    if (problems.length > 0) return refuse(problems, '')
    // The same content sent again is the same request: if only the answer was lost, nothing is saved twice.
    const body = JSON.stringify(values)
    if (sent.current.body !== body) sent.current = { body, key: newIdempotencyKey() }
    saving.current = true
    setSaving(true)
    try {
      const record = await createRecord(entity, values, sent.current.key)
      sent.current = { body: '', key: '' }
      setState(blank(entity))
      return { kind: 'saved', record }
    } catch (error) {
      if (error instanceof ApiProblem) return refuse(error.errors, sentenceOf(error))
      return { kind: 'unreachable', detail: sentenceOf(error) }
    } finally {
      saving.current = false
      setSaving(false)
    }
  }

  const refuse = (problems: readonly FieldProblem[], sentence: string): Outcome => {
    const named = Object.fromEntries(problems.map(({ field, message }) => [field, message]))
    setState((now) => ({ ...now, problems: named }))
    const isShownBesideFields = problems.length > 0 && problems.every(({ field }) => entity.fields[field])
    return { kind: 'refused', problems, detail: isShownBesideFields ? '' : sentence }
  }

  return { ...state, entity, isSaving, type, tickNone, submit }
}
