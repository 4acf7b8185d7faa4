import type { ReactNode } from 'react'
import { addDays, parseDay, showDay } from '#domain/dates.ts'
import { DateControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import { agoInWords } from './known-facts.tsx'

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

/** The start of a working day's rounds. */
const usualTime = '10:00'

const inWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })

interface NextVisitFieldProps extends DayFieldProps {
  /** The days from one visit to the next. */
  interval: number
}

/** The next visit: offered by the customer's interval, planned only when somebody says so. */
export function NextVisitField({ value, problem, today, interval, onType }: NextVisitFieldProps): ReactNode {
  const day = addDays(today, interval)
  const usual = `${day}T${usualTime}`
  return (
    <Field
      label="Next Visit Suggested"
      problem={problem}
      aside={
        interval > 0 && (
          <div className="taps">
            <button
              type="button"
              className="tap"
              aria-pressed={value === usual}
              onClick={() => onType(value === usual ? '' : usual)}
            >
              in {interval === 1 ? '1 day' : `${interval} days`} · {inWords(day)} {usualTime}
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
