import type { MouseEvent, ReactNode } from 'react'
import type { InputProps } from './input-props.ts'

/** Several of a list. A click adds or takes away one, without the key nobody knows to hold. */
export function ReferencesInput({
  name,
  value,
  onType,
  attributes,
  options,
  ...rest
}: InputProps): ReactNode {
  const chosen = typeof value === 'string' ? [] : value
  const toggle = (event: MouseEvent<HTMLSelectElement>): void => {
    if (!(event.target instanceof HTMLOptionElement)) return
    event.preventDefault()
    event.currentTarget.focus()
    const { value: clicked } = event.target
    onType(chosen.includes(clicked) ? chosen.filter((each) => each !== clicked) : [...chosen, clicked])
  }
  return (
    <select
      {...attributes}
      multiple
      size={4}
      className="control control-many"
      name={name}
      value={chosen}
      required={rest.isRequired}
      disabled={rest.isDisabled}
      onMouseDown={toggle}
      onChange={(event) => onType([...event.target.selectedOptions].map((option) => option.value))}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
