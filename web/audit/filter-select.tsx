import type { ReactNode } from 'react'
import { t } from '#domain/messages/t.ts'
import { Field } from '../ui/field.tsx'

interface FilterSelectProps {
  name: string
  label: string
  /** Values with their labels. */
  options: readonly (readonly [string, string])[]
  /** The label of the choice that filters nothing. */
  all: string
  value: string
  problem?: string | undefined
  onChange: (value: string) => void
}

export const FilterSelect = (props: FilterSelectProps): ReactNode => (
  <Field label={props.label} problem={props.problem}>
    {(attributes) => (
      <select
        {...attributes}
        className="control"
        name={props.name}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      >
        <option value="">{props.all}</option>
        {props.options.map(([value, words]) => (
          <option key={value} value={value}>
            {t(words)}
          </option>
        ))}
      </select>
    )}
  </Field>
)
