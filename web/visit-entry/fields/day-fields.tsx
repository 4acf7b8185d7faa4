import type { ReactNode } from 'react'
import { addDays, daysBetween, parseDay, formatDate } from '#domain/dates/dates.ts'
import { DateControl } from '../../ui/date-control.tsx'
import { Field } from '../../ui/field.tsx'
import type { DetailValues } from '../detail-values.ts'
import { formatAgo } from '../known-facts.tsx'
import type { VisitFormState } from '../use-visit-form.ts'
import { useWorkingDays } from '../../visits/use-working-days.ts'
import { formatDay, defaultTime, workingDayFrom } from '../../visits/visit-format.ts'
import { t } from '#domain/messages/t.ts'

interface DayFieldProps {
  form: VisitFormState<DetailValues>
  today: string
}

/** Day of the visit; a past day is also shown as "3 days ago". */
export function VisitedOnField({ form, today }: DayFieldProps): ReactNode {
  const value = form.values.Visited_On
  const day = parseDay(value.trim())
  return (
    <Field
      label={t('Visited On')}
      problem={form.problems.Visited_On}
      hint={day && day < today && <strong>{formatAgo(day, today)}</strong>}
    >
      {(attributes) => (
        <DateControl
          name="Visited_On"
          label={t('Visited On')}
          value={value}
          onType={(typed) => form.setValue('Visited_On', typed)}
          attributes={attributes}
          isRequired
        />
      )}
    </Field>
  )
}

interface PlanRelationFieldProps {
  form: VisitFormState<DetailValues>
  value: 'instead' | 'besides'
  /** Day of the plan. */
  day: string
}

/** Asked for a visit before the day of its plan, because a visit recorded late should not close the coming plan. */
export function PlanRelationField({ form, value, day }: PlanRelationFieldProps): ReactNode {
  return (
    <Field label={t('Does this replace the plan of {date}?', { date: formatDate(day) })} isGroup>
      {() => (
        <div className="taps taps-even">
          {(['instead', 'besides'] as const).map((each) => (
            <label key={each} className="tap">
              <input
                type="radio"
                className="for-readers"
                name="Besides"
                value={each}
                checked={each === value}
                onChange={() => form.setValue('Besides', each)}
              />
              {each === 'instead' ? t('Replaces the plan') : t('Additional visit')}
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}

interface NextVisitFieldProps extends DayFieldProps {
  customerCode: string
  /** Days between two visits. */
  interval: number
}

/** The next visit: suggested by the customer's interval, planned only when the user chooses it. */
export function NextVisitField(props: NextVisitFieldProps): ReactNode {
  const { form, today, interval, customerCode } = props
  const value = form.values.Next_Visit_Suggested
  const onType = (typed: string): void => form.setValue('Next_Visit_Suggested', typed)
  const due = addDays(today, interval)
  const { reasonOf } = useWorkingDays([customerCode], due)
  const { day, why } = workingDayFrom(due, reasonOf)
  const days = daysBetween(today, day)
  const moment = `${formatDay(day)} ${defaultTime}`
  const usualMoment = `${day}T${defaultTime}`
  return (
    <Field
      label={t('Next Visit Suggested')}
      problem={form.problems.Next_Visit_Suggested}
      // The browser's own input may show day and month in another order than this product.
      hint={value !== '' && `${formatDay(value.slice(0, 10))} ${value.slice(11, 16)}`}
      aside={
        interval > 0 && (
          <div className="taps">
            <button
              type="button"
              className="tap"
              aria-pressed={value === usualMoment}
              onClick={() => onType(value === usualMoment ? '' : usualMoment)}
            >
              {why
                ? t('in {days, plural, one {# day} other {# days}} · {moment}, {why}', { days, moment, why })
                : t('in {days, plural, one {# day} other {# days}} · {moment}', { days, moment })}
            </button>
          </div>
        )
      }
    >
      {(attributes) => (
        <input
          {...attributes}
          type="datetime-local"
          className="control"
          name="Next_Visit_Suggested"
          min={`${today}T00:00`}
          value={value}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  )
}
