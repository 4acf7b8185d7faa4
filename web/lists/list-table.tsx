import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { Icon } from '../ui/icon.tsx'
import '../styles/screens.css'
import { sortsAfterClick, useListAddress, type Sort } from './list-address.ts'
import { ListCell, rowPath, textIn, wordsForLink } from './list-cell.tsx'
import { isNumber, listColumns, type ListColumn } from './list-columns.ts'
import type { Names } from './reference-names.ts'
import type { Picks } from './use-picks.ts'

interface ListTableProps {
  entity: Entity
  records: readonly StoredRecord[]
  names: Names
  isBusy: boolean
  /** None where there is nothing that could be done with ticked rows. */
  picks: Picks | undefined
  totals: ReactNode
}

/** Dense, with its heading and its first column always in sight; cards where there is no room for columns. */
export function ListTable({ entity, records, names, isBusy, picks, totals }: ListTableProps): ReactNode {
  const address = useListAddress(entity)
  const known = listColumns(entity)
  const columns = address.columns.map((name) => known.get(name)!)
  const sorts =
    address.sorts.length > 0 ? address.sorts : [{ field: entity.sortedBy, descending: false } as const]
  return (
    <div className="table-frame list-frame">
      <table className={picks ? 'table list-table has-ticks' : 'table list-table'} aria-busy={isBusy}>
        <caption className="for-readers">{entity.plural}</caption>
        <thead>
          <tr>
            {picks && (
              <th scope="col" className="list-tick">
                <TickAll records={records} picks={picks} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.name} entity={entity} column={column} sorts={sorts} />
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, at) => (
            <tr key={record.id} className={picks?.has(record) ? 'is-picked' : undefined}>
              {picks && (
                <td className="list-tick" data-label="">
                  <label className="tick">
                    <input
                      type="checkbox"
                      name="picked"
                      aria-label={`Tick ${nameRecord(entity, record)}`}
                      checked={picks.has(record)}
                      onChange={() => undefined}
                      onClick={(event) => picks.toggle(records, at, event.shiftKey)}
                    />
                  </label>
                </td>
              )}
              {columns.map((column, index) => {
                const title = names[column.name]?.[textIn(column, record)]
                return (
                  <td
                    key={column.name}
                    data-label={column.label}
                    className={isNumber(column) ? 'is-number' : undefined}
                    title={title ? `${textIn(column, record)} ${title}` : textIn(column, record)}
                  >
                    {index === 0 ? (
                      <span>
                        <Link className="row-link" to={rowPath(entity, record)}>
                          {wordsForLink(entity, record, column)}
                        </Link>
                        {title && <span className="cell-title"> {title}</span>}
                      </span>
                    ) : (
                      <ListCell entity={entity} record={record} column={column} title={title} />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        {totals}
      </table>
    </div>
  )
}

function TickAll({ records, picks }: { records: readonly StoredRecord[]; picks: Picks }): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  const count = records.filter((record) => picks.has(record)).length
  const isSome = count > 0 && count < records.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome
  }, [isSome])
  return (
    <label className="tick">
      <input
        ref={box}
        type="checkbox"
        name="all on this page"
        aria-label="Tick all on this page"
        checked={records.length > 0 && count === records.length}
        onChange={(event) => picks.set(records, event.target.checked)}
      />
    </label>
  )
}

interface HeadingProps {
  entity: Entity
  column: ListColumn
  sorts: readonly Sort[]
}

const places = ['first', 'second', 'third']

function Heading({ entity, column, sorts }: HeadingProps): ReactNode {
  const { to, sorts: asked } = useListAddress(entity)
  const navigate = useNavigate()
  const at = sorts.findIndex(({ field }) => field === column.name)
  const sort = sorts[at]
  const direction = sort && (sort.descending ? 'descending' : 'ascending')
  const className = isNumber(column) ? 'is-number' : undefined
  if (!column.isSortable) {
    return (
      <th scope="col" className={className}>
        {column.label}
      </th>
    )
  }
  const alone = to({ sorts: sortsAfterClick(sorts, column.name, false) })
  const onClick = (event: MouseEvent): void => {
    // A link opens another window with this key; here it adds a sort.
    if (!event.shiftKey) return
    event.preventDefault()
    const further = sortsAfterClick(asked.length > 0 ? asked : sorts, column.name, true)
    void navigate(to({ sorts: further }), { replace: true, preventScrollReset: true })
  }
  return (
    // Only one heading may say so; the others tell their place in words.
    <th scope="col" className={className} aria-sort={at === 0 ? direction : undefined}>
      <Link
        to={alone}
        className="table-sort"
        data-direction={direction}
        title="Click to sort, Shift-click to sort by this as well"
        replace
        preventScrollReset
        onClick={onClick}
      >
        {column.label}
        {direction && <Icon name="down" />}
        {direction && sorts.length > 1 && (
          <>
            <span className="sort-place" aria-hidden="true">
              {at + 1}
            </span>
            <span className="for-readers">
              , {places[at]} sort, {direction}
            </span>
          </>
        )}
      </Link>
    </th>
  )
}
