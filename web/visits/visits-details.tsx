import type { ReactNode } from 'react'
import type { LoggedVisit } from '#domain/visits/glance.ts'
import type { FirmClock } from '#domain/visits/plans.ts'
import '../styles/visits.css'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CustomerLink } from '../entity/customer-link.tsx'
import { Facts } from './facts.tsx'
import { dayIn, momentIn, StatusBadge, textIn } from './visits-columns.tsx'

interface VisitFactsProps {
  visit: LoggedVisit
  clock: FirmClock
  onClose: () => void
  /** For who may say whose visit it was. */
  onAsk?: () => void
}

/** All that is known of a visit; what is not said is not shown. */
export function VisitFacts({ visit, clock, onClose, onAsk }: VisitFactsProps): ReactNode {
  const code = visit['Customer_Code']
  const text = (field: string): string => textIn(visit, field)
  const lines: (readonly [string, ReactNode])[] = [
    [
      'Customer',
      code === null ? (
        'not known'
      ) : (
        <CustomerLink key="customer" code={String(code)} name={visit.Customer_Name ?? String(code)} />
      ),
    ],
    ['Status', <StatusBadge key="status" visit={visit} />],
    ['Planned At', momentIn(visit, 'Planned_At', clock)],
    ['Planned By', visit.Planned_Name],
    ['Assigned To', visit.Assigned_Name && `${visit.Assigned_Name} (${text('Assigned_To')})`],
    ['Visited On', dayIn(visit, 'Visited_On')],
    ['Recorded By', visit.Recorded_Name],
    ['Recorded At', momentIn(visit, 'Recorded_At', clock)],
    ['Reason', text('Reason')],
    ['Remarks', text('Remarks')],
    ['Feedback', text('Feedback')],
    ['Season Recommendation', text('Season_Recommendation')],
    ['New Recommended Crops', text('New_Recommended_Crops')],
    ['New Recommended Materials', text('New_Recommended_Materials')],
    ['Next Visit Suggested', momentIn(visit, 'Next_Visit_Suggested', clock)],
    ['Amount Receivables', text('Amount_Receivables')],
    ['Overdue Amount', text('Overdue_Amount')],
    ['Balance As Of', dayIn(visit, 'Balance_As_Of')],
    ['Fixed Field', text('Fixed_Field')],
    ['Last Crop Result', text('Last_Crop_Result')],
    ['Last Material Recommended', text('Last_Material_Recommended')],
    ['Last Material Result', text('Last_Material_Result')],
    ['Check In Place', text('Check_In_Place')],
  ]
  return (
    <Dialog heading={`Visit ${text('Visit_ID')}`} width="wide" onClose={onClose}>
      <Facts lines={lines.filter(([, value]) => value !== '' && value !== null)} />
      <div className="form-actions">
        {visit['Status'] === 'unassigned' && onAsk && (
          <Button tone="main" onClick={onAsk}>
            Whose was it?
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
