import { Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Page } from '../api/resources.ts'
import { seesEverything } from '../api/session.ts'
import { useMay } from '../api/use-may.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import { hasOwnScreen } from '../masters/own-screens.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import '../styles/lists.css'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { optionalComponent } from '../ui/load-code.ts'
import { notify } from '../ui/notices.tsx'
import { FilterChips, isFiltered } from './filters/active-filters.ts'
import { countText } from './count-text.ts'
import { pageSizes, queryOf, useListAddress } from './list-address.ts'
import type { OpenDialog } from './dialogs/list-dialogs.tsx'
import { ListLinks } from './list-links.tsx'
import { useListTable } from './list-table.tsx'
import { ListTools, NewRecordLink } from './list-tools.tsx'
import { useTotals } from './totals/use-totals.ts'
import type { Names } from './reference-names.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListSelection } from './bulk/use-list-selection.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

// Not visible on the screen.
const PrintView = optionalComponent(async () => (await import('./dialogs/print-view.tsx')).PrintView)
const ListTotals = deferredPart(
  async () => (await import('./totals/list-totals.tsx')).ListTotals,
  (message) => (
    <tfoot>
      <tr>
        <td colSpan={100}>{message}</td>
      </tr>
    </tfoot>
  ),
)
// Nothing is selected in the first view.
const BulkActions = deferredPart(async () => (await import('./bulk/bulk-actions.tsx')).BulkActions)
const ListDialogs = deferredDialog(async () => (await import('./dialogs/list-dialogs.tsx')).ListDialogs)

interface FullListProps {
  entity: Entity
  page: Page
  names: Names
  problem: string | null
}

/** A master as a full screen, to find, edit, count, print, export and delete many records. */
export function FullList({ entity, page, names, problem }: FullListProps): ReactNode {
  const address = useListAddress(entity)
  const query = queryOf(address.search)
  const may = useMay()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const selection = useListSelection(entity, unsorted(query))
  const totals = useTotals(entity, query)
  const canSelect = !hasOwnScreen(entity) && (may('update', entity.name) || may('delete', entity.name))
  const open = (which: OpenDialog): void => {
    notify(null)
    setDialog(which)
  }
  useListKeys({
    onKeys: () => open('keys'),
    onTick: (at) => canSelect && selection.toggle(page.items, at, false),
  })
  const table = useListTable({
    entity,
    records: page.items,
    names,
    selection: canSelect ? selection : undefined,
    totals: totals.isOn && (
      <Suspense>
        <ListTotals entity={entity} columns={address.columns} totals={totals} hasTicks={canSelect} />
      </Suspense>
    ),
  })
  const plural = labelInSentence(t(entity.plural))
  const total = page.total ?? totals.count
  return (
    <>
      <ListScreen
        className="full-list"
        label={t(entity.plural)}
        search={t('Search {plural}', { plural })}
        tools={<ListTools entity={entity} onOpen={open} />}
        count={total !== undefined && countText(entity, total)}
        action={<NewRecordLink entity={entity} />}
        filters={
          <>
            <Suspense>
              <PrintView entity={entity} page={page} />
            </Suspense>
            <ListLinks entity={entity} totals={totals} onKeys={() => open('keys')} />
            <Suspense>{isFiltered(address) && <FilterChips entity={entity} />}</Suspense>
          </>
        }
        page={page}
        pagesOf={plural}
        perPage={address.perPage}
        table={table}
        empty={<Empty entity={entity} problem={problem} />}
        selectionBar={
          canSelect && (
            <Suspense>
              <BulkActions entity={entity} selection={selection} page={page} query={query} onOpen={open} />
            </Suspense>
          )
        }
        foot={page.items.length > 0 && <PageSize entity={entity} />}
      />
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

function PageSize({ entity }: { entity: Entity }): ReactNode {
  const { perPage, to } = useListAddress(entity)
  const navigate = useNavigate()
  return (
    <label className="list-size">
      {t('Rows per page')}
      <select
        className="control"
        name="limit"
        value={perPage}
        onChange={(event) => void navigate(to({ perPage: Number(event.target.value) }), { replace: true })}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  )
}

function Empty({ entity, problem }: { entity: Entity; problem: string | null }): ReactNode {
  const { search, q } = useListAddress(entity)
  const plural = labelInSentence(t(entity.plural))
  const all = <Link to="?">{t('Show all {plural}', { plural })}</Link>
  if (problem) {
    return (
      <span role="alert">
        {t('Could not show the list: {problem}.', { problem })} {all}
      </span>
    )
  }
  const filters = queryOf(search)
  filters.delete('sort')
  if (filters.size > 0 || search.has('after')) {
    return (
      <>
        {q ? t('No matches for “{q}”.', { q }) : t('No matches for the filter.')} {all}
      </>
    )
  }
  return seesEverything() ? t('No {plural} yet.', { plural }) : t('You see no {plural} yet.', { plural })
}
