import { useState, type ReactNode } from 'react'
import { formatDate, parseDay } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { useMay } from '../../api/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { DateControl } from '../../ui/date-control.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { addLeave, listLeaves, removeLeave, type Leave } from './working-time-api.ts'

/** The leaves of an employee, each saved at once. */
export function LeaveList({ employee }: { employee: string }): ReactNode {
  const may = useMay()
  const { data = [], error, reload } = useQuery([employee], (signal) => listLeaves(employee, signal))
  const remove = useSubmit({
    send: (leave: Leave) => removeLeave(leave),
    failure: t('The leave was not removed'),
    onSuccess: reload,
    onFailure: reload,
  })
  const daysOf = ({ From_Date, To_Date }: Leave): string =>
    From_Date === To_Date ? formatDate(From_Date) : `${formatDate(From_Date)} – ${formatDate(To_Date)}`
  return (
    <fieldset className="field plan-leave">
      <legend className="field-label">{t('Leave')}</legend>
      {error ? (
        <LoadError error={error} onRetry={() => void reload()} />
      ) : (
        <ul className="plan-leaves">
          {data.map((leave) => (
            <li key={leave.id}>
              {daysOf(leave)} {leave.Reason}
              {may('delete', 'leave') && (
                <Button
                  tone="quiet"
                  busy={remove.isBusy}
                  aria-label={t('Remove the leave of {days}', { days: daysOf(leave) })}
                  onClick={() => void remove.submit(leave)}
                >
                  {t('Remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {may('create', 'leave') && <NewLeave employee={employee} onAdded={reload} />}
    </fieldset>
  )
}

const blank = { From_Date: '', To_Date: '', Reason: '' }

function NewLeave({ employee, onAdded }: { employee: string; onAdded: () => Promise<void> }): ReactNode {
  const [typed, setTyped] = useState(blank)
  const { isBusy, problems, submit, setProblems, clearProblems } = useSubmit({
    send: (values: Parameters<typeof addLeave>[0], key) => addLeave(values, key),
    failure: t('The leave was not saved'),
    fields: ['From_Date', 'To_Date', 'Reason'],
    onSuccess: async () => {
      setTyped(blank)
      await onAdded()
    },
  })
  const add = (): void => {
    const from = parseDay(typed.From_Date.trim())
    const to = parseDay((typed.To_Date || typed.From_Date).trim())
    const message = t('Write a date like 31/12/2026')
    if (!from || !to)
      setProblems({ ...(!from && { From_Date: message }), ...(from && !to && { To_Date: message }) })
    else
      void submit({
        Employee_Number: employee,
        From_Date: from,
        To_Date: to,
        Reason: typed.Reason.trim() || null,
      })
  }
  const set = (field: 'From_Date' | 'To_Date', value: string): void => {
    setTyped((now) => ({ ...now, [field]: value }))
    clearProblems(field)
  }
  const date = (field: 'From_Date' | 'To_Date', label: string): ReactNode => (
    <Field label={label} isOptional problem={problems[field]}>
      {(attributes) => (
        <DateControl
          name={field}
          label={label}
          value={typed[field]}
          onType={(value) => set(field, value)}
          attributes={attributes}
          isRequired={false}
        />
      )}
    </Field>
  )
  return (
    <>
      <div className="plan-pair">
        {date('From_Date', t('From'))}
        {date('To_Date', t('Until'))}
      </div>
      <Field label={t('Reason')} isOptional problem={problems.Reason}>
        {(attributes) => (
          <input
            {...attributes}
            className="control"
            name="Reason"
            value={typed.Reason}
            onChange={(event) => setTyped((now) => ({ ...now, Reason: event.target.value }))}
          />
        )}
      </Field>
      <Button busy={isBusy} onClick={add}>
        {t('Add leave')}
      </Button>
    </>
  )
}
