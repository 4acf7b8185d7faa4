import { referencesOf, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { discardDraft, saveDraft, readDraft } from '../../api/drafts/drafts.ts'
import { draftNameOf } from '../../masters/form/form-state.ts'
import { blankValues, noneOf, typedValues } from '../../masters/form/typed-values.ts'

// What the actions on a record open and do, in one file.
export { RecordDialog } from './record-dialog.tsx'
export { ReplaceDialog } from './replace-dialog.tsx'

/** Whether the form has a draft of a new record. */
export const hasUnsaved = (entity: Entity): boolean => readDraft(draftNameOf(entity, {})) !== undefined

/** Saves a copy as the draft of a new record. Key and unique fields are blank, unless they are references. */
export function copyAsNew(entity: Entity, record: StoredRecord): void {
  const references = new Set(referencesOf(entity).map(({ name }) => name))
  const identifying = [...entity.key, ...entity.unique.flat()].filter((name) => !references.has(name))
  const blank = blankValues(entity)
  const copied = Object.entries(typedValues(entity, record)).filter(([name]) => !identifying.includes(name))
  discardDraft(draftNameOf(entity, {}))
  saveDraft(draftNameOf(entity, {}), {
    values: { ...blank, ...Object.fromEntries(copied) },
    none: noneOf(entity, record),
  })
}
