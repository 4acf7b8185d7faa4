import type { ReactNode } from 'react'
import { textOf, type InputProps } from './input-props.ts'

export function LongTextInput({ name, field, value, onType, attributes, ...rest }: InputProps): ReactNode {
  return (
    <textarea
      {...attributes}
      className="control"
      rows={6}
      name={name}
      value={textOf(value)}
      required={rest.isRequired}
      disabled={rest.isDisabled}
      maxLength={field.typedIn.maxLength}
      onChange={(event) => onType(event.target.value)}
    />
  )
}
