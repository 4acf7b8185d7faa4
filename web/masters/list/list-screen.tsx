import { useId, type ReactNode } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DataTable, type DataTableProps } from '../../ui/data-table.tsx'
import { ListPages, type CursorPage } from './list-pages.tsx'
import { ListSearch } from './list-search.tsx'
import { t } from '#domain/messages/t.ts'

interface ListScreenProps<Row> {
  /** Accessible name of the list and of its table. */
  label: string
  /** A heading above the list, for lists that are a part of their page. */
  heading?: ReactNode
  /** Label of the search; without one the list cannot be searched. */
  search?: string | undefined
  /** Beside the search: filter buttons, saved views. */
  tools?: ReactNode
  /** How many records there are. */
  count?: ReactNode
  /** At the end of the bar: a button to create or export. */
  action?: ReactNode
  /** Between the bar and the rows: fields and links that filter, active filters, remarks. */
  filters?: ReactNode
  page: CursorPage<Row>
  /** The page polls: its rows are reloaded without a word to screen readers, unless the user navigates. */
  isPolled?: boolean
  /** The name of the pages: "Pages of visits". */
  pagesOf?: string
  perPage?: number
  /** The parameter with the cursor. */
  cursor?: string
  /** The columns of the table, or a function that shows the rows otherwise. */
  table: Omit<DataTableProps<Row>, 'caption' | 'rows' | 'isBusy'> | ((rows: readonly Row[]) => ReactNode)
  /** Shown when there are no rows: why, or the error of loading them with a retry; undefined while they load. */
  empty: ReactNode
  /** Actions for the selected rows. */
  selectionBar?: ReactNode
  /** Beside the links to the pages. */
  foot?: ReactNode
  className?: string
}

/** Every list: a bar with search and tools, the filters, the rows or the reason why there are none, and the pages. */
export function ListScreen<Row>(props: ListScreenProps<Row>): ReactNode {
  const { label, heading, search, tools, count, action, page, table, empty } = props
  const isNavigating = useNavigation().state !== 'idle'
  const isReloading = useRevalidator().state !== 'idle'
  const headingId = useId()
  const hasBar = Boolean(heading || search || tools || count || action)
  const rows = page.items
  return (
    <section
      className={['list-screen', props.className].filter(Boolean).join(' ')}
      {...(heading ? { 'aria-labelledby': headingId } : { 'aria-label': label })}
    >
      {hasBar && (
        <div className="list-head">
          {heading && <h2 id={headingId}>{heading}</h2>}
          {search && <ListSearch label={search} />}
          {tools}
          {(count || action) && (
            <div className="list-end">
              {count && <span className="list-total">{count}</span>}
              {action}
            </div>
          )}
        </div>
      )}
      {props.filters}
      {rows.length === 0 ? (
        empty && <EmptyState>{empty}</EmptyState>
      ) : typeof table === 'function' ? (
        table(rows)
      ) : (
        <DataTable
          {...table}
          caption={label}
          rows={rows}
          isBusy={isNavigating || (isReloading && !props.isPolled)}
        />
      )}
      {props.selectionBar}
      <ListPages
        page={page}
        label={t('Pages of {list}', { list: props.pagesOf ?? label.toLowerCase() })}
        perPage={props.perPage}
        cursor={props.cursor}
      >
        {props.foot}
      </ListPages>
    </section>
  )
}
