import { useState, type ReactNode } from 'react'
import type { BatchChange, UndoReport } from '#domain/api/changes/batches.ts'
import { readBatch } from './batches-api.ts'
import { recordPath } from '../masters/record-path.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { useQuery } from '../ui/use-query.ts'
import { reasonAfterName } from './undo-batch.ts'
import { Link } from '../ui/link.tsx'
import { RichText } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'
import './left-list.css'

interface LoadedChanges {
  changes: readonly BatchChange[]
  next: string | null
}

/** The records of a batch, page by page. */
export function ChangedRecords({ id }: { id: string }): ReactNode {
  const [after, setAfter] = useState<string>()
  const query = useQuery<LoadedChanges>(
    [id, after],
    async (signal, before) => {
      const { changes, next } = await readBatch(id, after, signal)
      return { changes: [...(before?.changes ?? []), ...changes], next }
    },
    { keepsDataOnError: true },
  )
  const { data: found = { changes: [], next: null }, error, isLoading, reload } = query
  return (
    <>
      <ul className="left-list">
        {found.changes.map((change, at) => (
          <li key={at}>
            <RichText
              message="<record>{name}</record> {action, select, create {created} update {changed} delete {deleted} other {restored}}"
              values={{ name: change.name, action: change.action }}
              tags={{ record: (text) => (change.action === 'delete' ? text : <RecordLink {...change} />) }}
            />
          </li>
        ))}
      </ul>
      {isLoading && <p aria-busy="true">{t('Loading…')}</p>}
      {error && (
        <LoadError
          error={t('Could not load the records. {error}', { error })}
          onRetry={() => void reload()}
        />
      )}
      {!isLoading && !error && found.next && (
        <Button tone="quiet" onClick={() => setAfter(found.next!)}>
          {t('More')}
        </Button>
      )}
    </>
  )
}

const RecordLink = ({ path, id, name }: Pick<BatchChange, 'path' | 'id' | 'name'>): ReactNode => (
  <Link to={recordPath({ path }, id, 'history')}>{name}</Link>
)

/** The records that an undo skipped, each with its reason. */
export function SkippedRecords({ report, onClose }: { report: UndoReport; onClose: () => void }): ReactNode {
  const { undone, left, leftCount } = report
  return (
    <Dialog heading={t('Not undone')} onClose={onClose}>
      <div className="stack">
        <p>{t('{undone, number} undone, {skipped, number} skipped:', { undone, skipped: leftCount })}</p>
        <ul className="left-list">
          {left.map((each) => (
            <li key={each.id}>
              <RecordLink {...each} />
              {reasonAfterName(each.name, each.because)}
            </li>
          ))}
          {leftCount > left.length && (
            <li>{t('and {count, number} more', { count: leftCount - left.length })}</li>
          )}
        </ul>
      </div>
    </Dialog>
  )
}
