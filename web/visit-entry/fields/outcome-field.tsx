import type { ReactNode } from 'react'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { usualReasons } from '#domain/reminders/usual-reasons.ts'
import { Field } from '../../ui/field.tsx'
import { isMade, outcomes, type DetailValues, type VisitOutcome } from '../detail-values.ts'
import type { VisitFormState } from '../use-visit-form.ts'
import { QuickChoices } from './quick-choices.tsx'
import { t } from '#domain/messages/t.ts'

const outcomeLabels = (): Record<VisitOutcome, string> => ({
  visited: t('Visited'),
  phoned: t('By phone instead'),
  missed: t('Missed'),
  cancelled: t('Cancelled'),
})

interface OutcomeFieldProps {
  form: VisitFormState<DetailValues>
  value: VisitOutcome
  isPlanned: boolean
}

/** Outcome of the visit; an off-plan visit cannot be missed or cancelled. */
export function OutcomeField({ form, value, isPlanned }: OutcomeFieldProps): ReactNode {
  const available = outcomes.filter((each) => isPlanned || each === 'visited' || each === 'phoned')
  return (
    <Field
      label={t('Outcome')}
      isGroup
      hint={!isPlanned && t('This visit was not planned. It is recorded as an off-plan visit.')}
    >
      {() => (
        <div className="taps taps-even">
          {available.map((each) => (
            <label key={each} className="tap">
              <input
                type="radio"
                className="for-readers"
                name="Outcome"
                value={each}
                checked={each === value}
                onChange={() => form.setValue('Outcome', each)}
              />
              {outcomeLabels()[each]}
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}

interface ReasonFieldProps {
  form: VisitFormState<DetailValues>
  outcome: VisitOutcome
}

export function ReasonField({ form, outcome }: ReasonFieldProps): ReactNode {
  const value = form.values.Reason
  const onType = (reason: string): void => form.setValue('Reason', reason)
  return (
    <Field
      label={t('Reason')}
      isOptional={outcome === 'missed'}
      problem={form.problems.Reason}
      aside={
        <QuickChoices
          label={t('Usual reasons')}
          options={isMade(outcome) ? [] : usualReasons()[outcome]}
          value={value}
          onChoose={onType}
        />
      }
    >
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          className="control"
          name="Reason"
          value={value}
          maxLength={limits.name}
          autoComplete="off"
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  )
}
