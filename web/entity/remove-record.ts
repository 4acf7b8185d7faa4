import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { deleteRecord, restoreRecord } from '../api/records.ts'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'

/** Deleted by somebody else, or by an answer that was lost: it is as it was wanted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiProblem) || error.status !== 404) throw error
}

interface Manner {
  mayRestore: boolean
  /** Shows the list as it is afterwards. */
  refresh: () => Promise<void>
}

/** Deletes a record and says so, with a way back; where something uses it, gives what that is. */
export async function removeRecord(
  entity: Entity,
  record: StoredRecord,
  { mayRestore, refresh }: Manner,
): Promise<readonly unknown[] | undefined> {
  const name = nameRecord(entity, record)
  const restore = async (): Promise<void> => {
    try {
      const back = await restoreRecord(entity, record)
      notify({ tone: 'good', text: `${nameRecord(entity, back)} is back` })
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
    }
    await refresh()
    focusNoticeIfLost()
  }
  let usedBy: unknown
  try {
    await deleteRecord(entity, record).catch(unlessGone)
    const action = { label: 'Undo', run: () => void restore() }
    notify({ tone: 'good', text: `${name} is deleted`, ...(mayRestore && { action }) })
  } catch (error) {
    usedBy = error instanceof ApiProblem ? error.document['usedBy'] : undefined
    if (!Array.isArray(usedBy))
      notify({ tone: 'bad', text: `${name} is not deleted`, detail: sentenceOf(error) })
  }
  await refresh()
  focusNoticeIfLost()
  return Array.isArray(usedBy) ? usedBy : undefined
}
