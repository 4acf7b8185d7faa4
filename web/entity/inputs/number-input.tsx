import type { ReactNode } from 'react'
import { textOf, type InputProps } from './input-props.ts'

export function NumberInput({ name, field, value, onType, attributes, ...rest }: InputProps): ReactNode {
  const { min, max, type } = field.column
  // A browser hides from us what it does not take for a number: a field with a sentence for it has to be text.
  const shape = field.typedIn.whenWrong
    ? { type: 'text' }
    : { type: 'number', min, max, step: type === 'real' ? 'any' : 1 }
  return (
    <input
      {...shape}
      {...attributes}
      className="control"
      inputMode={type === 'real' ? 'decimal' : 'numeric'}
      autoComplete="off"
      name={name}
      value={textOf(value)}
      required={rest.isRequired}
      disabled={rest.isDisabled}
      onChange={(event) => onType(event.target.value)}
      // Scrolling the page past a focused number would change it unseen.
      onWheel={(event) => event.currentTarget.blur()}
    />
  )
}
