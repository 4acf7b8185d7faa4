import { withImpliedFields } from '#domain/catalogue/implied-fields.ts'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { t } from '#domain/messages/t.ts'
import { sentenceOf } from '../../api/api-problem.ts'
import { updateRecord } from '../../api/drafts/save-record.ts'
import { clearOptionsCache } from '../../api/options.ts'
import { notify, type Notice } from '../../ui/notices.tsx'

const isSame = (one: Value | undefined, other: Value | undefined): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Saves one field, with those that follow from it; the version of the record protects a change made meanwhile. */
export async function saveField(
  entity: Entity,
  record: StoredRecord,
  name: string,
  value: Value,
): Promise<StoredRecord> {
  if (isSame(record[name], value)) return record
  const saved = await updateRecord(entity, record, withImpliedFields(entity, { [name]: value }))
  clearOptionsCache()
  return saved
}

/** The notice about a saved field: the old and the new value, and Undo. */
export function savedNotice(
  entity: Entity,
  name: string,
  before: StoredRecord,
  after: StoredRecord,
  refresh: () => Promise<void>,
): Omit<Notice, 'tone'> | undefined {
  if (before.version === after.version) return undefined
  const field = entity.fields[name]!
  const shown = (value: Value | undefined): string => field.show(value ?? null) || t('empty')
  return {
    text: t('{label} of {name} changed', { label: t(field.label), name: nameRecord(entity, after) }),
    detail: t('{before} → {after}', { before: shown(before[name]), after: shown(after[name]) }),
    action: { label: t('Undo'), run: () => void undo(entity, before, after, refresh) },
  }
}

async function undo(
  entity: Entity,
  before: StoredRecord,
  after: StoredRecord,
  refresh: () => Promise<void>,
): Promise<void> {
  const changed = Object.keys(entity.fields).filter((name) => !isSame(before[name], after[name]))
  const values: RecordValues = Object.fromEntries(changed.map((name) => [name, before[name] ?? null]))
  try {
    await updateRecord(entity, after, values)
    clearOptionsCache()
    notify({ tone: 'good', text: t('{name} is as it was before', { name: nameRecord(entity, before) }) })
  } catch (error) {
    notify({ tone: 'bad', text: t('Could not undo the change'), detail: sentenceOf(error) })
  }
  await refresh()
}
