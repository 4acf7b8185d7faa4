import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { Link, useLoaderData, useNavigation, useRevalidator } from 'react-router'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Page } from '../api/resources.ts'
import { seesEverything } from '../api/session.ts'
import { useMay } from '../api/use-may.ts'
import { Icon } from '../ui/icon.tsx'
import { EntityTable } from './entity-table.tsx'
import { inSentence } from './in-sentence.ts'
import { filterable, hasFilters } from './filterable.ts'
import { useListLinks } from './list-links.ts'
import { ListPages } from './list-pages.tsx'
import { ListSearch } from './list-search.tsx'
import { useRemoval } from './use-removal.tsx'

const FiltersInForce = lazy(async () => ({
  default: (await import('./filters-in-force.tsx')).FiltersInForce,
}))
const ListFilters = lazy(async () => ({ default: (await import('./list-filters.tsx')).ListFilters }))
const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }))

export function EntityList({ entity }: { entity: Entity }): ReactNode {
  const page = useLoaderData<Page>()
  const { state } = useRevalidator()
  const navigation = useNavigation()
  const [isFiltering, setFiltering] = useState(false)
  const [history, setHistory] = useState<StoredRecord | null>(null)
  const may = useMay()
  const headingId = useId()
  const { remove, refusal } = useRemoval(entity)
  const plural = inSentence(entity.plural)
  const { search, changed } = useListLinks()

  return (
    <section className="entity-list" aria-labelledby={headingId}>
      <div className="list-head">
        <h2 id={headingId}>
          {entity.plural} {page.total ? <span className="list-count">{page.total}</span> : null}
        </h2>
        <div className="list-tools">
          <ListSearch label={`Search ${plural}`} />
          {hasFilters(entity) && (
            <button
              type="button"
              className="button button-plain"
              aria-expanded={isFiltering}
              onClick={() => setFiltering(!isFiltering)}
            >
              <Icon name="filter" />
              Filter
            </button>
          )}
        </div>
      </div>
      {isFiltering && (
        <Suspense>
          <ListFilters entity={entity} />
        </Suspense>
      )}
      {filterable(entity).some(([name]) => search.get(name)) && (
        <Suspense>
          <FiltersInForce entity={entity} />
        </Suspense>
      )}
      {page.items.length === 0 ? (
        <EmptyList entity={entity} />
      ) : (
        <EntityTable
          entity={entity}
          records={page.items}
          isBusy={navigation.state !== 'idle' || state !== 'idle'}
          mayEdit={may('update', entity.name)}
          onHistory={may('history', entity.name) ? setHistory : undefined}
          onDelete={may('delete', entity.name) ? remove : undefined}
        />
      )}
      <ListPages page={page} label={`Pages of ${plural}`} />
      <p className="links">
        <Link to={`/lists/${entity.path}${changed({})}`}>Open as full list</Link>
      </p>
      {refusal}
      {history && (
        <Suspense>
          <HistoryDialog entity={entity} record={history} onClose={() => setHistory(null)} />
        </Suspense>
      )}
    </section>
  )
}

function EmptyList({ entity }: { entity: Entity }): ReactNode {
  const { search } = useListLinks()
  const may = useMay()
  const isNarrowed = [...search.keys()].some((name) => name === 'q' || name in entity.fields)
  if (isNarrowed) {
    return (
      <p className="list-empty">
        Nothing here fits{search.get('q') ? ` “${search.get('q')}”` : ' the filter'}.{' '}
        <Link to="?" preventScrollReset>
          Show all {inSentence(entity.plural)}
        </Link>
      </p>
    )
  }
  return (
    <p className="list-empty">
      {seesEverything() ? 'No' : 'You see no'} {inSentence(entity.plural)} yet.
      {may('create', entity.name) && ' Fill in the form and submit it to make the first.'}
    </p>
  )
}
