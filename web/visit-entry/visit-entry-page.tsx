import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { formatDate } from '#domain/dates/dates.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import type { Column } from '../ui/data-table.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { visitColumns } from '../visits/visit-columns.tsx'
import { VisitPage, visitPlansLoader } from '../visits/visit-page.tsx'
import { daysInEntry, plannedFor } from '../visits/visit-format.ts'
import { t } from '#domain/messages/t.ts'

const DetailDialog = deferredDialog(async () => (await import('./detail-dialog.tsx')).DetailDialog)

const entryColumns = (clock: FirmClock): readonly Column<VisitPlan>[] => [
  ...visitColumns(clock, daysInEntry),
  {
    id: 'day',
    label: t('Planned Date'),
    cell: (plan) => {
      const planned = plannedFor(plan, clock)
      return planned && formatDate(planned.day)
    },
  },
  { id: 'time', label: t('Planned Time'), cell: (plan) => plannedFor(plan, clock)?.time },
  {
    id: 'remarks',
    label: t('Remarks'),
    cell: ({ Plan }) => Plan?.Remarks && <span className="visit-remarks">{Plan.Remarks}</span>,
  },
]

const VisitEntryPage = (): ReactNode => (
  <VisitPage
    heading={t('Visit Entry')}
    lead={t('Planned visits first, then the most overdue.')}
    columns={entryColumns}
    action={t('Visit Detail')}
    dialog={DetailDialog}
  />
)

export const visitEntryRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <VisitEntryPage />,
  loader: visitPlansLoader('planned'),
}
