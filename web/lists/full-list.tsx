import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link, useNavigate, useNavigation, useRevalidator } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Page } from '../api/resources.ts'
import { seesEverything } from '../api/session.ts'
import { useMay } from '../api/use-may.ts'
import { inSentence } from '../entity/in-sentence.ts'
import { hasOwnScreen } from '../entity/own-screens.ts'
import { ListPages } from '../entity/list-pages.tsx'
import '../styles/entity.css'
import '../styles/lists.css'
import { notify } from '../ui/notices.tsx'
import { FilterChips } from './filter-chips.tsx'
import { pageSizes, queryOf, useListAddress } from './list-address.ts'
import type { OpenDialog } from './list-dialogs.tsx'
import { ListLinks } from './list-links.tsx'
import { ListTable } from './list-table.tsx'
import { ListTools } from './list-tools.tsx'
import { ListTotals, useTotals } from './list-totals.tsx'
import { OnPaper } from './on-paper.tsx'
import { PickedBar } from './picked-bar.tsx'
import type { Names } from './reference-names.ts'
import { useListKeys } from './use-list-keys.ts'
import { usePicks } from './use-picks.ts'

const ListDialogs = lazy(async () => ({ default: (await import('./list-dialogs.tsx')).ListDialogs }))

interface FullListProps {
  entity: Entity
  page: Page
  names: Names
  problem: string | null
}

/** A master as a whole screen: where office staff find, mend, count, print and take away many records at once. */
export function FullList({ entity, page, names, problem }: FullListProps): ReactNode {
  const address = useListAddress(entity)
  const query = queryOf(address.search)
  const navigation = useNavigation()
  const { state } = useRevalidator()
  const may = useMay()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const picks = usePicks(entity, unsorted(query))
  const totals = useTotals(entity, query)
  const mayPick = !hasOwnScreen(entity) && (may('update', entity.name) || may('delete', entity.name))
  const open = (which: OpenDialog): void => {
    notify(null)
    setDialog(which)
  }
  useListKeys({
    onKeys: () => open('keys'),
    onTick: (at) => mayPick && picks.toggle(page.items, at, false),
  })
  const plural = inSentence(entity.plural)
  return (
    <section className="full-list" aria-label={entity.plural}>
      <OnPaper entity={entity} page={page} />
      <ListTools entity={entity} total={page.total ?? totals.count} onOpen={open} />
      {/* In the same place, so that the rows stay where they are when the first one is ticked. */}
      {picks.count > 0 ? (
        <PickedBar entity={entity} picks={picks} page={page} query={query} onOpen={open} />
      ) : (
        <ListLinks entity={entity} totals={totals} onKeys={() => open('keys')} />
      )}
      <FilterChips entity={entity} />
      {page.items.length === 0 ? (
        <Empty entity={entity} problem={problem} />
      ) : (
        <ListTable
          entity={entity}
          records={page.items}
          names={names}
          isBusy={navigation.state !== 'idle' || state !== 'idle'}
          picks={mayPick ? picks : undefined}
          totals={<ListTotals entity={entity} columns={address.columns} totals={totals} hasTicks={mayPick} />}
        />
      )}
      <div className="list-foot">
        {page.items.length > 0 && <PageSize entity={entity} />}
        <ListPages page={page} perPage={address.perPage} label={`Pages of ${plural}`} />
      </div>
      {dialog && (
        <Suspense>
          <ListDialogs entity={entity} which={dialog} picks={picks} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </section>
  )
}

/** In whatever order they stand, they are the same records. */
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
      Rows a page
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
  const plural = inSentence(entity.plural)
  const all = <Link to="?">Show all {plural}</Link>
  if (problem) {
    return (
      <p className="list-empty" role="alert">
        This list cannot be shown: {problem}. {all}
      </p>
    )
  }
  const narrowing = queryOf(search)
  narrowing.delete('sort')
  if (narrowing.size > 0 || search.has('after')) {
    return (
      <p className="list-empty">
        Nothing here fits{q ? ` “${q}”` : ' the filter'}. {all}
      </p>
    )
  }
  return <p className="list-empty">{`${seesEverything() ? 'No' : 'You see no'} ${plural} yet.`}</p>
}
