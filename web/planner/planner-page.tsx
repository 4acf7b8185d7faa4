import { Suspense, useCallback, useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { formatDate } from '#domain/dates/dates.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import { useMay } from '../api/use-may.ts'
import { listVisitPlans } from '../visits/visits-api.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { SavedViews } from '../saved-views/saved-views.tsx'
import './planner.css'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { useRowSelection } from '../ui/use-row-selection.ts'
import { DueLinks } from './planner-due.tsx'
import { countFilters, dueIn, fieldsNamedIn, readPlannerLink, type PlannerData } from './planner-link.ts'
import { PlanSelection, PrintSheet } from './planner-selection.tsx'
import { visitColumns } from '../visits/visit-columns.tsx'
import { VisitPage } from '../visits/visit-page.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import { plannedFor } from '../visits/visit-format.ts'
import { t } from '#domain/messages/t.ts'

const PlannerEmpty = deferredPart(async () => (await import('./planner-empty.tsx')).PlannerEmpty)
const PlannerChips = deferredPart(async () => (await import('./planner-chips.tsx')).PlannerChips)
const PlanDialog = deferredDialog(async () => (await import('./plan-dialog.tsx')).PlanDialog)
const PlannerFilters = deferredPart(async () => (await import('./planner-filters.tsx')).PlannerFilters)
const BulkPlanDialog = deferredDialog(async () => (await import('./planner-bulk-dialog.tsx')).BulkPlanDialog)

// The note shows which customers already have a plan.
const plannerColumns = (clock: FirmClock): readonly Column<VisitPlan>[] =>
  visitColumns(
    clock,
    (plan) => plan.Days_Since_Visit_Pending,
    (plan) => {
      const planned = plannedFor(plan, clock)
      return planned && t('planned {date}', { date: formatDate(planned.day) })
    },
  )

function PlannerPage(): ReactNode {
  const { items: _items, next: _next, namedFields, ...clock } = useLoaderData<PlannerData>()
  const { revalidate } = useRevalidator()
  const { search } = useListLinks()
  const may = useMay()
  const canPlan = may('create', 'visit')
  const selection = useRowSelection(({ Customer_Code }: VisitPlan) => Customer_Code)
  const [isFiltering, setFiltering] = useState(false)
  const [isPlanning, setPlanning] = useState(false)
  // A new key for each print mounts a new sheet.
  const [printCount, setPrintCount] = useState(0)
  const endPrint = useCallback(() => setPrintCount(0), [])
  const filterCount = countFilters(search, namedFields)

  const tools = (
    <>
      <Button aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
        <Icon name="filter" />
        {t('Filter')} {filterCount > 0 && <span className="list-count">{filterCount}</span>}
      </Button>
      <SavedViews screen="/get" query={search.toString()} />
      {may('create', 'workPlan') && (
        <Link className="button button-plain" to="/work-plans?new">
          {t('Plan a week or a month')}
        </Link>
      )}
    </>
  )
  return (
    <VisitPage
      heading={t('Visit Planner')}
      lead={t('Customers due for a visit, most overdue first.')}
      columns={plannerColumns}
      action={t('Plan Visit')}
      dialog={PlanDialog}
      tools={tools}
      empty={
        dueIn(search) || search.get('q') || filterCount > 0 ? (
          <Suspense>
            <PlannerEmpty />
          </Suspense>
        ) : undefined
      }
      filters={
        <>
          {isFiltering && (
            <Suspense>
              <PlannerFilters />
            </Suspense>
          )}
          <DueLinks />
          {(filterCount > 0 || dueIn(search)) && (
            <Suspense>
              <PlannerChips />
            </Suspense>
          )}
        </>
      }
      selection={canPlan ? selection : undefined}
      selectionBar={
        canPlan && (
          <PlanSelection
            selection={selection}
            onPlan={() => {
              notify(null)
              setPlanning(true)
            }}
            onPrint={() => setPrintCount(printCount + 1)}
          />
        )
      }
    >
      {isPlanning && (
        <BulkPlanDialog
          customers={selection.selected}
          clock={clock}
          isReturning={false}
          onCancel={() => setPlanning(false)}
          onOutdated={() => void revalidate()}
          onSaved={() => {
            setPlanning(false)
            selection.clear()
            void revalidate()
            focusNoticeIfLost()
          }}
        />
      )}
      {printCount > 0 && (
        <PrintSheet
          key={printCount}
          plans={selection.selected}
          columns={plannerColumns}
          clock={clock}
          onDone={endPrint}
        />
      )}
    </VisitPage>
  )
}

async function load({ request, url }: LoaderFunctionArgs): Promise<PlannerData> {
  const namedFields = await fieldsNamedIn(url.searchParams)
  const query = readPlannerLink(url.searchParams, namedFields)
  const plans = await redirectOnBadQuery(url, listVisitPlans(query, request.signal))
  return { ...plans, namedFields }
}

export const plannerRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <PlannerPage key="planner" />,
  loader: load,
}
