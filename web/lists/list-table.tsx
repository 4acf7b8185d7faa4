import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { RetiredMark } from '../masters/retired-mark.tsx'
import type { Column, DataTableProps } from '../ui/data-table.tsx'
import { selectColumn } from '../ui/select-column.tsx'
import type { ColumnSort } from '../ui/sort-link.tsx'
import { sortsAfterClick, useListAddress } from './list-address.ts'
import { ListCell, rowPath, textIn, linkText } from './list-cell.tsx'
import { isNumber, labelOf, listColumns, type ListColumn } from './list-columns.ts'
import type { Names } from '#domain/lists/names.ts'
import type { ListSelection } from './bulk/use-list-selection.ts'
import { Link } from '../ui/link.tsx'

interface ListTableOptions {
  entity: Entity
  records: readonly StoredRecord[]
  names: Names
  /** Undefined when the account has no action on selected rows. */
  selection: ListSelection | undefined
  totals: ReactNode
  /** The fields whose cells can be edited in place. */
  editable: readonly string[]
}

/** A dense table with sticky heading and first column (see lists.css); cards on narrow screens. */
export function useListTable(
  options: ListTableOptions,
): Omit<DataTableProps<StoredRecord>, 'caption' | 'rows'> {
  const { entity, records, names, selection, totals, editable } = options
  const address = useListAddress(entity)
  const known = listColumns(entity)
  const sortOf = useColumnSorts(entity)
  const columns = address.columns.map((name, at): Column<StoredRecord> => {
    const column = known.get(name)!
    const titleOf = (record: StoredRecord): string | undefined =>
      [record[name] ?? []]
        .flat()
        .map((code) => names[name]?.[code])
        .join(', ')
    return {
      label: labelOf(column),
      ...(editable.includes(name) && { id: name }),
      kind: isNumber(column) ? 'number' : undefined,
      sort: sortOf(column),
      title: (record) => [textIn(column, record), titleOf(record)].filter(Boolean).join(' '),
      cell: (record) =>
        at === 0 ? (
          <span>
            <Link className="row-link" to={rowPath(entity, record)}>
              {linkText(entity, record, column)}
            </Link>
            {titleOf(record) && <span className="cell-title"> {titleOf(record)}</span>}
            <RetiredMark record={record} />
          </span>
        ) : (
          <ListCell entity={entity} record={record} column={column} names={names[name]} />
        ),
    }
  })
  return {
    className: selection ? 'list-table has-ticks' : 'list-table',
    columns: selection ? [selectColumn(records, selection, selection.nameOf), ...columns] : columns,
    keyOf: ({ id }) => id,
    foot: totals,
  }
}

/** A click sorts by one column, Shift-click adds it to the others. */
function useColumnSorts(entity: Entity): (column: ListColumn) => ColumnSort | undefined {
  const { to, sorts: requestedSorts } = useListAddress(entity)
  const navigate = useNavigate()
  const sorts =
    requestedSorts.length > 0 ? requestedSorts : [{ field: entity.sortedBy, descending: false } as const]
  return ({ name, isSortable }) => {
    if (!isSortable) return undefined
    const at = sorts.findIndex(({ field }) => field === name)
    const sort = sorts[at]
    return {
      to: to({ sorts: sortsAfterClick(sorts, name, false) }),
      direction: sort && (sort.descending ? 'descending' : 'ascending'),
      position: sort && sorts.length > 1 ? at + 1 : undefined,
      onAdd: () =>
        void navigate(to({ sorts: sortsAfterClick(sorts, name, true) }), {
          replace: true,
          preventScrollReset: true,
        }),
    }
  }
}
