import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { isStoredRecord } from '#domain/catalogue/values.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { attemptOfDraft } from '../../api/drafts/drafts.ts'
import { createRecord, updateRecord } from '../../api/drafts/save-record.ts'
import { renewKey, SavedBefore, submitOnce } from '../../api/drafts/submit-once.ts'
import { messagesOf } from '#domain/contract/messages.ts'
import { t } from '#domain/messages/t.ts'
import { notify } from '../../ui/notices.tsx'

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

/** `expectedCode` is the generated code that the form showed. */
export function reportSaved(entity: Entity, record: StoredRecord, expectedCode: string | undefined): void {
  const name = savedName(entity, record)
  const codeName = Object.keys(entity.fields).find((name) => entity.fields[name]!.series)
  const isOther = codeName && expectedCode !== undefined && record[codeName] !== expectedCode
  const detail = isOther
    ? t('{name} is saved: another record got {expectedCode} meanwhile', { name, expectedCode })
    : t('{name} is saved', { name })
  notify({ tone: 'good', text: t(messagesOf(entity.name).saved), detail })
}

/** An earlier attempt saved the record. */
export function reportSavedBefore(entity: Entity, record: StoredRecord, canResend: boolean): void {
  const text = t('{name} is saved already', { name: savedName(entity, record) })
  const detail = canResend
    ? t(
        'Your first attempt was saved. Later changes are not saved yet. Submit again to save it as a new record.',
      )
    : t('Your first attempt was saved. Later changes are not saved yet.')
  notify({ tone: 'bad', text, detail, crossesPages: true })
}

const savedName = (entity: Entity, record: StoredRecord): string =>
  entity.key.length > 0 ? nameRecord(entity, record) : t(entity.singular)
