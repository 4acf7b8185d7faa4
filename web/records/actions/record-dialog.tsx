import type { ReactNode } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { retiredOn } from '#domain/catalogue/reading/retired.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { readRecord } from '../../api/resources.ts'
import { RetireDialog } from '../../lists/bulk/retire-dialog.tsx'
import { recordPath } from '../../masters/record-path.ts'
import { MergeDialog } from '../../rename-merge/merge-dialog.tsx'
import { RenameDialog } from '../../rename-merge/rename-dialog.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { nameOf } from '../shown-field.ts'

interface RecordDialogProps {
  entity: Entity
  record: StoredRecord
  action: 'merge' | 'rename' | 'retire'
  onClose: () => void
}

/** The dialog of an action on the record. */
export function RecordDialog({ entity, record, action, onClose }: RecordDialogProps): ReactNode {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  // A link of the form names the duplicate to merge with.
  const search = useSearchParams()
  const duplicate = search.get('merge')
  const { data: other } = useQuery(
    [entity, duplicate],
    (signal) => readRecord(entity, duplicate ?? '', signal),
    { enabled: duplicate !== null },
  )
  if (action === 'retire')
    return (
      <RetireDialog
        entity={entity}
        chosen={{ ids: [record.id], versions: { [record.id]: record.version } }}
        records={nameOf(entity, record)}
        isRetired={retiredOn(record) !== undefined}
        onClose={onClose}
      />
    )
  if (duplicate !== null && !other) return null
  const RecodeDialog = action === 'merge' ? MergeDialog : RenameDialog
  const close = (): void => {
    onClose()
    if (duplicate === null) return
    const rest = new URLSearchParams(search)
    rest.delete('merge')
    void navigate({ search: rest.toString() }, { replace: true, preventScrollReset: true })
  }
  return (
    <RecodeDialog
      entity={entity}
      record={record}
      {...(action === 'merge' && other && { other })}
      onClose={close}
      onDone={(id) => {
        if (!id) {
          close()
          void revalidate()
          return
        }
        onClose()
        // The URL may contain the old code, and after a merge the other record may be the one that remains.
        void navigate(recordPath(entity, id), { replace: true })
      }}
    />
  )
}
