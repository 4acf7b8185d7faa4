import { referencesOf } from '#domain/catalogue/catalogue.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { discardDraft, keepDraft, readDraft } from '../api/drafts.ts'
import { draftNameOf } from '../entity/form-state.ts'
import { blankValues, noneOf, typedValues } from '../entity/typed-values.ts'

/** Whether its form holds a new record that is not saved yet. */
export const hasUnsaved = (entity: Entity): boolean => readDraft(draftNameOf(entity, {})) !== undefined

/** Leaves a copy in the form of a new record. What tells one record from another is blank, unless it is a reference. */
export function copyAsNew(entity: Entity, record: StoredRecord): void {
  const references = new Set(referencesOf(entity).map(({ name }) => name))
  const telling = [...entity.key, ...entity.unique.flat()].filter((name) => !references.has(name))
  const blank = blankValues(entity)
  const kept = Object.entries(typedValues(entity, record)).filter(([name]) => !telling.includes(name))
  discardDraft(draftNameOf(entity, {}))
  keepDraft(draftNameOf(entity, {}), {
    values: { ...blank, ...Object.fromEntries(kept) },
    none: noneOf(entity, record),
  })
}
