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
import type { Value } from '#domain/catalogue/field.ts'
import { nameCodes, type Names } from '#domain/lists/names.ts'
import { t } from '#domain/messages/t.ts'

interface HistoryDialogProps {
  entity: Entity
  record: StoredRecord
  onClose: () => void
}

/** The changes of a record, newest first. */
export function HistoryDialog({ entity, record, onClose }: HistoryDialogProps): ReactNode {
  const {
    data: changes,
    error,
    reload,
  } = useQuery([entity, record], (signal) => historyOf(entity, record, signal))
  return (
    <Dialog heading={t('History of {name}', { name: nameRecord(entity, record) })} onClose={onClose}>
      {!changes && !error && <Skeleton lines={3} />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {changes && (
        <ol className="history changed-values">
          {changes.items.map((entry) => (
            <li key={entry.version}>
              <p>
                <RichText
                  message="<strong>{action, select, create {created} update {changed} delete {deleted} other {restored}}</strong> by {name}, <moment></moment>"
                  values={{ action: entry.action, name: entry.by }}
                  tags={{ strong, moment: momentAt(entry.at) }}
                />
              </p>
              <Changes entity={entity} entry={entry} names={changes.names} />
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

interface ChangesProps {
  entity: Entity
  entry: HistoryEntry
  names: Names
}

function Changes({ entity, entry, names }: ChangesProps): ReactNode {
  const { before, after } = entry
  if (!before || !after) return null
  const changed = Object.keys(entity.fields).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  return (
    <ul>
      {changed.map((name) => {
        const { label, show } = entity.fields[name]!
        const text = (value: Value): string => nameCodes(value ?? '', names[name], show(value)) || t('none')
        return (
          <li key={name}>
            {t(label)}: <del>{text(before[name] ?? null)}</del> <ins>{text(after[name] ?? null)}</ins>
          </li>
        )
      })}
    </ul>
  )
}
