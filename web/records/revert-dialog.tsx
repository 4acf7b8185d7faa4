import { useCallback, useState, type ReactNode } from 'react'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { differenceTo, revertTo } from '../api/records.ts'
import { forgetOptions } from '../api/options.ts'
import type { HistoryEntry } from '../api/records.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { labelOf, nameOf } from './shown-field.ts'
import { useAnswer } from '../entity/use-answer.ts'

interface RevertDialogProps {
  entity: Entity
  record: StoredRecord
  entry: HistoryEntry
  onClose: () => void
  onReverted: () => void
}

/** What would change, field by field, before it is done. */
export function RevertDialog(props: RevertDialogProps): ReactNode {
  const { entity, record, entry, onClose, onReverted } = props
  const ask = useCallback(() => differenceTo(entity, record, entry.version), [entity, record, entry])
  const { answer, problem } = useAnswer(ask)
  const [isBusy, setBusy] = useState(false)
  const revert = async (version: number): Promise<void> => {
    setBusy(true)
    try {
      await revertTo(entity, record, entry.version, version)
      forgetOptions()
      onReverted()
      notify({ tone: 'good', text: `${nameOf(entity, record)} is as it was in version ${entry.version}` })
    } catch (error) {
      notify({ tone: 'bad', text: 'Nothing was changed', detail: sentenceOf(error) })
      setBusy(false)
    }
  }
  return (
    <Dialog heading={`Revert to version ${entry.version}`} onClose={onClose}>
      <div className="stack">
        {!answer && !problem && <Skeleton lines={3} />}
        {problem && <p className="field-problem">{problem}</p>}
        {answer?.changes.length === 0 && <p>The record is already as it was then.</p>}
        {answer && answer.changes.length > 0 && (
          <>
            <p>This is what changes. The versions in between stay in the history.</p>
            <table className="record-change">
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Now</th>
                  <th scope="col">Then</th>
                </tr>
              </thead>
              <tbody>
                {answer.changes.map(({ field, now, earlier }) => (
                  <tr key={field}>
                    <th scope="row">{labelOf(entity, field)}</th>
                    <td>
                      <del>{now || 'none'}</del>
                    </td>
                    <td>
                      <ins>{earlier || 'none'}</ins>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
        <div className="form-actions">
          {answer && answer.changes.length > 0 && (
            <Button tone="main" busy={isBusy} onClick={() => void revert(answer.version)}>
              Revert
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  )
}
