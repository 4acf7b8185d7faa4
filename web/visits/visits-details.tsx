import type { ReactNode } from 'react'
import type { LoggedVisit } from '#domain/api/visits/dashboard.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import './visits.css'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { CustomerLink } from '../masters/customer-link.tsx'
import { Facts } from './facts.tsx'
import { formatDayOrBlank, formatMomentOrBlank, StatusBadge, textIn } from './visits-columns.tsx'

interface VisitDetailsProps {
  visit: LoggedVisit
  clock: FirmClock
  onClose: () => void
  /** Opens the assignment dialog; undefined without the right. */
  onAssign?: () => void
}

/** All fields of a visit that have a value. */
export function VisitDetails({ visit, clock, onClose, onAssign }: VisitDetailsProps): ReactNode {
  const code = visit.Customer_Code
  const text = (field: keyof LoggedVisit): string => textIn(visit, field)
  const lines: (readonly [string, ReactNode])[] = [
    [
      'Customer',
      code === null ? (
        'Unknown'
      ) : (
        <CustomerLink key="customer" code={code} name={visit.Customer_Name ?? code} />
      ),
    ],
    ['Status', <StatusBadge key="status" visit={visit} />],
    ['Planned At', formatMomentOrBlank(visit.Planned_At, clock)],
    ['Planned By', visit.Planned_Name],
    ['Assigned To', visit.Assigned_Name && `${visit.Assigned_Name} (${text('Assigned_To')})`],
    ['Visited On', formatDayOrBlank(visit.Visited_On)],
    ['Recorded By', visit.Recorded_Name],
    ['Recorded At', formatMomentOrBlank(visit.Recorded_At, clock)],
    ['Reason', text('Reason')],
    ['Remarks', text('Remarks')],
    ['Feedback', text('Feedback')],
    ['Season Recommendation', text('Season_Recommendation')],
    ['New Recommended Crops', text('New_Recommended_Crops')],
    ['New Recommended Materials', text('New_Recommended_Materials')],
    ['Next Visit Suggested', formatMomentOrBlank(visit.Next_Visit_Suggested, clock)],
    ['Amount Receivables', text('Amount_Receivables')],
    ['Overdue Amount', text('Overdue_Amount')],
    ['Balance As Of', formatDayOrBlank(visit.Balance_As_Of)],
    ['Fixed Field', text('Fixed_Field')],
    ['Last Crop Result', text('Last_Crop_Result')],
    ['Last Material Recommended', text('Last_Material_Recommended')],
    ['Last Material Result', text('Last_Material_Result')],
    ['Check In Place', text('Check_In_Place')],
  ]
  return (
    <Dialog heading={`Visit ${visit.Visit_ID}`} width="wide" onClose={onClose}>
      <Facts lines={lines.filter(([, value]) => value !== '' && value !== null)} />
      <DialogActions>
        {visit.Status === 'unassigned' && onAssign && (
          <Button tone="main" onClick={onAssign}>
            Assign customer
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
