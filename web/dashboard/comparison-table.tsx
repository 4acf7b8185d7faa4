import { formatCount } from '#domain/messages/format-count.ts'
import type { ReactNode } from 'react'
import { Bar, type BarPart } from '../ui/chart-bar.tsx'
import { Link } from '../ui/link.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'

export interface DashboardRow {
  key: string
  name: ReactNode
  bar: readonly BarPart[]
  cells: readonly ReactNode[]
}

interface DashboardTableProps {
  caption: string
  head: readonly string[]
  rows: readonly DashboardRow[]
  /** Value of a full bar; by default the sum of each row. */
  max?: number
}

/** A table with a bar below each name and numbers beside it. */
export function DashboardTable({ caption, head, rows, max }: DashboardTableProps): ReactNode {
  return (
    <DataTable
      look="plain"
      className="dashboard-table"
      caption={caption}
      columns={columnsFor(head, max)}
      rows={rows}
      keyOf={({ key }) => key}
    />
  )
}

const columnsFor = (head: readonly string[], max: number | undefined): Column<DashboardRow>[] =>
  head.map((label, at) =>
    at === 0
      ? { label, kind: 'name', cell: (row) => <NameWithBar row={row} max={max} /> }
      : { label, kind: 'number', cell: ({ cells }) => cells[at - 1] },
  )

function NameWithBar({ row: { name, bar }, max }: { row: DashboardRow; max: number | undefined }): ReactNode {
  return (
    <>
      {name}
      <Bar parts={bar} max={max ?? bar.reduce((sum, { value }) => sum + value, 0)} />
    </>
  )
}

/** A number that links to the list it counts; zero has no link. */
export function Count({ of, to, label }: { of: number; to: string; label: string }): ReactNode {
  if (of === 0) return '0'
  return (
    <Link to={to} aria-label={label}>
      {formatCount(of)}
    </Link>
  )
}
