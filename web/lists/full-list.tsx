import { Suspense, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { canRetire } from '#domain/catalogue/reading/retired.ts'
import type { Page } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import { fieldsToEdit } from '../masters/inline/editable-fields.ts'
import { hasOwnScreen } from '../masters/own-screens.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import '../styles/lists.css'
import { notify } from '../ui/notices.tsx'
import { FilterChips, isFiltered } from './filters/active-filters.ts'
import { atLeastText, countText, exactTotal } from './count-text.ts'
import { queryOf, useListAddress } from './list-address.ts'
import type { OpenDialog } from './dialogs/list-dialogs.tsx'
import {
  BulkActions,
  CellEditor,
  EmptyList,
  ListFoot,
  ListDialogs,
  ListKeys,
  ListMenus,
  ListTotals,
  MenuButtons,
  NewRecordLink,
  PrintView,
  RetiredFilter,
} from './late-list-parts.tsx'
import { useListTable } from './list-table.tsx'
import { ListTools } from './list-tools.tsx'
import { useTotals } from './totals/use-totals.ts'
import { useListSelection } from './bulk/use-list-selection.ts'
import { t } from '#domain/messages/t.ts'

interface FullListProps {
  entity: Entity
  page: Page
  problem: string | null
}

/** A master as a full screen, to find, edit, count, print, export and delete many records. */
export function FullList({ entity, page, problem }: FullListProps): ReactNode {
  const address = useListAddress(entity)
  const query = queryOf(address.search)
  const may = useMay()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  // A menu that was clicked before its code was loaded.
  const [menu, setMenu] = useState('')
  const selection = useListSelection(entity, unsorted(query))
  const totals = useTotals(entity, query)
  const canSelect = !hasOwnScreen(entity) && (may('update', entity.name) || may('delete', entity.name))
  const open = (which: OpenDialog): void => {
    notify(null)
    setDialog(which)
  }
  const { revalidate } = useRevalidator()
  const [editing, setEditing] = useState<{ record: StoredRecord; name: string; cell: HTMLElement } | null>(
    null,
  )
  const editable = fieldsToEdit(entity, may)
  const table = useListTable({
    entity,
    records: page.items,
    names: page.names ?? {},
    editable,
    selection: canSelect ? selection : undefined,
    totals: totals.isOn && (
      <Suspense>
        <ListTotals entity={entity} columns={address.columns} totals={totals} hasTicks={canSelect} />
      </Suspense>
    ),
  })
  const plural = labelInSentence(t(entity.plural))
  const total = exactTotal(page) ?? totals.count ?? page.total
  const isMinimum = page.totalIsMinimum && totals.count === undefined
  return (
    <>
      <ListScreen
        className="full-list"
        label={t(entity.plural)}
        search={t('Search {plural}', { plural })}
        tools={
          <>
            <ListTools entity={entity} onOpen={open} />
            <Suspense
              fallback={
                canRetire(entity) && <span className="control list-retired">{t('Active and retired')}</span>
              }
            >
              <RetiredFilter entity={entity} />
            </Suspense>
            <Suspense fallback={<MenuButtons entity={entity} onOpen={setMenu} />}>
              <ListMenus entity={entity} totals={totals} opened={menu} onKeys={() => open('keys')} />
            </Suspense>
          </>
        }
        count={total !== undefined && (isMinimum ? atLeastText : countText)(entity, total)}
        action={<NewRecordLink entity={entity} />}
        filters={
          <>
            <Suspense>
              <PrintView entity={entity} page={page} />
            </Suspense>
            <Suspense>{isFiltered(address) && <FilterChips entity={entity} />}</Suspense>
          </>
        }
        page={page}
        pagesOf={plural}
        perPage={address.perPage}
        table={table}
        empty={
          <Suspense>
            <EmptyList entity={entity} problem={problem} />
          </Suspense>
        }
        selectionBar={
          canSelect && (
            <Suspense>
              <BulkActions entity={entity} selection={selection} page={page} query={query} onOpen={open} />
            </Suspense>
          )
        }
        foot={
          page.items.length > 0 && (
            <Suspense
              fallback={
                <span className="list-size">
                  <span className="control" />
                </span>
              }
            >
              <ListFoot entity={entity} isEditable={editable.length > 0} />
            </Suspense>
          )
        }
      />
      <Suspense>
        <ListKeys
          onEdit={(row, name, cell) => {
            const record = page.items[row]
            if (record) setEditing({ record, name, cell })
          }}
          onKeys={() => open('keys')}
          onTick={(at) => canSelect && selection.toggle(page.items, at, false)}
        />
      </Suspense>
      {editing && (
        <Suspense>
          <CellEditor
            key={`${editing.record.id} ${editing.name}`}
            {...editing}
            entity={entity}
            refresh={async () => revalidate()}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
      {dialog && (
        <ListDialogs entity={entity} which={dialog} selection={selection} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

/** The query without the sort order, which does not change the set of records. */
function unsorted(query: URLSearchParams): string {
  const search = new URLSearchParams(query)
  search.delete('sort')
  return search.toString()
}
