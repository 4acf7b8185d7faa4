import { useState, type ReactNode } from 'react'
import type { WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { useMay } from '../api/use-may.ts'
import { describeSkipped, undoChanges } from '../changes/undo-batch.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { focusNoticeIfLost, notify, type Notice } from '../ui/notices.tsx'
import { applyMeasure, restartPlan } from './work-plans-api.ts'

type Report = NonNullable<WorkPlanView['report']>
type Measure = Report['measures'][number]

interface PlanMeasuresProps {
  plan: WorkPlanView
  report: Report
  isEditable: boolean
  /** After a measure was done: the plan is being solved again. */
  onSolving: () => Promise<void>
}

/** What would make more visits fit, each with the number that solving again found, and a button to do it. */
export function PlanMeasures({ plan, report, isEditable, onSolving }: PlanMeasuresProps): ReactNode {
  const may = useMay()
  const [asked, setAsked] = useState<number | null>(null)
  const mayDo = ({ kind }: Measure): boolean =>
    kind === 'more stops'
      ? may('create', 'workingTime') && may('update', 'workingTime')
      : kind === 'longer interval'
        ? may('update', 'customer')
        : may('create', 'assignment') && may('update', 'assignment') && may('delete', 'assignment')
  const measure = asked === null ? undefined : report.measures[asked]
  return (
    <section aria-labelledby="plan-measures">
      <h2 id="plan-measures">{t('What would help')}</h2>
      <ul className="plan-measures">
        {report.measures.map((each, at) => (
          <li key={each.kind}>
            <span>
              {each.sentence}.
              {each.planned < each.due && (
                <small>
                  {t('{count, plural, one {# more than now} other {# more than now}}', {
                    count: each.planned - report.planned,
                  })}
                </small>
              )}
            </span>
            {isEditable && mayDo(each) && (
              <Button
                aria-label={t('Do it: {measure}', { measure: each.sentence })}
                onClick={() => setAsked(at)}
              >
                {t('Do it')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isEditable && !report.measures.some(mayDo) && (
        <p className="field-hint">{t('The office can do this.')}</p>
      )}
      {measure && (
        <ConfirmDialog
          heading={t('Do this?')}
          action={t('Do it and solve again')}
          send={() => applyMeasure(plan.Plan_ID, plan.version, asked!)}
          success={({ batchId, changed }) =>
            doneNotice(plan, batchId, changed, may('update', 'batch'), onSolving)
          }
          failure={t('Nothing was changed')}
          onDone={async () => {
            setAsked(null)
            await onSolving()
          }}
          onClose={() => setAsked(null)}
        >
          <p>{measure.sentence}.</p>
          <p>{consequenceOf(plan, measure)}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** What is changed besides the plan. */
function consequenceOf({ Employee_Name: name, To_Date }: WorkPlanView, { kind, customers }: Measure): string {
  if (kind === 'more stops')
    return t('The working time of {name} is changed, for later plans as well.', { name })
  if (kind === 'longer interval')
    return t(
      'The days between visits are changed at {count, plural, one {# customer} other {# customers}}, for later plans as well.',
      { count: customers },
    )
  return t(
    '{count, plural, one {# customer is} other {# customers are}} handed over until {date} and then {count, plural, one {returns} other {return}} to {name}.',
    { count: customers, date: formatDate(To_Date), name },
  )
}

function doneNotice(
  { Plan_ID }: WorkPlanView,
  batchId: string,
  changed: number,
  mayUndo: boolean,
  onSolving: () => Promise<void>,
): Omit<Notice, 'tone'> {
  const text = t(
    '{count, plural, one {# record was changed} other {# records were changed}}. The plan is being solved again',
    { count: changed },
  )
  if (!mayUndo) return { text }
  // Without the change the plan is another one: it is solved again, whether it is solved by now or not.
  const undo = async (): Promise<void> => {
    const report = await undoChanges(batchId, async () => {})
    if (!report) return
    try {
      await restartPlan(Plan_ID)
      notify({
        tone: 'good',
        text: t('{count, plural, one {# record} other {# records}} undone. The plan is being solved again', {
          count: report.undone,
        }),
        detail: describeSkipped(report),
      })
    } catch (error) {
      notify({
        tone: 'bad',
        text: t('It is undone, but the plan is not solved again: choose “Solve again”'),
        detail: sentenceOf(error),
      })
    }
    await onSolving()
    focusNoticeIfLost()
  }
  return { text, action: { label: t('Undo'), run: () => void undo() } }
}
