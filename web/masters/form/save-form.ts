import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { isStoredRecord } from '#domain/catalogue/values.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { attemptOfDraft } from '../../api/drafts/drafts.ts'
import { createRecord, updateRecord } from '../../api/resources.ts'
import { renewKey, SavedBefore, submitOnce } from '../../api/drafts/submit-once.ts'

export { readTyped } from './read-typed.ts'

interface FormToSave {
  entity: Entity
  /** The record being edited; null for a new one. */
  base: StoredRecord | null
  values: RecordValues
  draftName: string
}

type Saved =
  | { isBefore: false; record: StoredRecord }
  /** An earlier attempt saved the new record, but its answer was lost. */
  | { isBefore: true; record: StoredRecord; startNewSave: () => void }

export async function saveForm({ entity, base, values, draftName }: FormToSave): Promise<Saved> {
  const attempt = attemptOfDraft(draftName)
  const save = (): Promise<StoredRecord> =>
    base
      ? updateRecord(entity, base, changedFields(values, base))
      : submitOnce({
          attempt,
          typed: values,
          body: () => values,
          send: (body, key) => createRecord(entity, body, key),
        })
  try {
    return { isBefore: false, record: await save() }
  } catch (error) {
    if (error instanceof SavedBefore)
      return { isBefore: true, record: error.saved, startNewSave: () => renewKey(attempt) }
    return { isBefore: false, record: recordIfSaved(error, values, base) }
  }
}

/** A repeated update after a lost answer is rejected as stale; if the record has the values, it was saved. */
function recordIfSaved(error: unknown, values: RecordValues, base: StoredRecord | null): StoredRecord {
  const current = error instanceof ApiProblem && error.status === 409 ? error.document.current : undefined
  if (base && isStoredRecord(current) && Object.keys(changedFields(values, current)).length === 0)
    return current
  throw error
}

/** Sends only changed fields, so that an untouched invalid field does not prevent saving. */
function changedFields(values: RecordValues, base: StoredRecord): RecordValues {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name] ?? null),
  )
  return Object.fromEntries(changed)
}
