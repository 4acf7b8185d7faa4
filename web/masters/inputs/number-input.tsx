import type { ReactNode } from 'react'
import { textOf, type InputProps } from './input-props.ts'

export function NumberInput({ name, field, value, onType, attributes, ...rest }: InputProps): ReactNode {
  const { max, type } = field.column
  return (
    <input
      type="number"
      min={field.typedIn.min}
      max={max}
      step={type === 'real' ? 'any' : 1}
      {...attributes}
      className="control"
      inputMode={type === 'real' ? 'decimal' : 'numeric'}
      autoComplete="off"
      name={name}
      value={textOf(value)}
      required={rest.isRequired}
      disabled={rest.isDisabled}
      onChange={(event) => onType(event.target.value)}
      // Scrolling over a focused number input would change its value.
      onWheel={(event) => event.currentTarget.blur()}
    />
  )
}
