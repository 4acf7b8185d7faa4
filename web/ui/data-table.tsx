import type { ReactNode } from 'react'
import { SortLink, type ColumnSort } from './sort-link.tsx'
import './screens.css'

export interface Column<Row> {
  label: string
  cell: (row: Row) => ReactNode
  /**
   * A number is aligned right; a name is the heading of its row; actions are buttons, which stay visible when the table is
   * wider than its frame; select is the column of `selectColumn`.
   */
  kind?: 'number' | 'name' | 'actions' | 'select' | undefined
  /** The name of the column for style sheets, because the label is translated. */
  id?: string
  /** Shown in the heading instead of the label. */
  heading?: ReactNode
  /** The whole text of a cell that may be cut off. */
  title?: (row: Row) => string
  sort?: ColumnSort | undefined
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  isBusy?: boolean
  /** Key of the row that is open elsewhere on the page. */
  current?: string | undefined
  /** Rows with the same group follow a row with its name. */
  groupOf?: (row: Row) => string
  /** The `tfoot` with totals. */
  foot?: ReactNode
  /** Plain: a small table inside other content, without a frame, and with columns on narrow screens too. */
  look?: 'framed' | 'plain'
  /** The headings are for screen readers only, where the values explain themselves. */
  hidesHead?: boolean
  className?: string
}

const classOf = {
  number: 'is-number',
  actions: 'table-control',
  select: 'list-tick',
  name: undefined,
} as const

/** The table of every screen; on narrow screens each row becomes a card with labels (see table.css). */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { caption, columns, rows, isBusy = false, groupOf, look = 'framed', className = '' } = props
  return (
    <div className={look === 'plain' ? 'table-scroll' : 'table-frame'}>
      <table className={`table table-${look} ${className}`} aria-busy={isBusy}>
        <caption className="for-readers">{caption}</caption>
        <thead className={props.hidesHead ? 'for-readers' : undefined}>
          <tr>
            {columns.map(({ label, kind, heading, sort }) => {
              // The checkbox for the page names itself, and is no heading.
              const Cell = kind === 'select' ? 'td' : 'th'
              return (
                <Cell
                  key={label}
                  {...(kind !== 'select' && { scope: 'col' })}
                  className={kind && classOf[kind]}
                  // Only one heading may have aria-sort; the others give their position as text.
                  aria-sort={sort?.position && sort.position > 1 ? undefined : sort?.direction}
                >
                  {sort ? <SortLink label={label} {...sort} /> : (heading ?? label)}
                </Cell>
              )
            })}
          </tr>
        </thead>
        {[...(groupOf ? Map.groupBy(rows, groupOf) : [['', rows] as const])].map(([group, members]) => (
          <tbody key={group}>
            {group && (
              <tr className="table-group">
                <th colSpan={columns.length} scope="rowgroup">
                  {group}
                </th>
              </tr>
            )}
            <Rows {...props} rows={members} />
          </tbody>
        ))}
        {props.foot}
      </table>
    </div>
  )
}

function Rows<Row>({ rows, columns, keyOf, current }: DataTableProps<Row>): ReactNode {
  return rows.map((row) => (
    <tr key={keyOf(row)} aria-current={keyOf(row) === current || undefined}>
      {columns.map(({ label, cell, kind, title, id }) => {
        const Cell = kind === 'name' ? 'th' : 'td'
        return (
          <Cell
            key={label}
            {...(kind === 'name' && { scope: 'row' })}
            className={kind && classOf[kind]}
            data-label={label}
            data-column={id}
            title={title?.(row)}
          >
            {cell(row)}
          </Cell>
        )
      })}
    </tr>
  ))
}
