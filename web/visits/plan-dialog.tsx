import { useEffect, useState, type ReactNode } from 'react'
import { addDays, parseDay, showDay } from '#domain/dates.ts'
import { wallClock } from '#domain/moments.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import type { FirmClock, VisitPlan } from '#domain/visits/plans.ts'
import { nextHalfHour } from '#domain/visits/working-days.ts'
import { DateControl } from '../ui/date-control.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Facts } from './facts.tsx'
import { useWorkingDays, warningOf } from './use-working-days.ts'
import { useVisitForm } from './use-visit-form.ts'
import { VisitForm } from './visit-form.tsx'
import type { VisitDialogProps } from './visit-page.tsx'
import {
  dayInWords,
  joinMoment,
  lastVisitedInWords,
  plannedFor,
  usualTime,
  workingDayFrom,
} from './visit-words.ts'

type PlanValues = Record<'Planned_Date' | 'Planned_Time' | 'Remarks', string>

/** What the form begins with: the open plan, or the day that is recommended, never one that has passed. */
function initialValues(plan: VisitPlan, clock: FirmClock): PlanValues {
  const planned = plannedFor(plan, clock)
  if (planned)
    return {
      Planned_Date: showDay(planned.day),
      Planned_Time: planned.time,
      Remarks: plan.Plan?.Remarks ?? '',
    }
  const { today, timeZone } = clock
  const day = plan.Recommended_Date < today ? today : plan.Recommended_Date
  const now = wallClock(new Date(), timeZone).time.slice(0, 5)
  if (day > today || now < usualTime)
    return { Planned_Date: showDay(day), Planned_Time: usualTime, Remarks: '' }
  const later = nextHalfHour(now)
  return later
    ? { Planned_Date: showDay(day), Planned_Time: later, Remarks: '' }
    : { Planned_Date: showDay(addDays(day, 1)), Planned_Time: usualTime, Remarks: '' }
}

function check({ Planned_Date, Planned_Time }: PlanValues): FieldProblem[] {
  const problems: FieldProblem[] = []
  const isBlank = Planned_Date.trim() === ''
  if (isBlank) problems.push({ field: 'Planned_Date', message: 'Planned Date is required' })
  else if (!parseDay(Planned_Date.trim()))
    problems.push({ field: 'Planned_Date', message: 'Planned Date should be a date like 31/12/2026' })
  if (!Planned_Time) problems.push({ field: 'Planned_Time', message: 'Planned Time is required' })
  return problems
}

const momentOf = ({ Planned_Date, Planned_Time }: PlanValues): string =>
  joinMoment(parseDay(Planned_Date.trim()) ?? Planned_Date, Planned_Time)

/** When the next visit is to be, and what to think of then. */
export function PlanDialog({ plan, clock, ...props }: VisitDialogProps): ReactNode {
  const planned = plannedFor(plan, clock)
  const form = useVisitForm<PlanValues>({
    draft: `plan visit ${plan.Customer_Code}`,
    initial: initialValues(plan, clock),
    check,
    toBody: (values) => ({
      Customer_Code: plan.Customer_Code,
      Last_Visited_Date: plan.Last_Visited,
      Recommended_Date: plan.Recommended_Date,
      Days_Since_Visit_Pending: plan.Days_Since_Visit_Pending,
      Planned_Date: momentOf(values),
      Planned_Time: momentOf(values),
      Remarks: values.Remarks,
      Moves_Plan: plan.Plan && { Visit_ID: plan.Plan.Visit_ID, version: plan.Plan.version },
    }),
    // A customer has one open plan: what was changed since moves it.
    afterSaved: (body, { Visit_ID, version }) => ({ ...body, Moves_Plan: { Visit_ID, version } }),
  })
  const { values, problems, type, propose } = form
  const day = parseDay(values.Planned_Date.trim())
  const { reasonOf } = useWorkingDays([plan.Customer_Code], day)
  // Which days are off is known a moment after the dialog is there.
  const [begun] = useState(planned ? undefined : parseDay(values.Planned_Date))
  const offered = begun ? workingDayFrom(begun, reasonOf) : undefined
  const better = offered?.why ? offered.day : undefined
  useEffect(() => {
    if (better) propose({ Planned_Date: showDay(better), Planned_Time: usualTime })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each better day: what was typed since stays
  }, [better])
  return (
    <Dialog heading={`Plan Visit: ${plan.Customer_Name}`} onClose={props.onCancel}>
      <VisitForm
        form={form}
        verb="Submit"
        savedAs={() =>
          `${plan.Customer_Name} is planned for ${values.Planned_Date.trim()} ${values.Planned_Time}`
        }
        {...props}
      >
        <Facts
          lines={[
            ['Customer Code', plan.Customer_Code],
            ['City Code', plan.City_Code],
            ['Visit In Days', plan.Visit_In_Days],
            ['Last Visited', lastVisitedInWords(plan)],
            ['Recommended Date', showDay(plan.Recommended_Date)],
            ['Days Since Visit Pending', plan.Days_Since_Visit_Pending],
          ]}
        />
        {planned && <p className="visit-planned">Planned for {planned.words}. Submitting moves it.</p>}
        <div className="visit-moment">
          <Field
            label="Planned Date"
            problem={problems['Planned_Date']}
            hint={
              day &&
              (day === better
                ? `${dayInWords(day)}, ${offered?.why}`
                : warningOf(day, clock.today, reasonOf(day)))
            }
          >
            {(attributes) => (
              <DateControl
                name="Planned_Date"
                label="Planned Date"
                value={values.Planned_Date}
                onType={(value) => type('Planned_Date', value)}
                attributes={attributes}
                isRequired
              />
            )}
          </Field>
          <Field label="Planned Time" problem={problems['Planned_Time']}>
            {(attributes) => (
              <input
                {...attributes}
                type="time"
                className="control"
                name="Planned_Time"
                value={values.Planned_Time}
                required
                onChange={(event) => type('Planned_Time', event.target.value)}
              />
            )}
          </Field>
        </div>
        <Field label="Remarks" isOptional problem={problems['Remarks']}>
          {(attributes) => (
            <textarea
              {...attributes}
              className="control"
              rows={3}
              name="Remarks"
              value={values.Remarks}
              maxLength={limits.freeText}
              onChange={(event) => type('Remarks', event.target.value)}
            />
          )}
        </Field>
      </VisitForm>
    </Dialog>
  )
}
