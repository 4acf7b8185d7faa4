import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Bar, type BarPart } from '../ui/chart-bar.tsx'

export interface GlanceRow {
  key: string
  name: ReactNode
  bar: readonly BarPart[]
  cells: readonly ReactNode[]
}

interface GlanceTableProps {
  caption: string
  head: readonly string[]
  rows: readonly GlanceRow[]
  /** What a full bar stands for; each row its own whole when left out. */
  most?: number
}

/** A chart that is a table: each name with its bar, and its numbers beside it. */
export function GlanceTable({ caption, head, rows, most }: GlanceTableProps): ReactNode {
  return (
    <div className="glance-frame">
      <table className="glance-table">
        <caption className="for-readers">{caption}</caption>
        <thead>
          <tr>
            {head.map((words) => (
              <th key={words} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, bar, cells }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                <Bar parts={bar} most={most ?? bar.reduce((sum, { value }) => sum + value, 0)} />
              </th>
              {cells.map((cell, at) => (
                <td key={head[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const shown = (count: number): string => count.toLocaleString('en-IN')

/** A number that leads to what it counts; none leads nowhere. */
export function Count({ of, to, what }: { of: number; to: string; what: string }): ReactNode {
  if (of === 0) return '0'
  return (
    <Link to={to} aria-label={`${shown(of)} ${what}`}>
      {shown(of)}
    </Link>
  )
}
