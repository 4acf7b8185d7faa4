import type { ReactNode } from 'react'
import { paymentWays } from '#domain/catalogue/entities/visit-choices.ts'
import { DateControl } from '../../ui/date-control.tsx'
import { Field } from '../../ui/field.tsx'
import type { DetailValues } from '../detail-values.ts'
import type { VisitFormState } from '../use-visit-form.ts'
import { t } from '#domain/messages/t.ts'

interface CollectionFieldsProps {
  form: VisitFormState<DetailValues>
}

type MoneyField = 'Collected_Amount' | 'Collected_Reference' | 'Promised_Amount'

/** Money that the customer paid, and what it promised to pay. */
export function CollectionFields({ form }: CollectionFieldsProps): ReactNode {
  const { values, problems, setValue } = form
  const hasProblem = moneyFields.some((name) => problems[name])
  const isFilled = moneyFields.some((name) => values[name] !== '')
  const input = (name: MoneyField, label: string, isAmount: boolean): ReactNode => (
    <Field label={label} isOptional problem={problems[name]}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          className="control"
          name={name}
          inputMode={isAmount ? 'decimal' : 'text'}
          autoComplete="off"
          value={values[name]}
          onChange={(event) => setValue(name, event.target.value)}
        />
      )}
    </Field>
  )
  return (
    <details className="offers-rest" open={hasProblem || isFilled || undefined}>
      <summary>{t('Payment or promise to pay')}</summary>
      {input('Collected_Amount', t('Collected Amount'), true)}
      <Field label={t('Collected By')} isOptional isGroup problem={problems.Collected_Way}>
        {() => (
          <div className="taps">
            {paymentWays.map((way) => (
              <button
                key={way}
                type="button"
                className="tap"
                name="Collected_Way"
                aria-pressed={values.Collected_Way === way}
                onClick={() => setValue('Collected_Way', values.Collected_Way === way ? '' : way)}
              >
                {t(way)}
              </button>
            ))}
          </div>
        )}
      </Field>
      {input('Collected_Reference', t('Collected Reference'), false)}
      {input('Promised_Amount', t('Promised Amount'), true)}
      <Field label={t('Promised On')} isOptional problem={problems.Promised_On}>
        {(attributes) => (
          <DateControl
            name="Promised_On"
            label={t('Promised On')}
            value={values.Promised_On}
            onType={(typed) => setValue('Promised_On', typed)}
            attributes={attributes}
            isRequired={false}
          />
        )}
      </Field>
    </details>
  )
}

const moneyFields = [
  'Collected_Amount',
  'Collected_Way',
  'Collected_Reference',
  'Promised_Amount',
  'Promised_On',
] as const
