import type { ReactNode } from 'react'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import type { StopView, WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { Button } from '../ui/button.tsx'
import { t } from '#domain/messages/t.ts'

interface PlanReportProps {
  plan: WorkPlanView
  isEditable: boolean
  isBusy: boolean
  onMeasure: (at: number) => void
  onAdd: (stop: StopView) => void
}

/** What fits, what does not, and what would help. */
export function PlanReportPart({ plan, isEditable, isBusy, onMeasure, onAdd }: PlanReportProps): ReactNode {
  const report = plan.report!
  const { due, planned, atMost } = report
  const firstDay = plan.days.find((day) => day.off === null)?.date ?? plan.From_Date
  const add = (row: (typeof report.leftOut)[number]): void =>
    onAdd({
      ...row,
      Visit_Date: firstDay,
      Start_Time: null,
      Minutes: plan.days.flatMap((day) => day.stops)[0]?.Minutes ?? 30,
      Is_Fixed: false,
      Reason: null,
      Kilometres: 0,
      Place: null,
    })
  return (
    <section className="work-plan-report">
      <p>
        <b>
          {t('{due, plural, one {# visit falls due} other {# visits fall due}}, {planned} fit.', {
            due,
            planned,
          })}
        </b>{' '}
        {planned < due && atMost < due && t('More than {atMost} fit in no order.', { atMost })}{' '}
        {report.gap !== null && (
          <span className="work-plan-gap">
            {t('Proven: no plan is better by more than {gap} %.', { gap: report.gap })}
          </span>
        )}
      </p>
      {report.notes.length > 0 && (
        <ul className="work-plan-notes">
          {report.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {report.measures.length > 0 && (
        <ul className="work-plan-measures">
          {report.measures.map((measure, at) => (
            <li key={measure.kind}>
              {measure.sentence}{' '}
              {isEditable && (
                <Button busy={isBusy} onClick={() => onMeasure(at)}>
                  {t('Do it')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {report.leftOut.length > 0 && (
        <details>
          <summary>
            {t('{count, plural, one {# visit is not in time} other {# visits are not in time}}', {
              count: Math.max(report.leftOut.length, due - planned),
            })}
          </summary>
          <ul className="work-plan-left">
            {report.leftOut.map((row) => (
              <li key={row.Customer_Code}>
                {customerName(row)} · {row.City_Name} · {t('due {day}', { day: formatDate(row.Due) })}{' '}
                {isEditable && <Button onClick={() => add(row)}>{t('Add')}</Button>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
