import { useState, type ReactNode } from 'react'
import { Link, useNavigation, useRevalidator, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { deleteRecord, listRecords, restoreRecord, type Page } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { notify } from '../ui/notices.tsx'
import { InUse, isUsage, type Usage } from './in-use.tsx'
import { SearchBox } from './search-box.tsx'

export const recordsLoader =
  (entity: Entity, sort?: string) =>
  ({ request, url }: LoaderFunctionArgs): Promise<Page> => {
    const { searchParams } = url
    const query = { q: searchParams.get('q') ?? undefined, after: searchParams.get('after') ?? undefined }
    return listRecords(entity, { ...query, sort, limit: 50, total: true }, request.signal)
  }

interface RecordTableProps {
  entity: Entity
  page: Page
  columns: readonly Column<StoredRecord>[]
  /** What is said while there is none. */
  empty: string
}

interface Refused {
  name: string
  usedBy: readonly Usage[]
}

/** The seed's tables of records: search, pages, and a Delete that can be undone. */
export function RecordTable({ entity, page, columns, empty }: RecordTableProps): ReactNode {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const [query] = useSearchParams()
  const [refused, setRefused] = useState<Refused | null>(null)
  const may = useMay()
  const q = query.get('q') ?? ''
  const plural = entity.plural.toLowerCase()

  const restore = async (record: StoredRecord): Promise<void> => {
    try {
      notify({ tone: 'good', text: `${nameRecord(entity, await restoreRecord(entity, record))} is back` })
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
    }
    await revalidate()
  }
  const remove = async (record: StoredRecord): Promise<void> => {
    const name = nameRecord(entity, record)
    try {
      await deleteRecord(entity, record)
      const action = { label: 'Undo', run: () => void restore(record) }
      notify({ tone: 'good', text: `${name} is deleted`, ...(may('restore', entity.name) && { action }) })
    } catch (error) {
      const usedBy = error instanceof ApiProblem ? error.document.usedBy : undefined
      if (Array.isArray(usedBy)) setRefused({ name, usedBy: usedBy.filter(isUsage) })
      else notify({ tone: 'bad', text: `${name} is not deleted`, detail: sentenceOf(error) })
    }
    await revalidate()
  }
  return (
    <>
      <div className="list-head">
        <p className="record-count">{countInWords(page.total ?? 0, entity, q)}</p>
        <SearchBox label={`Search ${plural}`} />
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
      {(page.next || query.has('after')) && (
        <nav className="list-pages" aria-label={`Pages of ${plural}`}>
          {query.has('after') && <Link to={linkTo(q)}>First page</Link>}
          {page.next && <Link to={linkTo(q, page.next)}>Next page</Link>}
        </nav>
      )}
      {refused && <InUse {...refused} onClose={() => setRefused(null)} />}
    </>
  )
}

const deleteColumn = (
  entity: Entity,
  isAllowed: boolean,
  remove: (record: StoredRecord) => Promise<void>,
): Column<StoredRecord> => ({
  label: 'Delete',
  isControl: true,
  cell: (record) =>
    isAllowed && (
      <Button
        tone="danger"
        aria-label={`Delete ${nameRecord(entity, record)}`}
        onClick={() => void remove(record)}
      >
        Delete
      </Button>
    ),
})

function countInWords(total: number, entity: Entity, q: string): string {
  const name = (total === 1 ? entity.singular : entity.plural).toLowerCase()
  return `${total.toLocaleString('en-IN')} ${name}${q ? ' found' : ''}`
}

const linkTo = (q: string, after?: string): string =>
  `?${new URLSearchParams({ ...(q && { q }), ...(after && { after }) }).toString()}`
