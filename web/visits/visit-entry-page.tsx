import type { RouteObject } from 'react-router'
import { showDay } from '#domain/dates.ts'
import type { FirmClock, VisitPlan } from '#domain/visits/plans.ts'
import type { Column } from '../ui/data-table.tsx'
import { DetailDialog } from './detail-dialog.tsx'
import { visitColumns } from './visit-columns.tsx'
import { VisitPage, visitPlansLoader } from './visit-page.tsx'
import { daysInEntry, plannedFor } from './visit-words.ts'

const entryColumns = (clock: FirmClock): readonly Column<VisitPlan>[] => [
  ...visitColumns(clock, daysInEntry),
  {
    label: 'Planned Date',
    cell: (plan) => {
      const planned = plannedFor(plan, clock)
      return planned && showDay(planned.day)
    },
  },
  { label: 'Planned Time', cell: (plan) => plannedFor(plan, clock)?.time },
  {
    label: 'Remarks',
    cell: ({ Plan }) => Plan?.Remarks && <span className="visit-remarks">{Plan.Remarks}</span>,
  },
]

export const visitEntryRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: (
    <VisitPage
      key="entry"
      heading="Visit Entry"
      lead="Planned visits first, then the most overdue."
      columns={entryColumns}
      action="Visit Detail"
      dialog={DetailDialog}
    />
  ),
  loader: visitPlansLoader('planned'),
}
