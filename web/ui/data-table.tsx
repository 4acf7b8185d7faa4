import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import '../styles/screens.css'

export interface Column<Row> {
  label: string
  cell: (row: Row) => ReactNode
  /** Holds buttons or other controls rather than words. */
  isControl?: boolean
  /** Where its heading leads to sort by it, and how it is sorted now. */
  sort?: { to: string; direction: 'ascending' | 'descending' | undefined }
}

interface DataTableProps<Row> {
  /** What the table holds, for those who do not see it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  isBusy?: boolean
  /** The row that is open elsewhere on the page. */
  current?: string | undefined
}

/** A table; where it does not fit, each row becomes a card with its labels (see table.css). */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { caption, columns, rows, keyOf, isBusy = false, current } = props
  return (
    <div className="table-frame">
      <table className="table" aria-busy={isBusy}>
        <caption className="for-readers">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, isControl, sort }) => (
              <th
                key={label}
                scope="col"
                className={isControl ? 'table-control' : undefined}
                aria-sort={sort?.direction}
              >
                {sort ? <SortLink label={label} {...sort} /> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} aria-current={keyOf(row) === current || undefined}>
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

function SortLink({
  label,
  to,
  direction,
}: { label: string } & NonNullable<Column<never>['sort']>): ReactNode {
  return (
    <Link to={to} className="table-sort" data-direction={direction} replace preventScrollReset>
      {label}
      {direction && <Icon name="down" />}
    </Link>
  )
}
