import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { listRecords, type Page, type RecordIn } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { readListLink, rowsPerPage, useListLinks } from '../masters/list/list-links.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { useRemoval } from '../masters/use-removal.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { t } from '#domain/messages/t.ts'

export const recordsLoader =
  (entity: Entity, sort?: string) =>
  ({ request, url }: LoaderFunctionArgs): Promise<Page> => {
    const query = readListLink(entity, url.searchParams)
    const order = { sort: query.sort ?? sort, limit: rowsPerPage, total: true }
    return redirectOnBadQuery(url, listRecords(entity, { ...query, ...order }, request.signal))
  }

interface RecordTableProps<N extends string> {
  entity: Entity<N>
  page: Page<N>
  columns: readonly Column<RecordIn<N>>[]
  /** Text shown when there are no records. */
  empty: string
}

/** The record tables of the specification: search, pages, and a Delete that can be undone. */
export function RecordTable<N extends string>({
  entity,
  page,
  columns,
  empty,
}: RecordTableProps<N>): ReactNode {
  const { search } = useListLinks()
  const { remove, refusal } = useRemoval(entity)
  const may = useMay()
  const q = search.get('q') ?? ''
  const plural = t(entity.plural).toLowerCase()
  return (
    <>
      <ListScreen
        label={t(entity.plural)}
        search={t('Search {plural}', { plural })}
        count={formatCount(page.total ?? 0, entity, q)}
        page={page}
        table={{
          columns: [...columns, deleteColumn(entity, may('delete', entity.name), remove)],
          keyOf: (record) => record.id,
        }}
        empty={q ? t('No matches for “{q}”.', { q }) : empty}
      />
      {refusal}
    </>
  )
}

const deleteColumn = (
  entity: Entity,
  isAllowed: boolean,
  remove: (record: StoredRecord) => void,
): Column<StoredRecord> => ({
  label: t('Delete'),
  kind: 'actions',
  cell: (record) =>
    isAllowed && (
      <Button
        tone="danger"
        aria-label={t('Delete {record}', { record: nameRecord(entity, record) })}
        onClick={() => remove(record)}
      >
        {t('Delete')}
      </Button>
    ),
})

function formatCount(total: number, entity: Entity, q: string): string {
  const label = total === 1 ? entity.singular : entity.plural
  const values = { total, records: t(label).toLowerCase() }
  return q ? t('{total, number} {records} found', values) : t('{total, number} {records}', values)
}
