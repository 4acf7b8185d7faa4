import type { ReactNode } from 'react'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { Field } from '../../ui/field.tsx'
import type { DetailValues } from '../detail-values.ts'
import type { VisitFormState } from '../use-visit-form.ts'
import { t } from '#domain/messages/t.ts'

interface FeedbackFieldProps {
  form: VisitFormState<DetailValues>
  rows: number
  isOptional?: boolean
}

export function FeedbackField({ form, rows, isOptional = false }: FeedbackFieldProps): ReactNode {
  return (
    <Field label={t('Feedback')} isOptional={isOptional} problem={form.problems.Feedback}>
      {(attributes) => (
        <textarea
          {...attributes}
          className="control"
          rows={rows}
          name="Feedback"
          value={form.values.Feedback}
          maxLength={limits.freeText}
          onChange={(event) => form.setValue('Feedback', event.target.value)}
        />
      )}
    </Field>
  )
}
