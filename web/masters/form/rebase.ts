import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { isSame, initialState, type FormState } from './form-state.ts'

/** The fields that the user has changed since the record was loaded. */
export function touchedFields(entity: Entity, { values, none, base }: FormState): ReadonlySet<string> {
  const start = initialState(entity, { record: base })
  const names = Object.keys(values).filter(
    (name) => !isSame(values[name], start.values[name]) || none.has(name) !== start.none.has(name),
  )
  return new Set(names)
}

/** Applies the user's changes to the current record, except for the fields in which the current value is chosen. */
export function rebase(
  entity: Entity,
  state: FormState,
  current: StoredRecord,
  theirFields: ReadonlySet<string> = new Set(),
): FormState {
  const touched = new Set([...touchedFields(entity, state)].filter((name) => !theirFields.has(name)))
  const theirs = initialState(entity, { record: current })
  const mine = Object.entries(state.values).filter(([name]) => touched.has(name))
  const none = Object.keys(theirs.values).filter((name) =>
    (touched.has(name) ? state : theirs).none.has(name),
  )
  return { ...theirs, values: { ...theirs.values, ...Object.fromEntries(mine) }, none: new Set(none) }
}
