import type { ReactNode } from 'react'
import { DateControl } from '../../ui/date-control.tsx'
import { textOf, type InputProps } from './input-props.ts'

export function DateInput({ name, field, value, onType, attributes, ...rest }: InputProps): ReactNode {
  return (
    <DateControl
      name={name}
      label={field.label}
      value={textOf(value)}
      onType={onType}
      attributes={attributes}
      isRequired={rest.isRequired}
      isDisabled={rest.isDisabled}
    />
  )
}
