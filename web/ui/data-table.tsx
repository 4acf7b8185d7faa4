import type { ReactNode } from 'react'
import '../styles/screens.css'

export interface Column<Row> {
  label: string
  cell: (row: Row) => ReactNode
  /** Holds buttons or other controls rather than words. */
  isControl?: boolean
}

interface DataTableProps<Row> {
  /** What the table holds, for those who do not see it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  isBusy?: boolean
}

/** A table; where it does not fit, each row becomes a card with its labels (see table.css). */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { caption, columns, rows, keyOf, isBusy = false } = props
  return (
    <div className="table-frame">
      <table className="table" aria-busy={isBusy}>
        <caption className="for-readers">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, isControl }) => (
              <th key={label} scope="col" className={isControl ? 'table-control' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ label, cell, isControl }) => (
                <td key={label} data-label={label} className={isControl ? 'table-control' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
