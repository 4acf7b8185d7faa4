import { useState, type ReactNode } from 'react'
import type { WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { cityName, customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { Button } from '../ui/button.tsx'
import { whyVisit } from './plan-labels.ts'
import { PlanMeasures } from './plan-measures.tsx'

type Report = NonNullable<WorkPlanView['report']>
export type LeftOut = Report['leftOut'][number]

interface PlanLeftOutProps {
  plan: WorkPlanView
  report: Report
  isEditable: boolean
  isBusy: boolean
  onAdd: (customer: LeftOut) => void
  onSolving: () => Promise<void>
}

/** So many are listed at first. */
const maxAtFirst = 12

/** What did not fit, with reasons, and what would help. */
export function PlanLeftOut(props: PlanLeftOutProps): ReactNode {
  const { plan, report, isEditable, isBusy, onAdd, onSolving } = props
  const [isOpen, setOpen] = useState(false)
  const { leftOut } = report
  const count = Math.max(leftOut.length, (plan.Visits_Due ?? 0) - (plan.Visits_In_Time ?? 0))
  if (leftOut.length === 0) return null
  // After a change by hand there may be room again, and visits that were not considered were not tried.
  const isComplete = !report.isEdited && report.considered >= report.due
  const shown = isOpen ? leftOut : leftOut.slice(0, maxAtFirst)
  return (
    <div className="plan-side">
      {report.measures.length > 0 && !report.isEdited && (
        <PlanMeasures plan={plan} report={report} isEditable={isEditable} onSolving={onSolving} />
      )}
      <section aria-labelledby="plan-left-out">
        <h2 id="plan-left-out">{t('Not in time: {count, number}', { count })}</h2>
        {leftOut.some(({ Reason }) => Reason === null) && isComplete && (
          <p className="field-hint">
            {t('Where no reason is given, no day has a stop or the time left for one more visit.')}
          </p>
        )}
        <ul className="plan-left-out">
          {shown.map((customer) => (
            <li key={customer.Customer_Code}>
              <span className="plan-who">
                <CustomerLink code={customer.Customer_Code} name={customerName(customer)} />
                <small>{cityName(customer)}</small>
                <small className="plan-why">
                  {whyVisit({ ...customer, Visit_Date: plan.From_Date }).join(' · ')}
                </small>
                {customer.Reason !== null && <small className="plan-day-problem">{customer.Reason}</small>}
              </span>
              {isEditable && (
                <Button
                  busy={isBusy}
                  aria-label={t('Add: {name}', { name: customerName(customer) })}
                  onClick={() => onAdd(customer)}
                >
                  {t('Add')}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {leftOut.length > shown.length && (
          <Button onClick={() => setOpen(true)}>
            {t('Show all {count, number}', { count: leftOut.length })}
          </Button>
        )}
        {isOpen && count > leftOut.length && (
          <p className="field-hint">
            {t('The most urgent {count, number} are listed.', { count: leftOut.length })}
          </p>
        )}
      </section>
    </div>
  )
}
