import { formatCount } from '#domain/messages/format-count.ts'
import type { ReactNode } from 'react'
import type { ImportMaster } from '#domain/api/imports/import-values.ts'
import { useMay } from '../../api/use-may.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { describeReport } from '../import-format.ts'
import { importable } from '../importable.ts'
import type { StepProps } from './step-props.ts'
import { t } from '#domain/messages/t.ts'

/** The sheets of a workbook with several masters: what each is imported into, and the result of its last check. */
export function SheetMasters({ handle, canChange }: Pick<StepProps, 'handle' | 'canChange'>): ReactNode {
  const { job, change } = handle
  const masters = importable(useMay())
  const canEdit = canChange && job.state !== 'done' && !handle.isBusy
  const show = (sheet: string): void => void change(() => ({ sheet }))
  const masterSelect = ({ sheet, entity, rowCount }: ImportMaster): ReactNode => (
    <select
      className="control imports-field"
      aria-label={t('Master of the sheet {sheet}', { sheet })}
      value={entity ?? ''}
      disabled={!canEdit || rowCount === 0}
      onChange={(event) => {
        const chosen = event.target.value || null
        void change(() => ({ sheet, entity: chosen }))
      }}
    >
      <option value="">{t('Do not import')}</option>
      {masters.map(({ name, plural }) => (
        <option key={name} value={name}>
          {t(plural)}
        </option>
      ))}
    </select>
  )
  const columns: readonly Column<ImportMaster>[] = [
    {
      label: t('Sheet'),
      cell: ({ sheet, rowCount }) =>
        sheet === job.sheet ? (
          <strong>{sheet}</strong>
        ) : (
          <button
            type="button"
            className="link"
            disabled={rowCount === 0 || handle.isBusy}
            onClick={() => show(sheet)}
          >
            {t('Show {sheet}', { sheet })}
          </button>
        ),
    },
    { label: t('Import into'), cell: masterSelect },
    {
      label: t('Columns'),
      cell: ({ entity, matched, columns: all }) =>
        entity === null ? '' : t('{matched, number} of {all, number} matched', { matched, all }),
    },
    { label: t('Rows'), kind: 'number', cell: ({ rowCount }) => formatCount(rowCount) },
    { label: t('Last check'), cell: ({ report }) => (report ? describeReport(report) : '') },
  ]
  return (
    <section className="imports-masters" aria-labelledby="masters">
      <h3 id="masters">{t('Sheets of the workbook')}</h3>
      <p className="field-hint">
        {t(
          'Sheets are imported in the order of their references: countries before zones. One check and one undo cover all of them.',
        )}
      </p>
      <DataTable
        caption={t('Sheets of the workbook')}
        columns={columns}
        rows={job.masters ?? []}
        keyOf={({ sheet }) => sheet}
        current={job.sheet}
      />
    </section>
  )
}
