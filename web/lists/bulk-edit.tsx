import { useState, type FormEvent, type ReactNode } from 'react'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { listInWords } from '#domain/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { onceOnly } from '../ui/once-only.ts'
import { BulkField, changeable, readRow, type BulkRow } from './bulk-field.tsx'
import { wordFor } from './list-tools.tsx'
import { Rehearsal } from './rehearsal.tsx'
import { useBulk } from './use-bulk.ts'
import type { Picks } from './use-picks.ts'

interface BulkEditProps {
  entity: Entity
  picks: Picks
  onClose: () => void
}

/** One value, or a few that belong together such as a city and its station, into many records. */
export function BulkEdit({ entity, picks, onClose }: BulkEditProps): ReactNode {
  const names = changeable(entity)
  const { count, only } = picks
  const [rows, setRows] = useState<readonly BulkRow[]>([{ name: '', value: '', isNone: false }])
  const [problems, setProblems] = useState<readonly string[]>([])
  const bulk = useBulk(entity)
  const { rehearsed, isBusy } = bulk
  const setRow = (at: number, row: BulkRow): void => {
    setRows(rows.with(at, row))
    setProblems([])
    bulk.reset()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (rehearsed && rehearsed.report.changed > 0) {
      const labels = rows.map(({ name }) => entity.fields[name]!.label)
      const isDone = await bulk.doIt(
        ({ changed }) =>
          `${listInWords(labels, 'and')} of ${changed.toLocaleString('en-IN')} ${wordFor(entity, changed)} changed`,
      )
      if (!isDone) return
      picks.clear()
      onClose()
      return
    }
    const readings = rows.map((row) => readRow(entity, row))
    setProblems(readings.map((reading) => ('problem' in reading ? reading.problem : '')))
    if (readings.some((reading) => 'problem' in reading)) return
    const set: RecordValues = Object.fromEntries(
      rows.map(({ name }, at) => [name, (readings[at] as { value: RecordValues[string] }).value]),
    )
    await bulk.tryIt({ action: 'update', ...picks.chosen, set })
  }
  const words = only ?? `${count.toLocaleString('en-IN')} ${wordFor(entity, count)}`
  const mayAdd = rows.length < names.length && rows.every(({ name }) => name !== '')
  return (
    <Dialog heading={`Edit ${words}`} onClose={onClose}>
      <form className="bulk-form" noValidate onSubmit={(event) => void submit(event)}>
        {rows.map((row, at) => (
          <BulkField
            key={at}
            entity={entity}
            row={row}
            names={names.filter((name) => name === row.name || !rows.some((other) => other.name === name))}
            problem={problems[at] ?? ''}
            onChange={(changed) => setRow(at, changed)}
            onTakeOut={
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
        {mayAdd && (
          <Button
            tone="quiet"
            onClick={() => {
              setRows([...rows, { name: '', value: '', isNone: false }])
              bulk.reset()
            }}
          >
            <Icon name="plus" />
            Another field
          </Button>
        )}
        {rehearsed && <Rehearsal entity={entity} report={rehearsed.report} verb="will change" />}
        {bulk.problem && (
          <p className="field-problem" role="alert">
            {bulk.problem}.
          </p>
        )}
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy} onClick={onceOnly}>
            {rehearsed && rehearsed.report.changed > 0
              ? `Change ${rehearsed.report.changed.toLocaleString('en-IN')}`
              : 'See what will change'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
