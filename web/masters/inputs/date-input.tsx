import type { ReactNode } from 'react'
import { DateControl } from '../../ui/date-control.tsx'
import { textOf, type InputProps } from './input-props.ts'
import { t } from '#domain/messages/t.ts'

export function DateInput({ name, field, value, onType, attributes, ...rest }: InputProps): ReactNode {
  return (
    <DateControl
      name={name}
      label={t(field.label)}
      value={textOf(value)}
      onType={onType}
      attributes={attributes}
      isRequired={rest.isRequired}
      isDisabled={rest.isDisabled}
    />
  )
}
