import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { deleteRecord, restoreRecord } from '../api/records.ts'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { t } from '#domain/messages/t.ts'

/** A 404 means that the record is already deleted, by another user or by a request whose answer was lost. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiProblem) || error.status !== 404) throw error
}

interface RemovalOptions {
  canRestore: boolean
  /** Reloads the list. */
  refresh: () => Promise<void>
}

/** Deletes a record and shows a notice with Undo; returns the references that prevent it. */
export async function removeRecord(
  entity: Entity,
  record: StoredRecord,
  { canRestore, refresh }: RemovalOptions,
): Promise<readonly unknown[] | undefined> {
  const name = nameRecord(entity, record)
  const restore = async (): Promise<void> => {
    try {
      const restored = await restoreRecord(entity, record)
      notify({ tone: 'good', text: t('{name} is restored', { name: nameRecord(entity, restored) }) })
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
    }
    await refresh()
    focusNoticeIfLost()
  }
  let usedBy: unknown
  try {
    await deleteRecord(entity, record).catch(ignoreNotFound)
    const action = { label: t('Undo'), run: () => void restore() }
    notify({ tone: 'good', text: t('{name} is deleted', { name }), ...(canRestore && { action }) })
  } catch (error) {
    usedBy = error instanceof ApiProblem ? error.document.usedBy : undefined
    if (!Array.isArray(usedBy))
      notify({ tone: 'bad', text: t('{name} is not deleted', { name }), detail: sentenceOf(error) })
  }
  await refresh()
  focusNoticeIfLost()
  return Array.isArray(usedBy) ? usedBy : undefined
}
