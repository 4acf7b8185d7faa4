import { useEffect, useEffectEvent, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { wordFor } from '../../masters/label-in-sentence.ts'
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
  const heading = only ?? `${count.toLocaleString('en-IN')} ${wordFor(entity, count)}`
  const bulk = useBulk(entity)
  const { preview, problem, isBusy } = bulk
  const runDryRun = useEffectEvent(() => void bulk.check({ action: 'delete', ...selection.chosen }))
  useEffect(() => runDryRun(), [])
  const run = async (): Promise<void> => {
    const isDone = await bulk.apply(
      ({ changed }) =>
        `${changed.toLocaleString('en-IN')} ${wordFor(entity, changed)} ${changed === 1 ? 'is' : 'are'} deleted`,
    )
    if (!isDone) return
    selection.clear()
    onClose()
  }
  return (
    <Dialog heading={t('Delete {heading}?', { heading })} onClose={onClose}>
      {isBusy && !preview && <p aria-busy="true">{t('Checking…')}</p>}
      {preview && (
        <>
          <DryRunReport entity={entity} report={preview.report} verb="will be deleted" />
          {preview.report.changed > 0 && (
            <p className="field-hint">{t('Deleted records go to the bin. You can undo this in one step.')}</p>
          )}
        </>
      )}
      <DialogActions error={problem && `${problem}.`}>
        {preview && preview.report.changed > 0 && (
          <Button tone="danger" busy={isBusy} onClick={() => void run()}>
            {isBusy ? t('Deleting…') : `Delete ${preview.report.changed.toLocaleString('en-IN')}`}
          </Button>
        )}
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}
