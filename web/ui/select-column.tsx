import type { ReactNode } from 'react'
import { CheckAll } from './check-all.tsx'
import type { Column } from './data-table.tsx'
import type { RowSelection } from './use-row-selection.ts'
import './selection.css'
import { t } from '#domain/messages/t.ts'

type TableSelection<Row> = Pick<RowSelection<Row>, 'has' | 'set' | 'toggle'>

/** The column with a checkbox for each row, and one for the page in its heading. */
export const selectColumn = <Row,>(
  rows: readonly Row[],
  selection: TableSelection<Row>,
  nameOf: (row: Row) => string,
): Column<Row> => ({
  label: t('Select'),
  kind: 'select',
  heading: (
    <CheckAll
      className="tick"
      label={t('Select page')}
      states={rows.map((row) => selection.has(row))}
      onToggle={(isSelected) => selection.set(rows, isSelected)}
    >
      <span className="tick-label">{t('Select page')}</span>
    </CheckAll>
  ),
  cell: (row): ReactNode => (
    <label className="tick">
      <input
        type="checkbox"
        aria-label={t('Select {name}', { name: nameOf(row) })}
        checked={selection.has(row)}
        onChange={() => undefined}
        onClick={(event) => selection.toggle(rows, rows.indexOf(row), event.shiftKey)}
      />
    </label>
  ),
})
