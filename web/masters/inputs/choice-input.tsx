import type { ReactNode } from 'react'
import { textOf, type InputProps } from './input-props.ts'
import { t } from '#domain/messages/t.ts'

const maxRadios = 3

/** Radio buttons for a few choices, a select for more. */
export function ChoiceInput(props: InputProps): ReactNode {
  const { name, field, value, onType, attributes, isRequired, isDisabled } = props
  const { choices = [] } = field.typedIn
  if (choices.length > maxRadios) {
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
        <option value="">{t('Choose…')}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(choice)}
          </option>
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
          {t(choice)}
        </label>
      ))}
    </div>
  )
}

/** Whether the choices are shown as radio buttons under one label. */
export const isRadioGroup = (choices: readonly string[] | undefined): boolean =>
  choices !== undefined && choices.length <= maxRadios
