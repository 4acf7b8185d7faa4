import { useCallback, useEffect, useRef, useState } from 'react'
import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { discardDraft, keepDraft } from '../api/drafts.ts'
import { forgetOptions, type Option } from '../api/options.ts'
import { createRecord, updateRecord } from '../api/resources.ts'
import { attemptOfDraft, renewKey, SavedBefore, submitOnce } from '../api/submit-once.ts'
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
  /** A new record was saved by an earlier attempt whose answer was lost; what was changed since is not saved. */
  | { kind: 'savedBefore'; record: StoredRecord; takeChanges: () => void; sendAnother: () => void }
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
    const attempt = attemptOfDraft(draftName)
    const made = attempt.read()
    discardDraft(draftName)
    const [record = null] = [state.base, setting.record ?? null].toSorted(newestFirst)
    setState(startOf(entity, { record }))
    return () => {
      setState(before)
      if (made) attempt.write(made)
    }
  }, [entity, state, setting.record, draftName])
  const save = async (values: RecordValues): Promise<StoredRecord> => {
    if (state.base) return updateRecord(entity, state.base, changesIn(values, state.base))
    return submitOnce({
      attempt: attemptOfDraft(draftName),
      typed: values,
      body: () => values,
      send: (body, key) => createRecord(entity, body, key),
    })
  }
  /** The saved record with what was typed since, in the form that changes it. */
  const takeChanges = (record: StoredRecord): void => {
    discardDraft(draftName)
    keepDraft(draftNameOf(entity, { record }), { values: state.values, none: [...state.none], base: record })
    setState(startOf(entity, {}))
  }
  const submit = async (): Promise<Outcome | undefined> => {
    if (saving.current) return undefined
    const { values, problems } = readTyped(entity, state.values, state.none)
    if (problems.length > 0) return refuse(problems, '')
    saving.current = true
    setSaving(true)
    try {
      const record = await save(values).catch((error: unknown) => savedAlready(error, values, state.base))
      forgetOptions()
      keepDraft(draftName, null)
      const next = startOf(entity, state.base ? { record } : {})
      setState((now) => startAfter(next, state, now))
      return { kind: 'saved', record }
    } catch (error) {
      if (error instanceof SavedBefore) {
        const record = error.saved as StoredRecord
        return {
          kind: 'savedBefore',
          record,
          takeChanges: () => takeChanges(record),
          sendAnother: () => renewKey(attemptOfDraft(draftName)),
        }
      }
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

/** A change whose answer was lost is refused as stale; where the record holds it already, it was saved. */
function savedAlready(error: unknown, values: RecordValues, base: StoredRecord | null): StoredRecord {
  const current = error instanceof ApiProblem && error.status === 409 ? error.document['current'] : undefined
  const stored = current as StoredRecord | undefined
  if (base && stored && Object.keys(changesIn(values, stored)).length === 0) return stored
  throw error
}

/** Only what was changed is sent, so that a field nobody touched cannot stand in the way. */
function changesIn(values: RecordValues, base: StoredRecord): RecordValues {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name] ?? null),
  )
  return Object.fromEntries(changed)
}
