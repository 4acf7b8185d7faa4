import { useCallback, useEffect, useRef, useState } from 'react'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { isStoredRecord } from '#domain/catalogue/values.ts'
import { ApiProblem, sentenceOf, type ProblemDocument } from '../../api/api-problem.ts'
import { attemptOfDraft, discardDraft, saveDraft } from '../../api/drafts/drafts.ts'
import { clearOptionsCache, type Option } from '../../api/options.ts'
import { loadCode } from '../../ui/load-code.ts'
import { useIsHydrating } from '../../ui/use-is-hydrating.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { choose } from './cascade.ts'
import {
  stateFromDraft,
  draftNameOf,
  isUntouched,
  nextState,
  initialState,
  type Existing,
  type FormSetting,
  type FormState,
} from './form-state.ts'
import type * as SaveForm from './save-form.ts'
import type { Typed } from './typed.ts'
import { limitTyped } from './typed-values.ts'

export type Outcome =
  | { kind: 'saved'; record: StoredRecord; report: (expectedCode: string | undefined) => void }
  /** An earlier attempt saved the new record, but its answer was lost; later changes are not saved. */
  | {
      kind: 'savedBefore'
      record: StoredRecord
      report: (canResend: boolean) => void
      moveChanges: () => void
      startNewSave: () => void
    }
  | { kind: 'refused'; problems: readonly FieldProblem[]; detail: string }
  | { kind: 'unreachable'; detail: string }

export interface EntityFormState extends FormState {
  entity: Entity
  isSaving: boolean
  isTouched: boolean
  type: (name: string, value: Typed, options?: readonly Option[]) => void
  tickNone: (name: string, isNone: boolean) => void
  /** Must be called when a field is left: shows what is wrong with it, by the rules of saving. */
  check: (name: string) => void
  /** Returns undefined while another submit is pending. */
  submit: () => Promise<Outcome | undefined>
  /** Resets the form; the returned function undoes that. */
  clear: () => () => void
  /** Replaces the state, such as after a resolved conflict. */
  replaceState: (state: FormState) => void
}

/** Validating and saving, which the first view does not need: loaded when the form is shown. */
const loadSaving = (): Promise<typeof SaveForm> => loadCode(() => import('./save-form.ts'))

/** The state of any entity's form, without its layout. */
export function useEntityForm(entity: Entity, setting: FormSetting = {}): EntityFormState {
  const draftName = draftNameOf(entity, setting)
  const isHydrating = useIsHydrating()
  const [isRestored, setRestored] = useState(!isHydrating)
  const [state, setState] = useState(() => (isHydrating ? initialState : stateFromDraft)(entity, setting))
  // A pre-rendered page is hydrated without a draft; the draft is restored afterwards.
  if (!isRestored && !isHydrating) {
    setRestored(true)
    setState((now) => nextState(stateFromDraft(entity, setting), initialState(entity, setting), now))
  }
  const { isBusy: isSaving, isBusyNow, track } = useBusy()

  const { values, none, base } = state
  const isTouched = !isUntouched(entity, state, setting.given)
  useEffect(() => {
    if (isRestored)
      saveDraft(draftName, isTouched ? { values, none: [...none], ...(base && { base }) } : null)
  }, [draftName, values, none, base, isTouched, isRestored])

  useEffect(() => void loadSaving().catch(() => undefined), [])

  /** The fields that were typed in: an empty field that was only passed is no problem yet. */
  const touched = useRef(new Set<string>())
  const type = useCallback(
    (name: string, typed: Typed, options?: readonly Option[]) => {
      touched.current.add(name)
      setState((now) => {
        const field = entity.fields[name]!
        if (!field.reference) {
          const { value, problem = '' } = limitTyped(field, typed)
          return {
            ...now,
            values: { ...now.values, [name]: value },
            problems: { ...now.problems, [name]: problem },
          }
        }
        const chosen = choose(entity, now, name, typed, options)
        const changed = Object.keys(chosen.values).filter((each) => chosen.values[each] !== now.values[each])
        const clearedProblems = Object.fromEntries([name, ...changed].map((each) => [each, '']))
        return { ...now, ...chosen, problems: { ...now.problems, ...clearedProblems } }
      })
    },
    [entity],
  )
  const check = useCallback(
    (name: string) => {
      if (!touched.current.has(name)) return
      const show = ({ readTyped }: typeof SaveForm): void =>
        setState((now) => {
          const { problems } = readTyped(entity, now.values, now.none)
          const problem = problems.find(({ field }) => field === name)
          if (!problem || now.problems[name]) return now
          return { ...now, problems: { ...now.problems, [name]: problem.message } }
        })
      void loadSaving().then(show, () => undefined)
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
  const clear = useCallback(() => {
    const before = state
    const attempt = attemptOfDraft(draftName)
    const made = attempt.read()
    discardDraft(draftName)
    const [record = null] = [state.base, setting.record ?? null].toSorted(newestFirst)
    touched.current.clear()
    setState(initialState(entity, { record }))
    return () => {
      setState(before)
      if (made) attempt.write(made)
    }
  }, [entity, state, setting.record, draftName])
  /** Moves the changes made since the save to the draft of the saved record's edit form. */
  const moveChanges = (record: StoredRecord): void => {
    discardDraft(draftName)
    saveDraft(draftNameOf(entity, { record }), { values: state.values, none: [...state.none], base: record })
    setState(initialState(entity, {}))
  }
  const submit = async (): Promise<Outcome | undefined> => (isBusyNow() ? undefined : track(readAndSave))
  const readAndSave = async (): Promise<Outcome> => {
    try {
      const { readTyped, saveForm, reportSaved, reportSavedBefore } = await loadSaving()
      const { values, problems } = readTyped(entity, state.values, state.none)
      if (problems.length > 0) return reject(problems, '')
      const saved = await saveForm({ entity, base: state.base, values, draftName })
      if (saved.isBefore) {
        const { record, startNewSave } = saved
        return {
          kind: 'savedBefore',
          record,
          report: (canResend) => reportSavedBefore(entity, record, canResend),
          moveChanges: () => moveChanges(record),
          startNewSave,
        }
      }
      const { record } = saved
      clearOptionsCache()
      saveDraft(draftName, null)
      touched.current.clear()
      const next = initialState(entity, state.base ? { record } : {})
      setState((now) => nextState(next, state, now))
      return { kind: 'saved', record, report: (expectedCode) => reportSaved(entity, record, expectedCode) }
    } catch (error) {
      if (!(error instanceof ApiProblem)) return { kind: 'unreachable', detail: sentenceOf(error) }
      return reject(error.errors, sentenceOf(error), error.document)
    }
  }

  const reject = (
    problems: readonly FieldProblem[],
    summary: string,
    document: ProblemDocument = {},
  ): Outcome => {
    const named = Object.fromEntries(problems.map(({ field, message }) => [field, message]))
    const existing = (document.existing as Existing | undefined) ?? null
    const current = isStoredRecord(document.current) ? document.current : null
    setState((now) => ({ ...now, problems: named, existing, current }))
    const isShownBesideFields = problems.length > 0 && problems.every(({ field }) => entity.fields[field])
    return { kind: 'refused', problems, detail: isShownBesideFields ? '' : summary }
  }

  return {
    ...state,
    entity,
    isSaving,
    isTouched,
    type,
    tickNone,
    check,
    submit,
    clear,
    replaceState: setState,
  }
}

const newestFirst = (one: StoredRecord | null, other: StoredRecord | null): number =>
  (other?.version ?? 0) - (one?.version ?? 0)
