import type { ReactNode } from 'react'
import { useNavigation, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { listRecords, type Page } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { readListLink, rowsPerPage, useListLinks } from '../entity/list-links.ts'
import { ListPages } from '../entity/list-pages.tsx'
import { ListSearch } from '../entity/list-search.tsx'
import { useRemoval } from '../entity/use-removal.tsx'
import { orAll } from '../entity/way-out.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'

export const recordsLoader =
  (entity: Entity, sort?: string) =>
  ({ request, url }: LoaderFunctionArgs): Promise<Page> => {
    const query = readListLink(entity, url.searchParams)
    const order = { sort: query.sort ?? sort, limit: rowsPerPage, total: true }
    return orAll(url, listRecords(entity, { ...query, ...order }, request.signal))
  }

interface RecordTableProps {
  entity: Entity
  page: Page
  columns: readonly Column<StoredRecord>[]
  /** What is said while there is none. */
  empty: string
}

/** The seed's tables of records: search, pages, and a Delete that can be undone. */
export function RecordTable({ entity, page, columns, empty }: RecordTableProps): ReactNode {
  const { state } = useRevalidator()
  const navigation = useNavigation()
  const { search } = useListLinks()
  const { remove, refusal } = useRemoval(entity)
  const may = useMay()
  const q = search.get('q') ?? ''
  const plural = entity.plural.toLowerCase()
  return (
    <>
      <div className="list-head">
        <p className="record-count">{countInWords(page.total ?? 0, entity, q)}</p>
        <div className="list-tools">
          <ListSearch label={`Search ${plural}`} />
        </div>
      </div>
      {page.items.length === 0 ? (
        <p className="list-empty">{q ? `Nothing here matches “${q}”.` : empty}</p>
      ) : (
        <DataTable
          caption={entity.plural}
          columns={[...columns, deleteColumn(entity, may('delete', entity.name), remove)]}
          rows={page.items}
          keyOf={(record) => record.id}
          isBusy={navigation.state !== 'idle' || state !== 'idle'}
        />
      )}
      <ListPages page={page} label={`Pages of ${plural}`} />
      {refusal}
    </>
  )
}

const deleteColumn = (
  entity: Entity,
  isAllowed: boolean,
  remove: (record: StoredRecord) => void,
): Column<StoredRecord> => ({
  label: 'Delete',
  isControl: true,
  cell: (record) =>
    isAllowed && (
      <Button
        tone="danger"
        aria-label={`Delete ${nameRecord(entity, record)}`}
        onClick={() => remove(record)}
      >
        Delete
      </Button>
    ),
})

function countInWords(total: number, entity: Entity, q: string): string {
  const name = (total === 1 ? entity.singular : entity.plural).toLowerCase()
  return `${total.toLocaleString('en-IN')} ${name}${q ? ' found' : ''}`
}
