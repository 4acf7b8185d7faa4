import { useEffect, useEffectEvent, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { wordFor } from './list-tools.tsx'
import { Rehearsal } from './rehearsal.tsx'
import { useBulk } from './use-bulk.ts'
import type { Picks } from './use-picks.ts'

interface BulkDialogProps {
  entity: Entity
  picks: Picks
  onClose: () => void
}

export function BulkDelete({ entity, picks, onClose }: BulkDialogProps): ReactNode {
  const { count, only } = picks
  const words = only ?? `${count.toLocaleString('en-IN')} ${wordFor(entity, count)}`
  const bulk = useBulk(entity)
  const { rehearsed, problem, isBusy } = bulk
  const begin = useEffectEvent(() => void bulk.tryIt({ action: 'delete', ...picks.chosen }))
  useEffect(() => begin(), [])
  const run = async (): Promise<void> => {
    const isDone = await bulk.doIt(
      ({ changed }) =>
        `${changed.toLocaleString('en-IN')} ${wordFor(entity, changed)} ${changed === 1 ? 'is' : 'are'} deleted`,
    )
    if (!isDone) return
    picks.clear()
    onClose()
  }
  return (
    <Dialog heading={`Delete ${words}?`} onClose={onClose}>
      {isBusy && !rehearsed && <p aria-busy="true">Looking at what will happen…</p>}
      {rehearsed && (
        <>
          <Rehearsal entity={entity} report={rehearsed.report} verb="will be deleted" />
          {rehearsed.report.changed > 0 && (
            <p className="field-hint">They go to the bin, and can be brought back at once with Undo.</p>
          )}
        </>
      )}
      {problem && (
        <p className="field-problem" role="alert">
          {problem}.
        </p>
      )}
      <div className="form-actions">
        {rehearsed && rehearsed.report.changed > 0 && (
          <Button tone="main" busy={isBusy} onClick={() => void run()}>
            {isBusy ? 'Deleting…' : `Delete ${rehearsed.report.changed.toLocaleString('en-IN')}`}
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}
