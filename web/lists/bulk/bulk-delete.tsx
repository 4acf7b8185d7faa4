import { useEffect, useEffectEvent, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { countText, recordWords } from '../count-text.ts'
import { DryRunReport } from './dry-run.tsx'
import { useBulk } from './use-bulk.ts'
import type { ListSelection } from './use-list-selection.ts'
import { t } from '#domain/messages/t.ts'

interface BulkDialogProps {
  entity: Entity
  selection: ListSelection
  onClose: () => void
}

export function BulkDelete({ entity, selection, onClose }: BulkDialogProps): ReactNode {
  const { count, only } = selection
  const records = only ?? countText(entity, count)
  const bulk = useBulk(entity)
  const { preview, problem, isBusy } = bulk
  const runDryRun = useEffectEvent(() => void bulk.check({ action: 'delete', ...selection.chosen }))
  useEffect(() => runDryRun(), [])
  const run = async (): Promise<void> => {
    const isDone = await bulk.apply(({ changed }) =>
      t('{count, plural, one {# {singular} is deleted} other {# {plural} are deleted}}', {
        count: changed,
        ...recordWords(entity),
      }),
    )
    if (!isDone) return
    selection.clear()
    onClose()
  }
  return (
    <Dialog heading={t('Delete {records}?', { records })} onClose={onClose}>
      {isBusy && !preview && <p aria-busy="true">{t('Checking…')}</p>}
      {preview && (
        <>
          <DryRunReport entity={entity} report={preview.report} action="delete" />
          {preview.report.changed > 0 && (
            <p className="field-hint">{t('Deleted records go to the bin. You can undo this in one step.')}</p>
          )}
        </>
      )}
      <DialogActions error={problem && `${problem}.`}>
        {preview && preview.report.changed > 0 && (
          <Button tone="danger" busy={isBusy} onClick={() => void run()}>
            {isBusy ? t('Deleting…') : t('Delete {count, number}', { count: preview.report.changed })}
          </Button>
        )}
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}
