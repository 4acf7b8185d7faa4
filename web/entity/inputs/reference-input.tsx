import type { ReactNode } from 'react'
import { textOf, type InputProps } from './input-props.ts'

export function ReferenceInput({ name, value, onType, attributes, options, ...rest }: InputProps): ReactNode {
  const chosen = textOf(value)
  const isListed = chosen === '' || options.some((option) => option.value === chosen)
  return (
    <select
      {...attributes}
      className="control"
      name={name}
      value={chosen}
      required={rest.isRequired}
      disabled={rest.isDisabled}
      onChange={(event) => onType(event.target.value)}
    >
      <option value="">Choose…</option>
      {/* What was chosen earlier is not lost because the list of today does not hold it. */}
      {!isListed && <option value={chosen}>{chosen}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
