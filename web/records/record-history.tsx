import { useCallback, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { historyOf, type HistoryEntry } from '../api/records.ts'
import { useMay } from '../api/use-may.ts'
import '../styles/history.css'
import { historyWords } from '../entity/history-words.ts'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { RecordPart } from './record-part.tsx'
import { RevertDialog } from './revert-dialog.tsx'
import { fieldNamesOf, labelOf, textOf } from './shown-field.ts'
import { useAnswer } from '../entity/use-answer.ts'

interface RecordHistoryProps {
  entity: Entity
  record: StoredRecord
  onChanged: () => void
}

/** Who did what, before and after, the newest first; any earlier version can be had again. */
export function RecordHistory({ entity, record, onChanged }: RecordHistoryProps): ReactNode {
  const ask = useCallback(() => historyOf(entity, record), [entity, record])
  const { answer, problem, reload } = useAnswer(ask)
  const [reverting, setReverting] = useState<HistoryEntry | null>(null)
  const may = useMay()
  const mayRevert = may('update', entity.name)
  return (
    <RecordPart heading="History" isLoading={!answer} problem={problem} onRetry={() => void reload()}>
      <ol className="history">
        {answer?.map((entry) => (
          <li key={entry.version}>
            <p className="record-entry">
              <span>
                <strong>{historyWords[entry.action]}</strong> by {entry.by}, <Moment at={entry.at} />
                {entry.batch && (
                  <>
                    , <Link to={`/changes?open=${entry.batch}`}>part of a change at once</Link>
                  </>
                )}
              </span>
              {mayRevert && entry.after && entry.version !== record.version && (
                <Button tone="quiet" onClick={() => setReverting(entry)}>
                  Revert to this version
                  <span className="for-readers"> {entry.version}</span>
                </Button>
              )}
            </p>
            <BeforeAndAfter entity={entity} entry={entry} />
          </li>
        ))}
      </ol>
      {reverting && (
        <RevertDialog
          entity={entity}
          record={record}
          entry={reverting}
          onClose={() => setReverting(null)}
          onReverted={() => {
            setReverting(null)
            onChanged()
          }}
        />
      )}
    </RecordPart>
  )
}

function BeforeAndAfter({ entity, entry }: { entity: Entity; entry: HistoryEntry }): ReactNode {
  const { before, after } = entry
  const text = (values: HistoryEntry['before'], name: string): string => textOf(entity, name, values?.[name])
  const changed = fieldNamesOf(entity, before ?? after ?? {}).filter((name) =>
    before && after ? text(before, name) !== text(after, name) : text(before ?? after, name),
  )
  const rows = changed.map((name) => (
    <tr key={name}>
      <th scope="row">{labelOf(entity, name)}</th>
      {before && <td>{<del>{text(before, name) || 'none'}</del>}</td>}
      {after && <td>{<ins>{text(after, name) || 'none'}</ins>}</td>}
    </tr>
  ))
  const table = (
    <table className="record-change">
      <thead className="for-readers">
        <tr>
          <th scope="col">Field</th>
          {before && <th scope="col">Before</th>}
          {after && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </table>
  )
  if (before && after) return changed.length > 0 ? table : null
  return (
    <details>
      <summary>{after ? 'With these values' : 'As it was then'}</summary>
      {table}
    </details>
  )
}
