import type { RouteObject } from 'react-router'
import { showDay } from '#domain/dates.ts'
import type { FirmClock, VisitPlan } from '#domain/visits/plans.ts'
import type { Column } from '../ui/data-table.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { visitColumns } from './visit-columns.tsx'
import { VisitPage, visitPlansLoader } from './visit-page.tsx'
import { plannedFor } from './visit-words.ts'

// Who is planned already need not be planned again.
const plannerColumns = (clock: FirmClock): readonly Column<VisitPlan>[] =>
  visitColumns(
    clock,
    (plan) => plan.Days_Since_Visit_Pending,
    (plan) => {
      const planned = plannedFor(plan, clock)
      return planned && `planned ${showDay(planned.day)}`
    },
  )

export const plannerRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: (
    <VisitPage
      key="planner"
      heading="Visit Planner"
      lead="Who is waiting for a visit, the most overdue first."
      columns={plannerColumns}
      action="Plan Visit"
      dialog={PlanDialog}
    />
  ),
  loader: visitPlansLoader('due'),
}
