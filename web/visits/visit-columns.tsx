import type { ReactNode } from 'react'
import { showDay } from '#domain/dates.ts'
import '../styles/badges.css'
import type { FirmClock, VisitPlan } from '#domain/visits/plans.ts'
import type { Column } from '../ui/data-table.tsx'
import { lastVisitedInWords } from './visit-words.ts'

/** The columns both screens have. */
export const visitColumns = (
  { today }: FirmClock,
  daysOf: (plan: VisitPlan) => number,
  noteOf: (plan: VisitPlan) => string | undefined = () => undefined,
): readonly Column<VisitPlan>[] => [
  { label: 'Customer Name', cell: (plan) => plan.Customer_Name },
  { label: 'Customer Code', cell: (plan) => plan.Customer_Code },
  { label: 'City Code', cell: (plan) => plan.City_Code },
  { label: 'Visit In Days', cell: (plan) => plan.Visit_In_Days },
  { label: 'Last Visited', cell: lastVisitedInWords },
  { label: 'Recommended Date', cell: (plan) => showDay(plan.Recommended_Date) },
  {
    label: 'Days Since Visit Pending',
    cell: (plan) => (
      <span>
        <span className="visit-days">
          {daysOf(plan)} <DueBadge day={plan.Recommended_Date} today={today} />
        </span>{' '}
        {noteOf(plan) && <span className="badge badge-active">{noteOf(plan)}</span>}
      </span>
    ),
  },
]

/** By the calendar; the number beside it counts days that have begun, so it is 1 on the very day. */
function DueBadge({ day, today }: { day: string; today: string }): ReactNode {
  if (day < today) return <span className="badge badge-overdue">overdue</span>
  if (day === today) return <span className="badge badge-today">due today</span>
  return <span className="badge">not yet</span>
}
