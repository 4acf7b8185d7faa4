import type { ReactNode } from 'react'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { differenceTo, revertTo } from '../../api/records.ts'
import { clearOptionsCache } from '../../api/options.ts'
import type { HistoryEntry } from '../../api/records.ts'
import { Button } from '../../ui/button.tsx'
import { ChangeTable } from '../../ui/change-table.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { labelOf, nameOf } from '../shown-field.ts'
import { useQuery } from '../../ui/use-query.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'

interface RevertDialogProps {
  entity: Entity
  record: StoredRecord
  entry: HistoryEntry
  onClose: () => void
  onReverted: () => void
}

/** Shows what would change, field by field, and reverts on confirmation. */
export function RevertDialog(props: RevertDialogProps): ReactNode {
  const { entity, record, entry, onClose, onReverted } = props
  const { data, error, reload } = useQuery([entity, record, entry], (signal) =>
    differenceTo(entity, record, entry.version, signal),
  )
  const { isBusy, submit } = useSubmit({
    send: (version: number) => revertTo(entity, record, entry.version, version),
    success: () =>
      t('{name} is reverted to version {version}', { name: nameOf(entity, record), version: entry.version }),
    failure: t('Nothing was changed'),
    onSuccess: () => {
      clearOptionsCache()
      onReverted()
    },
  })
  return (
    <Dialog heading={t('Revert to version {version}', { version: entry.version })} onClose={onClose}>
      <div className="stack">
        {!data && !error && <Skeleton lines={3} />}
        {error && <LoadError error={error} onRetry={() => void reload()} />}
        {data?.changes.length === 0 && <p>{t('The record already has these values.')}</p>}
        {data && data.changes.length > 0 && (
          <>
            <p>{t('These fields change. The versions in between stay in the history.')}</p>
            <ChangeTable
              caption={t('Fields that change')}
              headings={[t('Now'), t('Then')]}
              values={data.changes.map(({ field, now, earlier }) => ({
                name: field,
                label: labelOf(entity, field),
                before: now,
                after: earlier,
              }))}
            />
          </>
        )}
        <DialogActions>
          {data && data.changes.length > 0 && (
            <Button tone="main" busy={isBusy} onClick={() => void submit(data.version)}>
              {t('Revert')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
