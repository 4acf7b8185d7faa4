import type { RouteObject } from 'react-router'
import { PlanDialog } from './plan-dialog.tsx'
import { visitColumns } from './visit-columns.tsx'
import { VisitPage, visitPlansLoader } from './visit-page.tsx'

export const plannerRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: (
    <VisitPage
      key="planner"
      heading="Visit Planner"
      lead="Who is waiting for a visit, the most overdue first."
      columns={(clock) => visitColumns(clock, (plan) => plan.Days_Since_Visit_Pending)}
      action="Plan Visit"
      dialog={PlanDialog}
    />
  ),
  loader: visitPlansLoader('due'),
}
