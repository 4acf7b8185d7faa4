import { useState, type FormEvent, type ReactNode } from 'react'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { t } from '#domain/messages/t.ts'
import { defaultHours, parseDaysOff } from '#domain/planning/working-time.ts'
import { nameOfWeekday, weekdays } from '#domain/visits/working-days.ts'
import { fetchOptions, type Options } from '../../api/options.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { LeaveList } from './leave-list.tsx'
import {
  readWorkingTime,
  saveWorkingTime,
  type WorkingTime,
  type WorkingTimeValues,
} from './working-time-api.ts'

interface WorkingTimeDialogProps {
  employee: string
  name: string
  onClose: () => void
  /** After the working time was saved, or a leave was added or removed. */
  onSaved: () => void
}

/** When and where from an employee works: what a plan may use. */
export function WorkingTimeDialog(props: WorkingTimeDialogProps): ReactNode {
  const { employee, name, onClose } = props
  const { data, error, reload } = useQuery([employee], async (signal) => ({
    stored: await readWorkingTime(employee, signal),
  }))
  return (
    <Dialog heading={t('Working time of {name}', { name })} onClose={onClose}>
      {error ? (
        <LoadError error={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton lines={8} />
      ) : (
        <WorkingTimeForm {...props} stored={data.stored} onOutdated={() => void reload()} />
      )}
    </Dialog>
  )
}

const fields = [
  'Stops_Per_Day',
  'Visit_Minutes',
  'Start_Time',
  'End_Time',
  'Days_Off',
  'Plan_Ahead_Days',
  'Start_City',
] as const

type Typed = Record<(typeof fields)[number], string>

const typedFrom = (stored: WorkingTime | null): Typed => ({
  Stops_Per_Day: stored?.Stops_Per_Day?.toString() ?? '',
  Visit_Minutes: stored?.Visit_Minutes?.toString() ?? '',
  Plan_Ahead_Days: stored?.Plan_Ahead_Days?.toString() ?? '',
  Start_Time: stored?.Start_Time ?? '',
  End_Time: stored?.End_Time ?? '',
  Days_Off: stored?.Days_Off ?? '',
  Start_City: stored?.Start_City ?? '',
})

/** The smallest and the largest value. */
const ranges = { Stops_Per_Day: [0, 60], Visit_Minutes: [1, 600], Plan_Ahead_Days: [0, 90] } as const

const usually = (usual: string | number): string => t('Usually {usual}', { usual })

const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const valuesOf = (typed: Typed): WorkingTimeValues => ({
  Stops_Per_Day: numberOrNull(typed.Stops_Per_Day),
  Visit_Minutes: numberOrNull(typed.Visit_Minutes),
  Plan_Ahead_Days: numberOrNull(typed.Plan_Ahead_Days),
  Start_Time: typed.Start_Time || null,
  End_Time: typed.End_Time || null,
  Days_Off: typed.Days_Off || null,
  Start_City: typed.Start_City.trim() || null,
})

const findCities = (q: string): Promise<Options> =>
  fetchOptions({ entity: labelsOf('city'), of: 'City_Code', with: [], constraints: {}, q })

interface WorkingTimeFormProps extends WorkingTimeDialogProps {
  stored: WorkingTime | null
  onOutdated: () => void
}

function WorkingTimeForm(props: WorkingTimeFormProps): ReactNode {
  const { employee, name, stored, onClose, onSaved, onOutdated } = props
  const [typed, setTyped] = useState(() => typedFrom(stored))
  const { isBusy, problems, submit, clearProblems } = useSubmit({
    send: (values: WorkingTimeValues, key) => saveWorkingTime(employee, stored, values, key),
    success: () => t('The working time of {name} is saved. A plan uses it when it is solved again', { name }),
    failure: t('The working time was not saved'),
    fields,
    onSuccess: onSaved,
    onFailure: onOutdated,
  })
  const set = (field: keyof Typed, value: string): void => {
    setTyped((now) => ({ ...now, [field]: value }))
    clearProblems(field)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void submit(valuesOf(typed), event.currentTarget)
  }
  const number = (field: keyof typeof ranges, label: string, hint: string): ReactNode => (
    <Field label={label} isOptional problem={problems[field]} hint={hint}>
      {(attributes) => (
        <input
          {...attributes}
          className="control"
          type="number"
          inputMode="numeric"
          name={field}
          min={ranges[field][0]}
          max={ranges[field][1]}
          value={typed[field]}
          onChange={(event) => set(field, event.target.value)}
        />
      )}
    </Field>
  )
  const time = (field: 'Start_Time' | 'End_Time', label: string, hint: string): ReactNode => (
    <Field label={label} isOptional problem={problems[field]} hint={hint}>
      {(attributes) => (
        <input
          {...attributes}
          className="control"
          type="time"
          name={field}
          value={typed[field]}
          onChange={(event) => set(field, event.target.value)}
        />
      )}
    </Field>
  )
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      <div className="plan-pair">
        {number('Stops_Per_Day', t('Stops a day'), usually(defaultHours.stopsPerDay))}
        {number('Visit_Minutes', t('Minutes of a visit'), usually(defaultHours.visitMinutes))}
        {time('Start_Time', t('Day starts at'), usually(defaultHours.start))}
        {time('End_Time', t('Day ends at'), usually(defaultHours.end))}
      </div>
      <DaysOff
        value={typed.Days_Off}
        problem={problems.Days_Off}
        onChange={(value) => set('Days_Off', value)}
      />
      <Field
        label={t('Starts from city')}
        isOptional
        problem={problems.Start_City}
        hint={t('By default the city of the employee')}
      >
        {(attributes) => (
          <Combobox
            name="Start_City"
            label={t('Starts from city')}
            value={typed.Start_City}
            attributes={attributes}
            codeNames="in the list"
            load={findCities}
            onChoose={(value) => set('Start_City', value)}
          />
        )}
      </Field>
      {number(
        'Plan_Ahead_Days',
        t('Plan Ahead Days'),
        t('Visits that fall due within so many days are planned every night; 0: none'),
      )}
      <LeaveList employee={employee} />
      <DialogActions>
        <Button type="submit" tone="main" busy={isBusy}>
          {t('Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </DialogActions>
    </form>
  )
}

interface DaysOffProps {
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

function DaysOff({ value, problem, onChange }: DaysOffProps): ReactNode {
  const { days } = parseDaysOff(value)
  const isOwn = value !== ''
  const write = (chosen: readonly string[]): void => onChange(chosen.join(', ') || 'none')
  return (
    <Field label={t('Weekly days off')} isGroup problem={problem}>
      {() => (
        <div className="choices">
          <label className="choice">
            <input
              type="checkbox"
              checked={!isOwn}
              onChange={(event) => onChange(event.target.checked ? '' : 'sunday')}
            />
            {t('Those of the firm')}
          </label>
          {isOwn &&
            weekdays.map((day) => (
              <label key={day} className="choice">
                <input
                  type="checkbox"
                  checked={days.includes(day)}
                  onChange={(event) =>
                    write(event.target.checked ? [...days, day] : days.filter((each) => each !== day))
                  }
                />
                {nameOfWeekday(day)}
              </label>
            ))}
        </div>
      )}
    </Field>
  )
}
