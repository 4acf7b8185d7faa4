import { useState, type ReactNode } from 'react'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { historyOf, type HistoryEntry } from '../../api/records.ts'
import { useMay } from '../../api/use-may.ts'
import '../../masters/history.css'
import { Button } from '../../ui/button.tsx'
import { ChangeTable } from '../../ui/change-table.tsx'
import { Moment } from '../../ui/moment.tsx'
import { RecordPart } from '../record-part.tsx'
import { fieldNamesOf, labelOf, textOf } from '../shown-field.ts'
import { useQuery } from '../../ui/use-query.ts'
import { Link } from '../../ui/link.tsx'
import { RichText } from '../../messages/rich-text.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { nameCodes, type Names } from '#domain/lists/names.ts'
import { t } from '#domain/messages/t.ts'

const RevertDialog = deferredDialog(async () => (await import('./revert-dialog.tsx')).RevertDialog)

interface RecordHistoryProps {
  entity: Entity
  record: StoredRecord
  onChanged: () => void
}

/** All changes with old and new values, newest first; the record can be reverted to any version. */
export function RecordHistory({ entity, record, onChanged }: RecordHistoryProps): ReactNode {
  const { data, error, reload } = useQuery([entity, record], (signal) => historyOf(entity, record, signal))
  const [reverting, setReverting] = useState<HistoryEntry | null>(null)
  const may = useMay()
  const mayRevert = may('update', entity.name)
  return (
    <RecordPart heading={t('History')} isLoading={!data} problem={error} onRetry={() => void reload()}>
      <ol className="history changed-values">
        {data?.items.map((entry) => (
          <li key={entry.version}>
            <p className="record-entry">
              <span>
                <EntryHead entry={entry} />
              </span>
              {mayRevert && entry.after && entry.version !== record.version && (
                <Button
                  tone="quiet"
                  aria-label={t('Revert to this version {version}', { version: entry.version })}
                  onClick={() => setReverting(entry)}
                >
                  {t('Revert to this version')}
                </Button>
              )}
            </p>
            <BeforeAndAfter entity={entity} entry={entry} names={data.names} />
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

function EntryHead({ entry: { action, by, at, batch } }: { entry: HistoryEntry }): ReactNode {
  return (
    <RichText
      message={
        batch
          ? '<strong>{action, select, create {created} update {changed} delete {deleted} other {restored}}</strong> by {name}, <moment></moment>, <link>part of a bulk change</link>'
          : '<strong>{action, select, create {created} update {changed} delete {deleted} other {restored}}</strong> by {name}, <moment></moment>'
      }
      values={{ action, name: by }}
      tags={{
        strong: (text) => <strong>{text}</strong>,
        moment: () => <Moment at={at} />,
        link: (text) => <Link to={`/changes?open=${batch}`}>{text}</Link>,
      }}
    />
  )
}

interface BeforeAndAfterProps {
  entity: Entity
  entry: HistoryEntry
  names: Names
}

function BeforeAndAfter({ entity, entry, names }: BeforeAndAfterProps): ReactNode {
  const { before, after } = entry
  const text = (values: HistoryEntry['before'], name: string): string =>
    nameCodes(values?.[name] ?? '', names[name], textOf(entity, name, values?.[name]))
  const changed = fieldNamesOf(entity, before ?? after ?? {}).filter((name) =>
    before && after ? text(before, name) !== text(after, name) : text(before ?? after, name),
  )
  const values = changed.map((name) => ({
    name,
    label: labelOf(entity, name),
    before: before ? text(before, name) : undefined,
    after: after ? text(after, name) : undefined,
  }))
  const table = (
    <ChangeTable caption={t('Changes of version {version}', { version: entry.version })} values={values} />
  )
  if (before && after) return changed.length > 0 ? table : null
  return (
    <details>
      <summary>{after ? t('Initial values') : t('Values at that time')}</summary>
      {table}
    </details>
  )
}
