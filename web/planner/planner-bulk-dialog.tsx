import { useState, type ReactNode } from 'react'
import { addDays, parseDay, formatDate } from '#domain/dates/dates.ts'
import { parseTime } from '#domain/dates/moments.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import type { FieldProblem } from '#domain/problem.ts'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import {
  assignTimes,
  lastStart,
  nextWorkingDay,
  formatDayOff,
  type DayOffReason,
  type Slot,
} from '#domain/visits/working-days.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { useMay } from '../api/use-may.ts'
import { loadWorkingDays, sendPlans } from '../holidays/working-days-api.ts'
import { Combobox } from '../ui/combobox.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useQuery } from '../ui/use-query.ts'
import { findEmployees } from '../visits/find-employees.ts'
import { DayOff, AssignedTimes, type DayOffInfo } from './planner-bulk-parts.tsx'
import { useVisitForm } from '../visit-entry/use-visit-form.ts'
import { useWorkingDays } from '../visits/use-working-days.ts'
import { VisitForm } from '../visit-entry/visit-form.tsx'
import type { VisitDialogProps } from '../visits/visit-page.tsx'
import { t } from '#domain/messages/t.ts'

interface BulkPlanDialogProps extends Omit<VisitDialogProps, 'plan' | 'onKept'> {
  /** In the order of the visits. */
  customers: readonly VisitPlan[]
}

type BulkValues = Record<'Day' | 'From' | 'Every' | 'Remarks' | 'Assigned_To' | 'Even_If_Off', string>

const defaults = { From: '09:00', Every: '45', Remarks: '', Assigned_To: '', Even_If_Off: '' }
const maxMinutes = 600

/** Loads the next working day first, because it is the default of the form. */
export function BulkPlanDialog(props: BulkPlanDialogProps): ReactNode {
  const { customers, clock, onCancel } = props
  const [codes] = useState(() => customers.map((customer) => customer.Customer_Code))
  const { data: days, error } = useQuery([codes, clock.today], (signal) => loadWorkingDays(codes, {}, signal))
  const tomorrow = addDays(clock.today, 1)
  const day = days || error ? (days?.nextWorkingDay ?? tomorrow) : null
  return (
    <Dialog
      heading={t('Plan {count, plural, one {# visit} other {# visits}}', { count: codes.length })}
      onClose={onCancel}
    >
      {day === null ? (
        <p aria-busy="true">{t('Loading…')}</p>
      ) : (
        <BulkPlanForm {...props} codes={codes} day={day} />
      )}
    </Dialog>
  )
}

function BulkPlanForm(props: BulkPlanDialogProps & { codes: readonly string[]; day: string }): ReactNode {
  const { customers, clock, codes } = props
  const may = useMay()
  const form = useVisitForm<BulkValues, 'Customer_Codes'>({
    draft: `plan visits ${codes.join(' ')}`,
    initial: { Day: formatDate(props.day), ...defaults },
    check: (values) => problemsOf(values, reasonOf),
    toBody: (values) => bodyOf(codes, values),
    send: (body, key) => sendPlans(body, key).then(() => undefined, recordDayOff),
    // A resend moves the plans that were already made.
    isResent: true,
  })
  const { values, problems, setValue } = form
  const day = parseDay(values.Day.trim())
  const { reasonOf } = useWorkingDays(codes, day)
  // The server's answer counts when the days off could not be loaded or have changed since.
  const [refusedDay, setRefusedDay] = useState<{ day: string | undefined; off: DayOffInfo } | null>(null)
  const recordDayOff = (error: unknown): never => {
    const next = error instanceof ApiProblem ? error.document.nextWorkingDay : undefined
    if (typeof next === 'string' || next === null)
      setRefusedDay({ day, off: { sentence: t('This day is off'), next } })
    throw error
  }
  const off = (day && dayOffOf(day, reasonOf)) ?? (refusedDay?.day === day ? refusedDay?.off : undefined)
  const slots = slotsOf(values, codes.length, reasonOf)
  const inputField = (
    { field: name, label }: { field: 'From' | 'Every'; label: string },
    attributes: object,
  ): ReactNode => (
    <Field label={label} problem={problems[name]}>
      {(fieldAttributes) => (
        <input
          {...fieldAttributes}
          {...attributes}
          className="control"
          name={name}
          value={values[name]}
          required
          onChange={(event) => setValue(name, event.target.value)}
        />
      )}
    </Field>
  )
  return (
    <VisitForm
      form={form}
      submitLabel={t('Submit')}
      successMessage={() => successMessage(codes.length, slots)}
      {...props}
    >
      <Field
        label={t('Day')}
        problem={problems.Day}
        hint={day && day < clock.today && t('This day is in the past. It is planned anyway.')}
      >
        {(attributes) => (
          <DateControl
            name="Day"
            label={t('Day')}
            value={values.Day}
            onType={(value) => setValue('Day', value)}
            attributes={attributes}
            isRequired
          />
        )}
      </Field>
      {day && off && (
        <DayOff
          off={off}
          isAccepted={values.Even_If_Off === day}
          onNext={(next) => setValue('Day', formatDate(next))}
          onAccept={() => {
            setValue('Even_If_Off', day)
            setValue('Day', values.Day) // clears the problem of the field
          }}
        />
      )}
      <div className="visit-moment">
        {inputField({ field: 'From', label: t('From') }, { type: 'time', max: lastStart })}
        {inputField(
          { field: 'Every', label: t('Minutes between') },
          {
            type: 'number',
            inputMode: 'numeric',
            min: 1,
            max: maxMinutes,
          },
        )}
      </div>
      {may('update', 'visit') && (
        <Field label={t('Assigned to')} isOptional problem={problems.Assigned_To}>
          {(attributes) => (
            <Combobox
              name="Assigned_To"
              label={t('Assigned to')}
              value={values.Assigned_To}
              attributes={attributes}
              load={findEmployees}
              onChoose={(value) => setValue('Assigned_To', value)}
            />
          )}
        </Field>
      )}
      <Field label={t('Remarks')} isOptional problem={problems.Remarks}>
        {(attributes) => (
          <textarea
            {...attributes}
            className="control"
            rows={2}
            name="Remarks"
            value={values.Remarks}
            maxLength={limits.freeText}
            onChange={(event) => setValue('Remarks', event.target.value)}
          />
        )}
      </Field>
      {slots && <AssignedTimes customers={customers} slots={slots} clock={clock} />}
      {problems.Customer_Codes && (
        <p className="field-problem" role="alert">
          {problems.Customer_Codes}
        </p>
      )}
    </VisitForm>
  )
}

function dayOffOf(day: string, reasonOf: DayOffReason): DayOffInfo | undefined {
  const reason = reasonOf(day)
  if (reason === undefined) return undefined
  return { sentence: formatDayOff({ day, reason }), next: nextWorkingDay(day, reasonOf) ?? null }
}

function problemsOf(values: BulkValues, reasonOf: DayOffReason): FieldProblem[] {
  const { Day, From, Every, Even_If_Off } = values
  const problems: FieldProblem[] = []
  const day = parseDay(Day.trim())
  if (!day) problems.push({ field: 'Day', message: t('Day should be a date like 31/12/2026') })
  else if (reasonOf(day) !== undefined && Even_If_Off !== day)
    problems.push({ field: 'Day', message: t('Choose the next working day, or plan anyway') })
  const from = parseTime(From)
  if (!from || from > lastStart)
    problems.push({
      field: 'From',
      message: t('From should be a time like 09:00, not after {lastStart}', { lastStart }),
    })
  if (!/^\d+$/.test(Every.trim()) || Number(Every) < 1 || Number(Every) > maxMinutes)
    problems.push({
      field: 'Every',
      message: t('Minutes between should be a number from 1 to {maxMinutes}', { maxMinutes }),
    })
  return problems
}

const bodyOf = (codes: readonly string[], values: BulkValues): object => {
  const day = parseDay(values.Day.trim())
  return {
    Customer_Codes: codes,
    Day: day ?? values.Day,
    From: values.From,
    Every: Number(values.Every),
    ...(values.Remarks.trim() && { Remarks: values.Remarks }),
    ...(values.Assigned_To.trim() && { Assigned_To: values.Assigned_To }),
    ...(values.Even_If_Off === day && { Even_If_Off: true }),
  }
}

function slotsOf(values: BulkValues, count: number, reasonOf: DayOffReason): readonly Slot[] | undefined {
  if (problemsOf(values, () => undefined).length > 0) return undefined
  const [day, from] = [parseDay(values.Day.trim())!, parseTime(values.From)!]
  return assignTimes({ day, from, every: Number(values.Every), count, reasonOf })
}

function successMessage(count: number, slots: readonly Slot[] | undefined): string {
  const first = slots?.[0]
  return first
    ? t('{count, plural, one {# visit} other {# visits}} planned from {moment} on', {
        count,
        moment: `${formatDate(first.day)} ${first.time}`,
      })
    : t('{count, plural, one {# visit} other {# visits}} planned', { count })
}
