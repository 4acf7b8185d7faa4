import { useEffect, useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { LoggedVisit, VisitLog } from '#domain/api/visits/dashboard.ts'
import { seesEverything } from '../api/session-account.ts'
import { listVisitLog } from '../dashboard/dashboard-api.ts'
import { useMay } from '../api/use-may.ts'
import { rowsPerPage, useListLinks } from '../masters/list/list-links.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import './visits-list.css'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { isFilter, VisitFilters } from './visits-filters.tsx'
import { visitsColumns } from './visits-columns.tsx'
import { VisitTabs } from './visit-tabs.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const VisitDetails = deferredDialog(async () => (await import('./visits-details.tsx')).VisitDetails)
const GroupDialog = deferredDialog(async () => (await import('../visit-groups/group-dialog.tsx')).GroupDialog)
const VisitOwner = deferredDialog(async () => (await import('./visit-owner.tsx')).VisitOwner)

const newestFirst = '-Visit_ID'

function visitsLoader({ request, url }: LoaderFunctionArgs): Promise<VisitLog> {
  const search = new URLSearchParams(
    [...url.searchParams].filter(([name]) => isFilter(name) || ['q', 'after', 'sort'].includes(name)),
  )
  if (!search.get('sort')) search.set('sort', newestFirst)
  search.set('limit', String(rowsPerPage))
  return redirectOnBadQuery(url, listVisitLog(search, request.signal))
}

/** Lists all visits and assigns those without a customer. */
function VisitsPage(): ReactNode {
  const { items, next, ...clock } = useLoaderData<VisitLog>()
  const [opened, setOpened] = useState<LoggedVisit | null>(null)
  const [isGrouping, setGrouping] = useState(false)
  const [assigning, setAssigning] = useState<LoggedVisit | null>(null)
  const { search, changed } = useListLinks()
  const { revalidate } = useRevalidator()
  const may = useMay()
  useEffect(() => void VisitDetails.preload(), [])
  const sort = search.get('sort') ?? newestFirst
  const openAssign = (visit: LoggedVisit): void => {
    notify(null)
    setOpened(null)
    setAssigning(visit)
  }
  const canAssign = may('create', 'visit')
  const assignButton = (visit: LoggedVisit): ReactNode =>
    visit.Status === 'unassigned' && (
      <Button
        aria-label={t('Assign customer to visit {id}', { id: visit.Visit_ID })}
        onClick={() => openAssign(visit)}
      >
        {t('Assign customer')}
      </Button>
    )
  const actions: Column<LoggedVisit> = { label: t('Actions'), kind: 'actions', cell: assignButton }
  const columns = visitsColumns(clock, { sort, changed, onOpen: setOpened })
  const isFiltered = [...search].some(([name, value]) => (isFilter(name) || name === 'q') && value !== '')
  return (
    <Page heading={t('Visits')} lead={t('All visits, planned and past.')}>
      <VisitTabs />
      <ListScreen
        className="visits-list"
        label={t('Visits')}
        search={t('Search by customer or visit')}
        action={canAssign && <Button onClick={() => setGrouping(true)}>{t('Group visit')}</Button>}
        filters={<VisitFilters clock={clock} />}
        page={{ items, next }}
        table={{
          columns:
            canAssign && items.some((visit) => visit.Status === 'unassigned')
              ? [...columns, actions]
              : columns,
          keyOf: (visit) => visit.id,
        }}
        empty={<NoVisits isFiltered={isFiltered} />}
      />
      {opened && (
        <VisitDetails
          visit={opened}
          clock={clock}
          onClose={() => setOpened(null)}
          {...(canAssign && { onAssign: () => openAssign(opened) })}
        />
      )}
      {isGrouping && (
        <GroupDialog
          today={clock.today}
          onClose={() => setGrouping(false)}
          onSaved={() => {
            setGrouping(false)
            void revalidate()
          }}
        />
      )}
      {assigning && (
        <VisitOwner
          visit={assigning}
          clock={clock}
          onClose={() => setAssigning(null)}
          onSaved={() => {
            setAssigning(null)
            void revalidate()
          }}
        />
      )}
    </Page>
  )
}

function NoVisits({ isFiltered }: { isFiltered: boolean }): ReactNode {
  if (isFiltered)
    return (
      <>
        <p>{t('No visits match.')}</p>
        <p className="links">
          <Link className="button button-plain" to="/visits">
            {t('Show all visits')}
          </Link>
        </p>
      </>
    )
  return (
    <>
      <p>{seesEverything() ? t('No visits yet.') : t('You see no visits yet.')}</p>
      <p className="links">
        <Link className="button button-main" to="/get">
          {t('Plan the first one')}
        </Link>
      </p>
    </>
  )
}

export const visitsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <VisitsPage />,
  loader: visitsLoader,
}
