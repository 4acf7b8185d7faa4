import { useEffect, useState, type ReactNode } from 'react'
import { addDays, parseDay, showDay } from '#domain/dates.ts'
import { parseTime } from '#domain/moments.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import type { FieldProblem } from '#domain/problem.ts'
import type { VisitPlan } from '#domain/visits/plans.ts'
import {
  dealTimes,
  lastStart,
  nextWorkingDay,
  offDayInWords,
  type ReasonOf,
  type Slot,
} from '#domain/visits/working-days.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { useMay } from '../api/use-may.ts'
import { loadWorkingDays, sendPlans } from '../api/working-days.ts'
import { Combobox } from '../ui/combobox.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { findEmployees } from './find-employees.ts'
import { DayOff, DealtTimes, type Off } from './planner-bulk-parts.tsx'
import { useVisitForm } from './use-visit-form.ts'
import { useWorkingDays } from './use-working-days.ts'
import { VisitForm } from './visit-form.tsx'
import type { VisitDialogProps } from './visit-page.tsx'

interface BulkPlanDialogProps extends Omit<VisitDialogProps, 'plan'> {
  /** In the order of their visits. */
  customers: readonly VisitPlan[]
}

type BulkValues = Record<'Day' | 'From' | 'Every' | 'Remarks' | 'Assigned_To' | 'Even_If_Off', string>

const usual = { From: '09:00', Every: '45', Remarks: '', Assigned_To: '', Even_If_Off: '' }
const mostMinutes = 600

const countInWords = (count: number): string => (count === 1 ? '1 visit' : `${count} visits`)

/** The next working day is what most people want: it is found out before the form is there. */
export function BulkPlanDialog(props: BulkPlanDialogProps): ReactNode {
  const { customers, clock, onCancel } = props
  const [day, setDay] = useState<string | null>(null)
  const [codes] = useState(() => customers.map((customer) => customer.Customer_Code))
  useEffect(() => {
    const leaving = new AbortController()
    const tomorrow = addDays(clock.today, 1)
    loadWorkingDays(codes, {}, leaving.signal).then(
      (days) => setDay(days.nextWorkingDay ?? tomorrow),
      () => leaving.signal.aborted || setDay(tomorrow),
    )
    return () => leaving.abort()
  }, [codes, clock.today])
  return (
    <Dialog heading={`Plan ${countInWords(codes.length)}`} onClose={onCancel}>
      {day === null ? <p aria-busy="true">Loading…</p> : <BulkPlanForm {...props} codes={codes} day={day} />}
    </Dialog>
  )
}

function BulkPlanForm(props: BulkPlanDialogProps & { codes: readonly string[]; day: string }): ReactNode {
  const { customers, clock, codes } = props
  const may = useMay()
  const form = useVisitForm<BulkValues>({
    draft: `plan visits ${codes.join(' ')}`,
    initial: { Day: showDay(props.day), ...usual },
    check: (values) => problemsOf(values, reasonOf),
    toBody: (values) => bodyOf(codes, values),
    send: (body, key) => sendPlans(body, key).then(() => undefined, noteDayOff),
    // Sent again, the plans that were made are moved.
    afterSaved: (body) => body,
  })
  const { values, problems, type } = form
  const day = parseDay(values.Day.trim())
  const { reasonOf } = useWorkingDays(codes, day)
  // What the server says counts where the calendar could not be had, or has changed since.
  const [refused, setRefused] = useState<{ day: string | undefined; off: Off } | null>(null)
  const noteDayOff = (error: unknown): never => {
    const next = error instanceof ApiProblem ? error.document['nextWorkingDay'] : undefined
    if (next !== undefined)
      setRefused({ day, off: { sentence: 'This day is off', next: next as string | null } })
    throw error
  }
  const off = (day && offOf(day, reasonOf)) ?? (refused?.day === day ? refused?.off : undefined)
  const slots = slotsOf(values, codes.length, reasonOf)
  const text = (name: 'From' | 'Every', label: string, attributes: object): ReactNode => (
    <Field label={label} problem={problems[name]}>
      {(tied) => (
        <input
          {...tied}
          {...attributes}
          className="control"
          name={name}
          value={values[name]}
          required
          onChange={(event) => type(name, event.target.value)}
        />
      )}
    </Field>
  )
  return (
    <VisitForm form={form} verb="Submit" savedAs={() => savedAs(codes.length, slots)} {...props}>
      <Field
        label="Day"
        problem={problems['Day']}
        hint={day && day < clock.today && 'This day is past. It is planned all the same.'}
      >
        {(attributes) => (
          <DateControl
            name="Day"
            label="Day"
            value={values.Day}
            onType={(value) => type('Day', value)}
            attributes={attributes}
            isRequired
          />
        )}
      </Field>
      {day && off && (
        <DayOff
          off={off}
          isAccepted={values.Even_If_Off === day}
          onNext={(next) => type('Day', showDay(next))}
          onAccept={() => {
            type('Even_If_Off', day)
            type('Day', values.Day) // what was said against it no longer is
          }}
        />
      )}
      <div className="visit-moment">
        {text('From', 'From', { type: 'time', max: lastStart })}
        {text('Every', 'Minutes between', { type: 'number', inputMode: 'numeric', min: 1, max: mostMinutes })}
      </div>
      {may('update', 'visit') && (
        <Field label="Who goes" isOptional problem={problems['Assigned_To']}>
          {(attributes) => (
            <Combobox
              name="Assigned_To"
              label="Who goes"
              value={values.Assigned_To}
              attributes={attributes}
              load={findEmployees}
              onChoose={(value) => type('Assigned_To', value)}
            />
          )}
        </Field>
      )}
      <Field label="Remarks" isOptional problem={problems['Remarks']}>
        {(attributes) => (
          <textarea
            {...attributes}
            className="control"
            rows={2}
            name="Remarks"
            value={values.Remarks}
            maxLength={limits.freeText}
            onChange={(event) => type('Remarks', event.target.value)}
          />
        )}
      </Field>
      {slots && <DealtTimes customers={customers} slots={slots} clock={clock} />}
      {problems['Customer_Codes'] && (
        <p className="field-problem" role="alert">
          {problems['Customer_Codes']}
        </p>
      )}
    </VisitForm>
  )
}

function offOf(day: string, reasonOf: ReasonOf): Off | undefined {
  const reason = reasonOf(day)
  if (reason === undefined) return undefined
  return { sentence: offDayInWords({ day, reason }), next: nextWorkingDay(day, reasonOf) ?? null }
}

function problemsOf(values: BulkValues, reasonOf: ReasonOf): FieldProblem[] {
  const { Day, From, Every, Even_If_Off } = values
  const problems: FieldProblem[] = []
  const day = parseDay(Day.trim())
  if (!day) problems.push({ field: 'Day', message: 'Day should be a date like 31/12/2026' })
  else if (reasonOf(day) !== undefined && Even_If_Off !== day)
    problems.push({ field: 'Day', message: 'Take the next working day, or plan all the same' })
  const from = parseTime(From)
  if (!from || from > lastStart)
    problems.push({ field: 'From', message: `From should be a time like 09:00, not after ${lastStart}` })
  if (!/^\d+$/.test(Every.trim()) || Number(Every) < 1 || Number(Every) > mostMinutes)
    problems.push({ field: 'Every', message: `Minutes between should be a number from 1 to ${mostMinutes}` })
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

function slotsOf(values: BulkValues, count: number, reasonOf: ReasonOf): readonly Slot[] | undefined {
  if (problemsOf(values, () => undefined).length > 0) return undefined
  const [day, from] = [parseDay(values.Day.trim())!, parseTime(values.From)!]
  return dealTimes({ day, from, every: Number(values.Every), count, reasonOf })
}

function savedAs(count: number, slots: readonly Slot[] | undefined): string {
  const first = slots?.[0]
  return `${countInWords(count)} planned${first ? ` from ${showDay(first.day)} ${first.time} on` : ''}`
}
