import type { MouseEvent, ReactNode } from 'react'
import { codeName } from '../../ui/use-suggestions.ts'
import { fittingOptions, isShort } from './reference-input.tsx'
import type { InputProps } from './input-props.ts'
import { Collection } from './long-list.tsx'

/** Several of a list: the browser's own when it is short, else a search whose finds are collected. */
export function ReferencesInput(props: InputProps): ReactNode {
  const { choosing, value } = props
  if (!choosing) return null
  const chosen = typeof value === 'string' ? [] : value
  return isShort(choosing.first) ? (
    <ShortList {...props} chosen={chosen} />
  ) : (
    <Collection {...props} choosing={choosing} />
  )
}

type ListProps = InputProps & { chosen: readonly string[] }

/** A click adds or takes away one, without the key nobody knows to hold. */
function ShortList({ chosen, choosing, onType, attributes, ...rest }: ListProps): ReactNode {
  const options = fittingOptions(choosing!)
  const unlisted = chosen.filter((value) => !options.some((option) => option.value === value))
  const set = (values: readonly string[]): void =>
    onType(
      values,
      options.filter(({ value }) => values.includes(value) && !chosen.includes(value)),
    )
  const toggle = (event: MouseEvent<HTMLSelectElement>): void => {
    if (!(event.target instanceof HTMLOptionElement)) return
    event.preventDefault()
    event.currentTarget.focus()
    const { value: clicked } = event.target
    set(chosen.includes(clicked) ? chosen.filter((each) => each !== clicked) : [...chosen, clicked])
  }
  return (
    <select
      {...attributes}
      multiple
      size={4}
      className="control control-many"
      name={rest.name}
      value={chosen}
      required={rest.isRequired}
      disabled={rest.isDisabled}
      onMouseDown={toggle}
      onChange={(event) => set([...event.target.selectedOptions].map((option) => option.value))}
    >
      {unlisted.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {codeName(option)}
        </option>
      ))}
    </select>
  )
}
