import type { ReactNode } from 'react'
import type { DayOffReason } from '#domain/visits/working-days.ts'
import { Field } from '../../ui/field.tsx'
import { formatDay } from '../../visits/visit-format.ts'
import { nextVisitChoices } from './record-values.ts'
import { t } from '#domain/messages/t.ts'

interface NextVisitChipsProps {
  value: string
  problem: string | undefined
  today: string
  /** Days between two visits. */
  interval: number
  reasonOf: DayOffReason
  onChoose: (moment: string) => void
}

/** The next visit: the customer's interval and other usual ones are one tap; any other moment can be entered. */
export function NextVisitChips(props: NextVisitChipsProps): ReactNode {
  const { value, problem, today, interval, reasonOf, onChoose } = props
  return (
    <Field
      label={t('Next Visit Suggested')}
      isGroup
      problem={problem}
      hint={value !== '' && `${formatDay(value.slice(0, 10))} ${value.slice(11, 16)}`}
    >
      {(attributes) => (
        <>
          <div className="taps">
            {nextVisitChoices(today, interval, reasonOf).map(({ days, day, why, moment }) => (
              <button
                key={moment}
                type="button"
                className="tap"
                name="Next_Visit_Suggested"
                aria-pressed={value === moment}
                title={why}
                onClick={() => onChoose(value === moment ? '' : moment)}
              >
                {t('{days, plural, one {# day} other {# days}} · {day}', { days, day: formatDay(day) })}
              </button>
            ))}
          </div>
          <details className="offers-rest">
            <summary>{t('Other day')}</summary>
            <input
              {...attributes}
              type="datetime-local"
              className="control"
              aria-label={t('Next Visit Suggested')}
              min={`${today}T00:00`}
              value={value}
              onChange={(event) => onChoose(event.target.value)}
            />
          </details>
        </>
      )}
    </Field>
  )
}
