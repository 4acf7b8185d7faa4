import { useState, type ReactNode } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { clearOptionsCache } from '../api/options.ts'
import { sleep } from '../api/retry-after.ts'
import { useMay } from '../api/use-may.ts'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { loadCode } from '../ui/load-code.ts'
import { notify } from '../ui/notices.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useListLinks } from './list/list-links.ts'
import { t } from '#domain/messages/t.ts'

const InUse = deferredDialog(async () => (await import('./in-use.tsx')).InUse)

const clickDelay = 500 // milliseconds

interface Removal {
  remove: (record: StoredRecord) => void
  /** Rendered with the list: why a record could not be deleted. */
  refusal: ReactNode
}

/** Moves a record to the bin, with Undo; a record that is in use stays, and its references are shown. */
export function useRemoval(entity: Entity): Removal {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { search, withoutEdit } = useListLinks()
  const [refused, setRefused] = useState<{ record: StoredRecord; usedBy: readonly unknown[] } | null>(null)
  const may = useMay()
  const { runOnce } = useBusy()
  const refresh = async (record: StoredRecord): Promise<void> => {
    clearOptionsCache()
    // Closes the edit form of the deleted record.
    if (search.get('edit') === record.id) await navigate(withoutEdit, { preventScrollReset: true })
    else await revalidate()
  }
  const remove = async (record: StoredRecord): Promise<void> => {
    try {
      const { removeRecord } = await loadCode(() => import('./remove-record.ts'))
      const options = { canRestore: may('restore', entity.name), refresh: () => refresh(record) }
      const usedBy = await removeRecord(entity, record, options)
      if (usedBy) setRefused({ record, usedBy })
      // The rows below move up, so a second click would delete another record.
      else await sleep(clickDelay)
    } catch (error) {
      const text = t('{name} is not deleted', { name: nameRecord(entity, record) })
      notify({ tone: 'bad', text, detail: sentenceOf(error) })
    }
  }
  return {
    remove: (record) => void runOnce(() => remove(record)),
    refusal: refused && <InUse entity={entity} {...refused} onClose={() => setRefused(null)} />,
  }
}
