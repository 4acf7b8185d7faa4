import type { ReactNode } from 'react'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { historyOf, type HistoryEntry } from '../api/records.ts'
import './history.css'
import { Dialog } from '../ui/dialog.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { momentAt } from '../ui/moment.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useQuery } from '../ui/use-query.ts'
import { recordPath } from './record-path.ts'
import { Link } from '../ui/link.tsx'
import { RichText, strong } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

interface HistoryDialogProps {
  entity: Entity
  record: StoredRecord
  onClose: () => void
}

/** The changes of a record, newest first. */
export function HistoryDialog({ entity, record, onClose }: HistoryDialogProps): ReactNode {
  const {
    data: entries,
    error,
    reload,
  } = useQuery([entity, record], (signal) => historyOf(entity, record, signal))
  return (
    <Dialog heading={t('History of {name}', { name: nameRecord(entity, record) })} onClose={onClose}>
      {!entries && !error && <Skeleton lines={3} />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {entries && (
        <ol className="history changed-values">
          {entries.map((entry) => (
            <li key={entry.version}>
              <p>
                <RichText
                  message="<strong>{action, select, create {created} update {changed} delete {deleted} other {restored}}</strong> by {name}, <moment></moment>"
                  values={{ action: entry.action, name: entry.by }}
                  tags={{ strong, moment: momentAt(entry.at) }}
                />
              </p>
              <Changes entity={entity} entry={entry} />
            </li>
          ))}
        </ol>
      )}
      <p className="history-link">
        <Link to={recordPath(entity, record.id, 'history')}>{t('Open the record to revert a change')}</Link>
      </p>
    </Dialog>
  )
}

function Changes({ entity, entry }: { entity: Entity; entry: HistoryEntry }): ReactNode {
  const { before, after } = entry
  if (!before || !after) return null
  const changed = Object.keys(entity.fields).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  return (
    <ul>
      {changed.map((name) => {
        const { label, show } = entity.fields[name]!
        return (
          <li key={name}>
            {t(label)}: <del>{show(before[name] ?? null) || t('none')}</del>{' '}
            <ins>{show(after[name] ?? null) || t('none')}</ins>
          </li>
        )
      })}
    </ul>
  )
}
