import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import { Icon } from './icon.tsx'
import { t } from '#domain/messages/t.ts'

export interface ColumnSort {
  /** The link that sorts by this column. */
  to: string
  direction: 'ascending' | 'descending' | undefined
  /** The position among several sorted columns, from 1. */
  position?: number | undefined
  /** Adds the column to the sort, on Shift-click. */
  onAdd?: () => void
}

/** The heading of a column as a link that sorts by it. */
export function SortLink({
  label,
  to,
  direction,
  position,
  onAdd,
}: ColumnSort & { label: string }): ReactNode {
  return (
    <Link
      to={to}
      className="table-sort"
      data-direction={direction}
      title={onAdd && t('Click to sort, Shift-click to add to the sort')}
      replace
      preventScrollReset
      onClick={(event) => {
        // Shift-click would open the link in a new window.
        if (!onAdd || !event.shiftKey) return
        event.preventDefault()
        onAdd()
      }}
    >
      {label}
      {direction && <Icon name="down" />}
      {direction && position && (
        <>
          <span className="sort-place" aria-hidden="true">
            {position}
          </span>
          <span className="for-readers">
            ,{' '}
            {t(
              '{position, select, 1 {first} 2 {second} other {third}} sort, {direction, select, ascending {ascending} other {descending}}',
              { position, direction },
            )}
          </span>
        </>
      )}
    </Link>
  )
}
