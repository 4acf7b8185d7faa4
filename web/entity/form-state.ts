import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { readDraft, readSitting } from '../api/drafts.ts'
import type { Choices } from './cascade.ts'
import { blankValues, noneOf, typedValues } from './typed-values.ts'
import type { Typed, TypedValues } from './typed.ts'

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

export const pinsNameOf = (entity: Entity): string => `${entity.name} pins`

/** What stays in the form from one record to the next, because somebody pinned it. */
export const pinnedIn = (entity: Entity): TypedValues => readSitting(pinsNameOf(entity))

export function startOf(entity: Entity, { record = null, given = {} }: FormSetting): FormState {
  return {
    values: record ? typedValues(entity, record) : { ...blankValues(entity), ...pinnedIn(entity), ...given },
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
  return {
    ...start,
    // With the record it was made from: if that has changed since, the server says so.
    base: start.base && (draft.base ?? start.base),
    // What is asked for now is not what was asked for then.
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
  const start = startOf(entity, { record: base, ...(given && { given }) })
  const isAsItWas = Object.entries(values).every(([name, value]) => isSame(value, start.values[name]))
  return isAsItWas && isSame([...none].toSorted(), [...start.none].toSorted())
}

/** What was typed since then stays; all else becomes what the next start holds. */
export function startAfter(next: FormState, sent: FormState, now: FormState): FormState {
  const typed = Object.entries(now.values).filter(([name, value]) => !isSame(value, sent.values[name]))
  return { ...next, values: { ...next.values, ...Object.fromEntries(typed) } }
}
