import type { ReactNode } from 'react'
import { addDays, daysBetween, parseDay, showDay } from '#domain/dates.ts'
import { DateControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import { agoInWords } from './known-facts.tsx'
import { useWorkingDays } from './use-working-days.ts'
import { dayInWords, usualTime, workingDayFrom } from './visit-words.ts'

interface DayFieldProps {
  value: string
  problem: string | undefined
  today: string
  onType: (value: string) => void
}

/** When it was; another day than today is said in words as well. */
export function VisitedOnField({ value, problem, today, onType }: DayFieldProps): ReactNode {
  const day = parseDay(value.trim())
  return (
    <Field
      label="Visited On"
      problem={problem}
      hint={day && day < today && <strong>{agoInWords(day, today)}</strong>}
    >
      {(attributes) => (
        <DateControl
          name="Visited_On"
          label="Visited On"
          value={value}
          onType={onType}
          attributes={attributes}
          isRequired
        />
      )}
    </Field>
  )
}

interface BesidesFieldProps {
  value: 'instead' | 'besides'
  /** The day of the plan. */
  day: string
  onChoose: (value: 'instead' | 'besides') => void
}

/** Asked of a visit before the day of its plan: one that is told of late should not eat the coming one. */
export function BesidesField({ value, day, onChoose }: BesidesFieldProps): ReactNode {
  return (
    <Field label={`Instead of the plan of ${showDay(day)}, or besides it?`} isGroup>
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
                onChange={() => onChoose(each)}
              />
              {each === 'instead' ? 'Instead of it' : 'Besides it'}
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}

interface NextVisitFieldProps extends DayFieldProps {
  customerCode: string
  /** The days from one visit to the next. */
  interval: number
}

/** The next visit: offered by the customer's interval, planned only when somebody says so. */
export function NextVisitField(props: NextVisitFieldProps): ReactNode {
  const { value, problem, today, interval, customerCode, onType } = props
  const due = addDays(today, interval)
  const { reasonOf } = useWorkingDays([customerCode], due)
  const { day, why } = workingDayFrom(due, reasonOf)
  const days = daysBetween(today, day)
  const usual = `${day}T${usualTime}`
  return (
    <Field
      label="Next Visit Suggested"
      problem={problem}
      // The browser writes the day as its own language does, which may be another order than the one used here.
      hint={value !== '' && `${dayInWords(value.slice(0, 10))} ${value.slice(11, 16)}`}
      aside={
        interval > 0 && (
          <div className="taps">
            <button
              type="button"
              className="tap"
              aria-pressed={value === usual}
              onClick={() => onType(value === usual ? '' : usual)}
            >
              in {days === 1 ? '1 day' : `${days} days`} · {dayInWords(day)} {usualTime}
              {why && `, ${why}`}
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
