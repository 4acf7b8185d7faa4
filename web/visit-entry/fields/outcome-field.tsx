import type { ReactNode } from 'react'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { Field } from '../../ui/field.tsx'
import { outcomes, type VisitOutcome } from '../detail-values.ts'
import { QuickChoices } from './quick-choices.tsx'
import { t } from '#domain/messages/t.ts'

const outcomeLabels = (): Record<VisitOutcome, string> => ({
  visited: t('Visited'),
  phoned: t('By phone instead'),
  missed: t('Missed'),
  cancelled: t('Cancelled'),
})

interface OutcomeFieldProps {
  value: VisitOutcome
  isPlanned: boolean
  onChoose: (outcome: VisitOutcome) => void
}

/** Outcome of the visit; an off-plan visit cannot be missed or cancelled. */
export function OutcomeField({ value, isPlanned, onChoose }: OutcomeFieldProps): ReactNode {
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
                onChange={() => onChoose(each)}
              />
              {outcomeLabels()[each]}
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}

const usualReasons = (): Partial<Record<VisitOutcome, readonly string[]>> => ({
  missed: [t('Customer was away'), t('Ran out of time'), t('Road or weather'), t('Vehicle trouble')],
  cancelled: [t('Customer asked'), t('No longer needed'), t('Sorted out by phone'), t('Payment dispute')],
})

interface ReasonFieldProps {
  outcome: VisitOutcome
  value: string
  problem: string | undefined
  onType: (reason: string) => void
}

export function ReasonField({ outcome, value, problem, onType }: ReasonFieldProps): ReactNode {
  return (
    <Field
      label={t('Reason')}
      isOptional={outcome === 'missed'}
      problem={problem}
      aside={
        <QuickChoices
          label={t('Usual reasons')}
          options={usualReasons()[outcome] ?? []}
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
