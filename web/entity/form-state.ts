import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { readDraft } from '../api/drafts.ts'
import type { Choices } from './cascade.ts'
import { blankValues, noneOf, typedValues } from './typed-values.ts'
import type { Typed } from './typed.ts'

/** Another record that has what was typed, so that this one cannot. */
export interface Existing {
  id: string
  name: string
}

export interface FormSetting {
  /** The record to change; without one, the form makes a new one. */
  record?: StoredRecord | null
  /** What a new record begins with. */
  given?: Readonly<Record<string, Typed>>
  /** Set when the form stands within another, so that the two keep their drafts apart. */
  within?: string
}

/** What a form holds. */
export interface FormState extends Choices {
  /** Fields ticked as "none yet". */
  none: ReadonlySet<string>
  problems: Readonly<Record<string, string>>
  existing: Existing | null
  /** The record that is being changed, as it was read. */
  base: StoredRecord | null
  /** The same record as somebody else left it meanwhile. */
  current: StoredRecord | null
}

export const draftNameOf = (entity: Entity, { record, within }: FormSetting): string =>
  [entity.name, record?.id, within && `within ${within}`].filter(Boolean).join(' ')

export function startOf(entity: Entity, { record = null, given = {} }: FormSetting): FormState {
  return {
    values: record ? typedValues(entity, record) : { ...blankValues(entity), ...given },
    chosen: {},
    none: new Set(record ? noneOf(entity, record) : []),
    problems: {},
    existing: null,
    base: record,
    current: null,
  }
}

/** As the form was left, when it was left before it was saved. */
export function asLeft(entity: Entity, setting: FormSetting): FormState {
  const draft = readDraft(draftNameOf(entity, setting))
  const start = startOf(entity, setting)
  if (!draft) return start
  const known = Object.entries(draft.values).filter(([name]) => name in start.values)
  // With the version it was made from: if the record has changed since, the server says so.
  const base = start.base && { ...start.base, version: draft.version ?? start.base.version }
  return {
    ...start,
    base,
    values: { ...start.values, ...Object.fromEntries(known) },
    none: new Set(draft.none),
  }
}

export function isUntouched(entity: Entity, { values, none, base }: FormState): boolean {
  const start = startOf(entity, { record: base })
  const isSame = Object.entries(values).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(start.values[name]),
  )
  return isSame && none.size === start.none.size && [...none].every((name) => start.none.has(name))
}
