import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import { formatDate } from '#domain/dates/dates.ts'
import type { CustomerPage as Content, Timeline as Visits } from '#domain/api/visits/customer-page.ts'
import { fromCustomer } from '#domain/visits/customer-path.ts'
import { useMay } from '../../api/use-may.ts'
import { RecordPart } from '../../records/record-part.tsx'
import { formatMoment } from '../customer-format.ts'
import { OwnerHistory } from '../owner-history.tsx'
import { Timeline } from '../timeline.tsx'
import { RichText, strong } from '../../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

/** The dialog of a screen, open for this customer. */
const linkTo = (path: string, code: string): string =>
  `${path}?${new URLSearchParams({ q: code, open: code }).toString()}`

/** The next plan, the visits so far and the owners, with the ways to plan and record a visit. */
export function VisitsTab({ content }: Readonly<{ content: Content }>): ReactNode {
  const { plan, visits, assignments, today } = content
  const may = useMay()
  return (
    <>
      {may('create', 'visit') && (
        <p className="customer-actions">
          <Link className="button button-main" to={linkTo('/get', plan.Customer_Code)} state={fromCustomer}>
            {t('Plan Visit')}
          </Link>
          <Link
            className="button button-plain"
            to={linkTo('/visitentry', plan.Customer_Code)}
            state={fromCustomer}
          >
            {t('Visit Detail')}
          </Link>
        </p>
      )}
      <div className={visits ? 'customer-visits' : 'record-columns'}>
        {visits && (
          <>
            <NextPlan content={content} visits={visits} />
            <div className="customer-timeline">
              <Timeline content={content} visits={visits} />
            </div>
          </>
        )}
        {assignments && <OwnerHistory assignments={assignments} today={today} />}
      </div>
    </>
  )
}

function NextPlan({ content, visits }: Readonly<{ content: Content; visits: Visits }>): ReactNode {
  const { plan } = content
  const open = plan.Plan
  const may = useMay()
  const assigned = visits.items.find((visit) => visit.Visit_ID === open?.Visit_ID)?.assignedTo
  return (
    <RecordPart heading={t('Next plan')}>
      {open ? (
        <>
          <p>
            <RichText
              message={assigned ? '<moment>{moment}</moment>, for {person}' : '<moment>{moment}</moment>'}
              values={{ moment: formatMoment(open.Planned_At, content), person: assigned ?? '' }}
              tags={{ moment: strong }}
            />
          </p>
          {open.Remarks && <p className="customer-words">{open.Remarks}</p>}
        </>
      ) : (
        <p>
          {t('Nothing is planned. The next visit is due on {date}.', {
            date: formatDate(plan.Recommended_Date),
          })}
        </p>
      )}
      {may('create', 'visit') && (
        <p className="customer-way">
          <Link to={linkTo('/get', plan.Customer_Code)} state={fromCustomer}>
            {open ? t('Move the plan') : t('Plan a visit')}
          </Link>
        </p>
      )}
    </RecordPart>
  )
}
