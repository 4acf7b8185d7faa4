import { useEffect, useState, type ReactNode } from 'react'
import { addDays, parseDay, formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import { nextHalfHour } from '#domain/visits/working-days.ts'
import { codeName } from '../ui/code-name.ts'
import { DateControl } from '../ui/date-control.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Facts } from '../visits/facts.tsx'
import { useWorkingDays, warningOf } from '../visits/use-working-days.ts'
import { useVisitForm } from '../visit-entry/use-visit-form.ts'
import { VisitForm } from '../visit-entry/visit-form.tsx'
import type { VisitDialogProps } from '../visits/visit-page.tsx'
import {
  formatDay,
  joinMoment,
  formatLastVisited,
  plannedFor,
  defaultTime,
  workingDayFrom,
} from '../visits/visit-format.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

type PlanValues = Record<'Planned_Date' | 'Planned_Time' | 'Remarks', string>

/** Initial values: the open plan, or the recommended day, but never a past day. */
function initialValues(plan: VisitPlan, clock: FirmClock): PlanValues {
  const planned = plannedFor(plan, clock)
  if (planned)
    return {
      Planned_Date: formatDate(planned.day),
      Planned_Time: planned.time,
      Remarks: plan.Plan?.Remarks ?? '',
    }
  const { today, timeZone } = clock
  const day = plan.Recommended_Date < today ? today : plan.Recommended_Date
  const now = wallClock(new Date(), timeZone).time.slice(0, 5)
  if (day > today || now < defaultTime)
    return { Planned_Date: formatDate(day), Planned_Time: defaultTime, Remarks: '' }
  const later = nextHalfHour(now)
  return later
    ? { Planned_Date: formatDate(day), Planned_Time: later, Remarks: '' }
    : { Planned_Date: formatDate(addDays(day, 1)), Planned_Time: defaultTime, Remarks: '' }
}

function check({ Planned_Date, Planned_Time }: PlanValues): FieldProblem[] {
  const problems: FieldProblem[] = []
  const isBlank = Planned_Date.trim() === ''
  if (isBlank) problems.push({ field: 'Planned_Date', message: t('Planned Date is required') })
  else if (!parseDay(Planned_Date.trim()))
    problems.push({ field: 'Planned_Date', message: t('Planned Date should be a date like 31/12/2026') })
  if (!Planned_Time) problems.push({ field: 'Planned_Time', message: t('Planned Time is required') })
  return problems
}

const momentOf = ({ Planned_Date, Planned_Time }: PlanValues): string =>
  joinMoment(parseDay(Planned_Date.trim()) ?? Planned_Date, Planned_Time)

interface PlanDialogProps extends VisitDialogProps {
  /** The day and time that were chosen in the calendar, instead of the suggested ones. */
  at?: { day: string; time: string }
}

/** Plans or moves the next visit of a customer. */
export function PlanDialog({ plan, clock, at, ...props }: PlanDialogProps): ReactNode {
  const planned = plannedFor(plan, clock)
  const form = useVisitForm<PlanValues>({
    draft: ['plan visit', plan.Customer_Code, at?.day, at?.time].filter(Boolean).join(' '),
    initial: {
      ...initialValues(plan, clock),
      ...(at && { Planned_Date: formatDate(at.day), Planned_Time: at.time }),
    },
    check,
    toEvent: (values) => ({
      kind: 'plan',
      customer: { id: plan.Customer_ID },
      seen: plan.Plan && { Visit_ID: plan.Plan.Visit_ID, version: plan.Plan.version },
      values: {
        Last_Visited_Date: plan.Last_Visited,
        Recommended_Date: plan.Recommended_Date,
        Days_Since_Visit_Pending: plan.Days_Since_Visit_Pending,
        Planned_Date: momentOf(values),
        Planned_Time: momentOf(values),
        Remarks: values.Remarks,
      },
    }),
    // A customer has one open plan, so later changes move it.
    isResent: true,
  })
  const { values, problems, setValue, setDefaults } = form
  const day = parseDay(values.Planned_Date.trim())
  const { reasonOf } = useWorkingDays([plan.Customer_Code], day)
  // Days off are loaded after the dialog opens.
  const [initialDay] = useState(planned || at ? undefined : parseDay(values.Planned_Date))
  const suggested = initialDay ? workingDayFrom(initialDay, reasonOf) : undefined
  const suggestedDay = suggested?.why ? suggested.day : undefined
  useEffect(() => {
    if (suggestedDay) setDefaults({ Planned_Date: formatDate(suggestedDay), Planned_Time: defaultTime })
    // oxlint-disable-next-line react/exhaustive-deps -- once per suggested day, so that typed values stay
  }, [suggestedDay])
  return (
    <Dialog heading={t('Plan Visit: {customer}', { customer: customerName(plan) })} onClose={props.onCancel}>
      <VisitForm
        form={form}
        submitLabel={t('Submit')}
        successMessage={() =>
          t('{customer} is planned for {moment}', {
            customer: customerName(plan),
            moment: `${values.Planned_Date.trim()} ${values.Planned_Time}`,
          })
        }
        {...props}
      >
        <Facts
          lines={[
            [t('Customer Code'), plan.Customer_Code],
            [t('City Code'), codeName({ value: plan.City_Code, title: plan.City_Name ?? null })],
            [t('Visit In Days'), plan.Visit_In_Days],
            [t('Last Visited'), formatLastVisited(plan)],
            [t('Recommended Date'), formatDate(plan.Recommended_Date)],
            [t('Days Since Visit Pending'), plan.Days_Since_Visit_Pending],
          ]}
        />
        {planned && (
          <p className="visit-planned">
            {t('Planned for {moment}. Submitting moves it.', { moment: planned.label })}
          </p>
        )}
        <div className="visit-moment">
          <Field
            label={t('Planned Date')}
            problem={problems.Planned_Date}
            hint={
              day &&
              (day === suggestedDay
                ? t('{day}, {reason}', { day: formatDay(day), reason: suggested?.why ?? '' })
                : warningOf(day, clock.today, reasonOf(day)))
            }
          >
            {(attributes) => (
              <DateControl
                name="Planned_Date"
                label={t('Planned Date')}
                value={values.Planned_Date}
                onType={(value) => setValue('Planned_Date', value)}
                attributes={attributes}
                isRequired
              />
            )}
          </Field>
          <Field label={t('Planned Time')} problem={problems.Planned_Time}>
            {(attributes) => (
              <input
                {...attributes}
                type="time"
                className="control"
                name="Planned_Time"
                value={values.Planned_Time}
                required
                onChange={(event) => setValue('Planned_Time', event.target.value)}
              />
            )}
          </Field>
        </div>
        <Field label={t('Remarks')} isOptional problem={problems.Remarks}>
          {(attributes) => (
            <textarea
              {...attributes}
              className="control"
              rows={3}
              name="Remarks"
              value={values.Remarks}
              maxLength={limits.freeText}
              onChange={(event) => setValue('Remarks', event.target.value)}
            />
          )}
        </Field>
      </VisitForm>
    </Dialog>
  )
}
