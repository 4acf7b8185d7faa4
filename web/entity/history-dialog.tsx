import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { historyOf, type HistoryEntry } from '../api/records.ts'
import '../styles/history.css'
import { Dialog } from '../ui/dialog.tsx'
import { Moment } from '../ui/moment.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { historyWords } from './history-words.ts'

interface HistoryDialogProps {
  entity: Entity
  record: StoredRecord
  onClose: () => void
}

/** Who did what to a record, the newest first. */
export function HistoryDialog({ entity, record, onClose }: HistoryDialogProps): ReactNode {
  const [entries, setEntries] = useState<readonly HistoryEntry[] | string>()
  useEffect(() => {
    historyOf(entity, record).then(setEntries, (error: unknown) => setEntries(sentenceOf(error)))
  }, [entity, record])
  return (
    <Dialog heading={`History of ${nameRecord(entity, record)}`} onClose={onClose}>
      {entries === undefined && <Skeleton lines={3} />}
      {typeof entries === 'string' && <p className="field-problem">{entries}</p>}
      {Array.isArray(entries) && (
        <ol className="history">
          {entries.map((entry: HistoryEntry) => (
            <li key={entry.version}>
              <p>
                <strong>{historyWords[entry.action]}</strong> by {entry.by}, <Moment at={entry.at} />
              </p>
              <Changes entity={entity} entry={entry} />
            </li>
          ))}
        </ol>
      )}
      <p className="history-way">
        <Link to={`/records/${entity.path}/${record.id}`}>Everything about it, and a way back</Link>
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
            {label}: <del>{show(before[name] ?? null) || 'none'}</del>{' '}
            <ins>{show(after[name] ?? null) || 'none'}</ins>
          </li>
        )
      })}
    </ul>
  )
}
