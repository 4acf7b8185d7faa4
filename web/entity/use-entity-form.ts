import { useCallback, useEffect, useRef, useState } from 'react'
import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { newIdempotencyKey } from '../api/client.ts'
import { keepDraft } from '../api/drafts.ts'
import { forgetOptions, type Option } from '../api/options.ts'
import { createRecord, updateRecord } from '../api/resources.ts'
import { useIsTakingOver } from '../ui/use-is-taking-over.ts'
import { choose } from './cascade.ts'
import {
  asLeft,
  draftNameOf,
  isUntouched,
  startAfter,
  startOf,
  type Existing,
  type FormSetting,
  type FormState,
} from './form-state.ts'
import type { Typed } from './typed.ts'
import { mend, readTyped } from './typed-values.ts'

export type Outcome =
  | { kind: 'saved'; record: StoredRecord }
  | { kind: 'refused'; problems: readonly FieldProblem[]; detail: string }
  | { kind: 'unreachable'; detail: string }

export interface EntityFormState extends FormState {
  entity: Entity
  isSaving: boolean
  isTouched: boolean
  type: (name: string, value: Typed, options?: readonly Option[]) => void
  tickNone: (name: string, isNone: boolean) => void
  /** Undefined when a submit is under way already. */
  submit: () => Promise<Outcome | undefined>
  /** Back to how the form was at first; what it gives back undoes that. */
  clear: () => () => void
  /** Goes on from another state, such as the one agreed on after a conflict. */
  goOnFrom: (state: FormState) => void
}

/** The form of any entity without a word about how it looks. A custom layout uses the same. */
export function useEntityForm(entity: Entity, setting: FormSetting = {}): EntityFormState {
  const draftName = draftNameOf(entity, setting)
  const isTakingOver = useIsTakingOver()
  const [isRestored, setRestored] = useState(!isTakingOver)
  const [state, setState] = useState(() => (isTakingOver ? startOf : asLeft)(entity, setting))
  // A page that was drawn for anybody is taken over as it was drawn; only then does the own draft come in.
  if (!isRestored && !isTakingOver) {
    setRestored(true)
    setState((now) => startAfter(asLeft(entity, setting), startOf(entity, setting), now))
  }
  const [isSaving, setSaving] = useState(false)
  const saving = useRef(false)
  const sent = useRef({ body: '', key: '' })

  const { values, none, base } = state
  const isTouched = !isUntouched(entity, state, setting.given)
  useEffect(() => {
    if (isRestored)
      keepDraft(draftName, isTouched ? { values, none: [...none], ...(base && { base }) } : null)
  }, [draftName, values, none, base, isTouched, isRestored])

  const type = useCallback(
    (name: string, typed: Typed, options?: readonly Option[]) =>
      setState((now) => {
        const field = entity.fields[name]!
        if (!field.reference) {
          const { value, problem = '' } = mend(field, typed)
          return {
            ...now,
            values: { ...now.values, [name]: value },
            problems: { ...now.problems, [name]: problem },
          }
        }
        const chosen = choose(entity, now, name, typed, options)
        const changed = Object.keys(chosen.values).filter((each) => chosen.values[each] !== now.values[each])
        const settled = Object.fromEntries([name, ...changed].map((each) => [each, '']))
        return { ...now, ...chosen, problems: { ...now.problems, ...settled } }
      }),
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
  const clear = useCallback(() => {
    const before = state
    const [record = null] = [state.base, setting.record ?? null].toSorted(newestFirst)
    setState(startOf(entity, { record }))
    return () => setState(before)
  }, [entity, state, setting.record])
  const save = async (values: RecordValues): Promise<StoredRecord> => {
    if (state.base) return updateRecord(entity, state.base, changesIn(values, state.base))
    // The same content sent again is the same request: if only the answer was lost, nothing is saved twice.
    const body = JSON.stringify(values)
    if (sent.current.body !== body) sent.current = { body, key: newIdempotencyKey() }
    return createRecord(entity, values, sent.current.key)
  }
  const submit = async (): Promise<Outcome | undefined> => {
    if (saving.current) return undefined
    const { values, problems } = readTyped(entity, state.values, state.none)
    if (problems.length > 0) return refuse(problems, '')
    saving.current = true
    setSaving(true)
    try {
      const record = await save(values)
      sent.current = { body: '', key: '' }
      forgetOptions()
      keepDraft(draftName, null)
      const next = startOf(entity, state.base ? { record } : {})
      setState((now) => startAfter(next, state, now))
      return { kind: 'saved', record }
    } catch (error) {
      if (!(error instanceof ApiProblem)) return { kind: 'unreachable', detail: sentenceOf(error) }
      return refuse(error.errors, sentenceOf(error), error.document)
    } finally {
      saving.current = false
      setSaving(false)
    }
  }

  const refuse = (
    problems: readonly FieldProblem[],
    sentence: string,
    document: Readonly<Record<string, unknown>> = {},
  ): Outcome => {
    const named = Object.fromEntries(problems.map(({ field, message }) => [field, message]))
    const existing = (document['existing'] as Existing | undefined) ?? null
    const current = (document['current'] as StoredRecord | undefined) ?? null
    setState((now) => ({ ...now, problems: named, existing, current }))
    const isShownBesideFields = problems.length > 0 && problems.every(({ field }) => entity.fields[field])
    return { kind: 'refused', problems, detail: isShownBesideFields ? '' : sentence }
  }

  return { ...state, entity, isSaving, isTouched, type, tickNone, submit, clear, goOnFrom: setState }
}

const newestFirst = (one: StoredRecord | null, other: StoredRecord | null): number =>
  (other?.version ?? 0) - (one?.version ?? 0)

/** Only what was changed is sent, so that a field nobody touched cannot stand in the way. */
function changesIn(values: RecordValues, base: StoredRecord): RecordValues {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name] ?? null),
  )
  return Object.fromEntries(changed)
}
