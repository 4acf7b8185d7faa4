import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { showDay } from '#domain/dates.ts'
import type { FirmClock, VisitPlan, VisitPlans } from '#domain/visits/plans.ts'
import { useMay } from '../api/use-may.ts'
import { listVisitPlans } from '../api/visits.ts'
import { useListLinks } from '../entity/list-links.ts'
import { SavedViews } from '../entity/saved-views.tsx'
import '../styles/planner.css'
import type { Column } from '../ui/data-table.tsx'
import { Icon } from '../ui/icon.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { PlannerChips } from './planner-chips.tsx'
import { DueLinks } from './planner-due.tsx'
import { usePlannerEmpty } from './planner-empty.tsx'
import { filtersIn, readPlannerLink } from './planner-link.ts'
import { SelectionBar, Sheet, Tick, TickAll } from './planner-selection.tsx'
import { useSelection } from './use-selection.ts'
import { visitColumns } from './visit-columns.tsx'
import { VisitPage } from './visit-page.tsx'
import { orAll } from '../entity/way-out.ts'
import { plannedFor } from './visit-words.ts'

const PlannerFilters = lazy(async () => ({
  default: (await import('./planner-filters.tsx')).PlannerFilters,
}))
const BulkPlanDialog = lazy(async () => ({
  default: (await import('./planner-bulk-dialog.tsx')).BulkPlanDialog,
}))

// Who is planned already need not be planned again.
const plannerColumns = (
  clock: FirmClock,
  tickOf?: (plan: VisitPlan) => ReactNode,
): readonly Column<VisitPlan>[] =>
  visitColumns(
    clock,
    (plan) => plan.Days_Since_Visit_Pending,
    (plan) => {
      const planned = plannedFor(plan, clock)
      return planned && `planned ${showDay(planned.day)}`
    },
    tickOf,
  )

function PlannerPage(): ReactNode {
  const { items, next: _, ...clock } = useLoaderData<VisitPlans>()
  const { revalidate } = useRevalidator()
  const { search } = useListLinks()
  const mayPlan = useMay()('create', 'visit')
  const selection = useSelection()
  const [isFiltering, setFiltering] = useState(false)
  const [isPlanning, setPlanning] = useState(false)
  // Each time it is printed is a sheet of its own.
  const [sheet, setSheet] = useState(0)
  const removeSheet = useCallback(() => setSheet(0), [])
  const filterCount = filtersIn(search).length

  const tools = (
    <>
      <button
        type="button"
        className="button button-plain"
        aria-expanded={isFiltering}
        onClick={() => setFiltering(!isFiltering)}
      >
        <Icon name="filter" />
        Filter{filterCount > 0 && ` (${filterCount})`}
      </button>
      <SavedViews screen="/get" query={search.toString()} />
    </>
  )
  return (
    <VisitPage
      heading="Visit Planner"
      lead="Who is waiting for a visit, the most overdue first."
      columns={(now) =>
        plannerColumns(now, mayPlan ? (plan) => <Tick plan={plan} selection={selection} /> : undefined)
      }
      action="Plan Visit"
      dialog={PlanDialog}
      tools={tools}
      empty={usePlannerEmpty()}
      foot={
        mayPlan && (
          <SelectionBar
            selection={selection}
            onPlan={() => {
              notify(null)
              setPlanning(true)
            }}
            onPrint={() => setSheet(sheet + 1)}
          />
        )
      }
    >
      {isFiltering && (
        <Suspense>
          <PlannerFilters />
        </Suspense>
      )}
      <div className="planner-line">
        <DueLinks />
        {mayPlan && items.length > 0 && <TickAll items={items} selection={selection} />}
      </div>
      <PlannerChips />
      {isPlanning && (
        <Suspense>
          <BulkPlanDialog
            customers={selection.chosen}
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
        </Suspense>
      )}
      {sheet > 0 && (
        <Sheet
          key={sheet}
          plans={selection.chosen}
          columns={plannerColumns}
          clock={clock}
          onDone={removeSheet}
        />
      )}
    </VisitPage>
  )
}

export const plannerRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <PlannerPage key="planner" />,
  loader: ({ request, url }: LoaderFunctionArgs) =>
    orAll(url, listVisitPlans(readPlannerLink(url.searchParams), request.signal)),
}
