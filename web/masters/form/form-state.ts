import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { readDraft, readTabValues } from '../../api/drafts/drafts.ts'
import type { Choices } from './cascade.ts'
import { blankValues, noneOf, typedValues } from './typed-values.ts'
import type { Typed, TypedValues } from './typed.ts'

/** The record that already has the typed unique value. */
export interface Existing {
  id: string
  name: string
}

export interface FormSetting {
  /** The record to edit; without one, the form creates a new one. */
  record?: StoredRecord | null
  /** Initial values of a new record. */
  given?: Readonly<Record<string, Typed>>
  /** The surrounding form of a nested one, so that their drafts are kept apart. */
  within?: string
}

/** The state of a form. */
export interface FormState extends Choices {
  /** Fields marked "none yet". */
  none: ReadonlySet<string>
  problems: Readonly<Record<string, string>>
  existing: Existing | null
  /** The record being edited, as it was loaded. */
  base: StoredRecord | null
  /** The same record after a concurrent change. */
  current: StoredRecord | null
}

export const draftNameOf = (entity: Entity, { record, within }: FormSetting): string =>
  [entity.name, record?.id, ...(within ? ['within', within] : [])].filter(Boolean).join(' ')

export const pinsNameOf = (entity: Entity): string => [entity.name, 'pins'].join(' ')

/** The pinned values, which stay in the form for the next record. */
export const pinnedValues = (entity: Entity): TypedValues => readTabValues(pinsNameOf(entity))

export function initialState(entity: Entity, { record = null, given = {} }: FormSetting): FormState {
  return {
    values: record
      ? typedValues(entity, record)
      : { ...blankValues(entity), ...pinnedValues(entity), ...given },
    chosen: {},
    none: new Set(record ? noneOf(entity, record) : []),
    problems: {},
    existing: null,
    base: record,
    current: null,
  }
}

/** The initial state with the unsaved draft, if there is one. */
export function stateFromDraft(entity: Entity, setting: FormSetting): FormState {
  const draft = readDraft(draftNameOf(entity, setting))
  const start = initialState(entity, setting)
  if (!draft) return start
  const known = Object.entries(draft.values).filter(([name]) => name in start.values)
  return {
    ...start,
    // The record of the draft, so that the server detects a concurrent change.
    base: start.base && (draft.base ?? start.base),
    // The given values take precedence over those of the draft.
    values: { ...start.values, ...Object.fromEntries(known), ...setting.given },
    none: new Set(draft.none),
  }
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export function isUntouched(
  entity: Entity,
  { values, none, base }: FormState,
  given?: FormSetting['given'],
): boolean {
  const start = initialState(entity, { record: base, ...(given && { given }) })
  const hasInitialValues = Object.entries(values).every(([name, value]) => isSame(value, start.values[name]))
  return hasInitialValues && isSame([...none].toSorted(), [...start.none].toSorted())
}

/** The next initial state, with the values typed since the form was sent. */
export function nextState(next: FormState, sent: FormState, now: FormState): FormState {
  const typed = Object.entries(now.values).filter(([name, value]) => !isSame(value, sent.values[name]))
  return { ...next, values: { ...next.values, ...Object.fromEntries(typed) } }
}
