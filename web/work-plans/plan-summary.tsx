import { useState, type ReactNode } from 'react'
import type { WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'
import { useMay } from '../api/use-may.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { Link } from '../ui/link.tsx'
import { describeFit, describeGap } from './fit-sentences.ts'
import { formatKilometres, formatMinutes, minutesOf } from './plan-labels.ts'

const WorkingTimeDialog = deferredDialog(
  async () => (await import('./working-time/working-time-dialog.tsx')).WorkingTimeDialog,
)

interface PlanSummaryProps {
  plan: WorkPlanView
  isEditable: boolean
  onWorkingTime: () => void
}

/** What fits, the totals, and what the reader should know or can put right. */
export function PlanSummary({ plan, isEditable, onWorkingTime }: PlanSummaryProps): ReactNode {
  const worked = plan.days.filter(({ stops }) => stops.length > 0)
  const stops = worked.reduce((sum, day) => sum + day.stops.length, 0)
  const kilometres = worked.reduce((sum, day) => sum + day.Kilometres, 0)
  const minutes = worked.reduce((sum, day) => sum + minutesOf(day, plan.hours.start), 0)
  const gap = describeGap(plan)
  return (
    <section className="plan-summary" aria-label={t('Summary')}>
      <p className="plan-fit">{describeFit(plan).join(' ')}</p>
      {stops > 0 && (
        <p>
          {[
            t('{count, plural, one {# stop} other {# stops}}', { count: stops }),
            t('{count, plural, one {# day} other {# days}}', { count: worked.length }),
            formatKilometres(kilometres),
            formatMinutes(minutes),
          ].join(' · ')}
        </p>
      )}
      {gap !== null && <p className="plan-gap">{gap}</p>}
      <Remarks plan={plan} isEditable={isEditable} onWorkingTime={onWorkingTime} />
    </section>
  )
}

/** What the working time or the start place would put right. */
const ofWorkingTime = new Set(['no capacity', 'no working day', 'no start', 'appointment too many'])

function Remarks({ plan, isEditable, onWorkingTime }: PlanSummaryProps): ReactNode {
  const may = useMay()
  const [isSetting, setSetting] = useState(false)
  const { report, Employee_Number, Employee_Name: name } = plan
  if (!report || report.remarks.length === 0) return null
  const maySet = isEditable && may('create', 'workingTime') && may('update', 'workingTime')
  return (
    <>
      <ul className="plan-remarks">
        {report.remarks.map(({ kind, sentence, customers }) => (
          <li key={sentence}>
            {sentence}.{' '}
            {customers.length > 0 && (
              <span className="plan-remark-links">
                {customers.map((each) => (
                  <CustomerLink
                    key={each.Customer_Code}
                    code={each.Customer_Code}
                    name={customerName(each)}
                  />
                ))}
              </span>
            )}
            {ofWorkingTime.has(kind) && maySet && (
              <button type="button" className="link" onClick={() => setSetting(true)}>
                {t('Set the working time of {name}', { name })}
              </button>
            )}
            {kind === 'place of city' && may('create', 'customerPlace') && (
              <Link to="/round">{t('Set locations on the day route')}</Link>
            )}
          </li>
        ))}
      </ul>
      {isSetting && (
        <WorkingTimeDialog
          employee={Employee_Number}
          name={name}
          onClose={() => setSetting(false)}
          onSaved={() => {
            setSetting(false)
            onWorkingTime()
          }}
        />
      )}
    </>
  )
}
