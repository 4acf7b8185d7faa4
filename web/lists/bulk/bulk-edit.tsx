import { useState, type FormEvent, type ReactNode } from 'react'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { formatList } from '#domain/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { runOnce } from '../../ui/run-once.ts'
import { settableFields } from '../../masters/inline/editable-fields.ts'
import { BulkField, readRow, type BulkRow } from './bulk-field.tsx'
import { countText } from '../count-text.ts'
import { DryRunReport } from './dry-run.tsx'
import { useBulk } from './use-bulk.ts'
import type { ListSelection } from './use-list-selection.ts'
import { t } from '#domain/messages/t.ts'

interface BulkEditProps {
  entity: Entity
  selection: ListSelection
  onClose: () => void
}

/** Sets one value, or several that belong together such as a city and its station, in many records. */
export function BulkEdit({ entity, selection, onClose }: BulkEditProps): ReactNode {
  const names = settableFields(entity)
  const { count, only } = selection
  const [rows, setRows] = useState<readonly BulkRow[]>([{ name: '', value: '', isNone: false }])
  const [problems, setProblems] = useState<readonly string[]>([])
  const bulk = useBulk(entity)
  const { preview, isBusy } = bulk
  const setRow = (at: number, row: BulkRow): void => {
    setRows(rows.with(at, row))
    setProblems([])
    bulk.reset()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (preview && preview.report.changed > 0) {
      const labels = rows.map(({ name }) => t(entity.fields[name]!.label))
      const isDone = await bulk.apply(({ changed }) =>
        t('{fields} of {records} changed', {
          fields: formatList(labels),
          records: countText(entity, changed),
        }),
      )
      if (!isDone) return
      selection.clear()
      onClose()
      return
    }
    const readings = rows.map((row) => readRow(entity, row))
    setProblems(readings.map((reading) => ('problem' in reading ? reading.problem : '')))
    if (readings.some((reading) => 'problem' in reading)) return
    const set: RecordValues = Object.fromEntries(
      rows.map(({ name }, at) => [name, (readings[at] as { value: RecordValues[string] }).value]),
    )
    await bulk.check({ action: 'update', ...selection.chosen, set })
  }
  const records = only ?? countText(entity, count)
  const canAddField = rows.length < names.length && rows.every(({ name }) => name !== '')
  return (
    <Dialog heading={t('Edit {name}', { name: records })} onClose={onClose}>
      <form className="bulk-form" noValidate onSubmit={(event) => void submit(event)}>
        {rows.map((row, at) => (
          <BulkField
            key={at}
            entity={entity}
            row={row}
            names={names.filter((name) => name === row.name || !rows.some((other) => other.name === name))}
            problem={problems[at] ?? ''}
            onChange={(changed) => setRow(at, changed)}
            onRemove={
              rows.length > 1
                ? () => {
                    setRows(rows.toSpliced(at, 1))
                    setProblems([])
                    bulk.reset()
                  }
                : undefined
            }
          />
        ))}
        {canAddField && (
          <Button
            tone="quiet"
            onClick={() => {
              setRows([...rows, { name: '', value: '', isNone: false }])
              bulk.reset()
            }}
          >
            <Icon name="plus" />
            {t('Another field')}
          </Button>
        )}
        {preview && <DryRunReport entity={entity} report={preview.report} action="update" />}
        <DialogActions error={bulk.problem && `${bulk.problem}.`}>
          <Button type="submit" tone="main" busy={isBusy} onClick={runOnce}>
            {preview && preview.report.changed > 0
              ? t('Change {count, number}', { count: preview.report.changed })
              : t('Preview changes')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
