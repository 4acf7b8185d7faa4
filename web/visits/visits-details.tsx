import { useState, type ReactNode } from 'react'
import type { LoggedVisit, VisitLog } from '#domain/api/visits/dashboard.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import './visits.css'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { CustomerLink } from '../masters/customer-link.tsx'
import { Facts } from './facts.tsx'
import {
  formatDayOrBlank,
  formatMomentOrBlank,
  recommendedIn,
  StatusBadge,
  textIn,
} from './visits-columns.tsx'
import { AdviceDetails } from '../slip/advice-details.tsx'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

const VisitSlip = deferredDialog(async () => (await import('../slip/visit-slip.tsx')).VisitSlip)

interface VisitDetailsProps {
  visit: LoggedVisit
  clock: FirmClock & Pick<VisitLog, 'names'>
  onClose: () => void
  /** Opens the assignment dialog; undefined without the right. */
  onAssign?: () => void
}

/** All fields of a visit that have a value. */
export function VisitDetails({ visit, clock, onClose, onAssign }: VisitDetailsProps): ReactNode {
  const code = visit.Customer_Code
  const [isSlipOpen, setSlipOpen] = useState(false)
  const text = (field: keyof LoggedVisit): string => textIn(visit, field)
  const [season, crops, materials] = recommendedIn(visit, clock.names)
  const lines: (readonly [string, ReactNode])[] = [
    [
      t('Customer'),
      code === null ? (
        t('Unknown')
      ) : (
        <CustomerLink
          key="customer"
          code={code}
          name={shownName(visit.Customer_Name ?? code, visit.Local_Name)}
        />
      ),
    ],
    [t('Status'), <StatusBadge key="status" visit={visit} clock={clock} />],
    [t('Planned At'), formatMomentOrBlank(visit.Planned_At, clock)],
    [t('Planned By'), visit.Planned_Name],
    [t('Assigned To'), visit.Assigned_Name && `${visit.Assigned_Name} (${text('Assigned_To')})`],
    [t('Visited On'), formatDayOrBlank(visit.Visited_On)],
    [t('Recorded By'), visit.Recorded_Name],
    [t('Recorded At'), formatMomentOrBlank(visit.Recorded_At, clock)],
    [t('Joined By'), text('Joined_By')],
    [t('Group Title'), text('Group_Title')],
    [t('Group Kind'), visit.Group_Kind && t(visit.Group_Kind)],
    [t('Group ID'), text('Group_ID')],
    [t('Attendees'), textIn(visit, 'Attendees')],
    [t('Reason'), textIn(visit, 'Reason')],
    [t('Remarks'), textIn(visit, 'Remarks')],
    [t('Feedback'), textIn(visit, 'Feedback')],
    [t('Season Recommendation'), season],
    [t('New Recommended Crops'), crops],
    [t('New Recommended Materials'), materials],
    [
      t('Advice Details'),
      text('Advice_Details') && <AdviceDetails key="doses" text={text('Advice_Details')} />,
    ],
    [t('Advice Reason'), text('Advice_Reason')],
    [t('Next Visit Suggested'), formatMomentOrBlank(visit.Next_Visit_Suggested, clock)],
    [t('Amount Receivables'), text('Amount_Receivables')],
    [t('Overdue Amount'), text('Overdue_Amount')],
    [t('Balance As Of'), formatDayOrBlank(visit.Balance_As_Of)],
    [t('Fixed Field'), text('Fixed_Field')],
    [t('Last Crop Result'), visit.Last_Crop_Result && t(visit.Last_Crop_Result)],
    [t('Last Material Recommended'), text('Last_Material_Recommended')],
    [t('Last Material Result'), visit.Last_Material_Result && t(visit.Last_Material_Result)],
    [t('Check In Place'), text('Check_In_Place')],
  ]
  return (
    <Dialog heading={t('Visit {id}', { id: visit.Visit_ID })} width="wide" onClose={onClose}>
      <Facts lines={lines.filter(([, value]) => value)} />
      {isSlipOpen && <VisitSlip id={visit.id} onClose={() => setSlipOpen(false)} />}
      <DialogActions>
        {visit.Status === 'visited' && code !== null && (
          <Button name="slip" onClick={() => setSlipOpen(true)}>
            {t('Slip')}
          </Button>
        )}
        {visit.Status === 'unassigned' && onAssign && (
          <Button tone="main" onClick={onAssign}>
            {t('Assign customer')}
          </Button>
        )}
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
