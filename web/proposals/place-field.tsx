import type { ReactNode } from 'react'
import { entities } from '#domain/catalogue/catalogue.ts'
import { Field } from '../ui/field.tsx'
import { t } from '#domain/messages/t.ts'

interface PlaceFieldProps {
  value: string
  problem: string | undefined
  onType: (value: string) => void
}

/** The location of the customer, which is a record of its own. */
export function PlaceField({ value, problem, onType }: PlaceFieldProps): ReactNode {
  const { label } = entities.customerPlace.fields.Place
  return (
    <Field label={t(label)} problem={problem} hint={t('Latitude and longitude, such as 18.5204, 73.8567')}>
      {(attributes) => (
        <input
          {...attributes}
          className="control"
          name="Place"
          autoComplete="off"
          value={value}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  )
}
