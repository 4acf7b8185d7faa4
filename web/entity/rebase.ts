import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { isSame, startOf, type FormState } from './form-state.ts'

/** The fields that were changed here, over the record as it was read. */
export function touchedFields(entity: Entity, { values, none, base }: FormState): ReadonlySet<string> {
  const start = startOf(entity, { record: base })
  const names = Object.keys(values).filter(
    (name) => !isSame(values[name], start.values[name]) || none.has(name) !== start.none.has(name),
  )
  return new Set(names)
}

/** What was changed here, over the record as somebody else left it meanwhile; some fields may be taken as they left them. */
export function rebase(
  entity: Entity,
  state: FormState,
  current: StoredRecord,
  taken: ReadonlySet<string> = new Set(),
): FormState {
  const touched = new Set([...touchedFields(entity, state)].filter((name) => !taken.has(name)))
  const theirs = startOf(entity, { record: current })
  const mine = Object.entries(state.values).filter(([name]) => touched.has(name))
  const none = Object.keys(theirs.values).filter((name) =>
    (touched.has(name) ? state : theirs).none.has(name),
  )
  return { ...theirs, values: { ...theirs.values, ...Object.fromEntries(mine) }, none: new Set(none) }
}
