import type { ReactNode } from 'react'
import { textOf, type InputProps } from './input-props.ts'

const mostRadios = 3

/** A few choices are seen at once, more are a list. */
export function ChoiceInput(props: InputProps): ReactNode {
  const { name, field, value, onType, attributes, isRequired, isDisabled } = props
  const { choices = [] } = field.typedIn
  if (choices.length > mostRadios) {
    return (
      <select
        {...attributes}
        className="control"
        name={name}
        value={textOf(value)}
        required={isRequired}
        disabled={isDisabled}
        onChange={(event) => onType(event.target.value)}
      >
        <option value="">Choose…</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    )
  }
  return (
    <div className="choices">
      {choices.map((choice) => (
        <label key={choice} className="choice">
          <input
            type="radio"
            name={name}
            value={choice}
            checked={value === choice}
            required={isRequired}
            disabled={isDisabled}
            onChange={() => onType(choice)}
          />
          {choice}
        </label>
      ))}
    </div>
  )
}

/** Whether the choices stand side by side under one label. */
export const isRadioGroup = (choices: readonly string[] | undefined): boolean =>
  choices !== undefined && choices.length <= mostRadios
