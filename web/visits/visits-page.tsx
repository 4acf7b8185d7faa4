import { lazy, Suspense, useState, type ReactNode } from 'react'
import {
  Link,
  useLoaderData,
  useNavigation,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import type { LoggedVisit, VisitLog } from '#domain/visits/glance.ts'
import { seesEverything } from '../api/session.ts'
import { listVisitLog } from '../api/glance.ts'
import { useMay } from '../api/use-may.ts'
import { rowsPerPage, useListLinks } from '../entity/list-links.ts'
import { ListPages } from '../entity/list-pages.tsx'
import { ListSearch } from '../entity/list-search.tsx'
import '../styles/visits-list.css'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { VisitFacts } from './visits-details.tsx'
import { isFilter, VisitFilters } from './visits-filters.tsx'
import { visitsColumns } from './visits-columns.tsx'
import { VisitTabs } from './visit-tabs.tsx'
import { orAll } from '../entity/way-out.ts'

const WhoseVisit = lazy(async () => ({ default: (await import('./whose-visit.tsx')).WhoseVisit }))

const newestFirst = '-Visit_ID'

function visitsLoader({ request, url }: LoaderFunctionArgs): Promise<VisitLog> {
  const search = new URLSearchParams(
    [...url.searchParams].filter(([name]) => isFilter(name) || ['q', 'after', 'sort'].includes(name)),
  )
  if (!search.get('sort')) search.set('sort', newestFirst)
  search.set('limit', String(rowsPerPage))
  return orAll(url, listVisitLog(search, request.signal))
}

/** Every visit there is, planned or over, with a way to say whose it was. */
function VisitsPage(): ReactNode {
  const { items, next, ...clock } = useLoaderData<VisitLog>()
  const [opened, setOpened] = useState<LoggedVisit | null>(null)
  const [asked, setAsked] = useState<LoggedVisit | null>(null)
  const { search, changed } = useListLinks()
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const may = useMay()
  const sort = search.get('sort') ?? newestFirst
  const ask = (visit: LoggedVisit): void => {
    notify(null)
    setOpened(null)
    setAsked(visit)
  }
  const mayAssign = may('create', 'visit')
  const whose = (visit: LoggedVisit): ReactNode =>
    visit['Status'] === 'unassigned' && (
      <Button aria-label={`Whose was it? Visit ${String(visit['Visit_ID'])}`} onClick={() => ask(visit)}>
        Whose was it?
      </Button>
    )
  const actions: Column<LoggedVisit> = { label: 'Actions', isControl: true, cell: whose }
  const columns = visitsColumns(clock, { sort, changed, onOpen: setOpened })
  const isFiltered = [...search].some(([name, value]) => (isFilter(name) || name === 'q') && value !== '')
  return (
    <Page heading="Visits" lead="Every visit, planned or over.">
      <VisitTabs />
      <div className="visits-list">
        <div className="list-head">
          <ListSearch label="Search by customer or visit" />
        </div>
        <VisitFilters clock={clock} />
        {items.length === 0 ? (
          <NoVisits isFiltered={isFiltered} />
        ) : (
          <DataTable
            caption="Visits"
            columns={
              mayAssign && items.some((visit) => visit['Status'] === 'unassigned')
                ? [...columns, actions]
                : columns
            }
            rows={items}
            keyOf={(visit) => visit.id}
            isBusy={navigation.state !== 'idle' || state !== 'idle'}
          />
        )}
        <ListPages page={{ items, next }} label="Pages of visits" />
      </div>
      {opened && (
        <VisitFacts
          visit={opened}
          clock={clock}
          onClose={() => setOpened(null)}
          {...(mayAssign && { onAsk: () => ask(opened) })}
        />
      )}
      {asked && (
        <Suspense>
          <WhoseVisit
            visit={asked}
            clock={clock}
            onClose={() => setAsked(null)}
            onSaved={() => {
              setAsked(null)
              void revalidate()
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

function NoVisits({ isFiltered }: { isFiltered: boolean }): ReactNode {
  return (
    <p className="list-empty">
      {isFiltered ? (
        <>
          No visit matches. <Link to="/visits">Show all visits</Link>
        </>
      ) : (
        <>
          {seesEverything() ? 'No' : 'You see no'} visits yet. <Link to="/get">Plan the first one</Link>
        </>
      )}
    </p>
  )
}

export const visitsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <VisitsPage />,
  loader: visitsLoader,
}
