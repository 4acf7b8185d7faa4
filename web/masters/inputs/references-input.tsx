import { Suspense, type MouseEvent, type ReactNode } from 'react'
import { codeName } from '../../ui/code-name.ts'
import { fittingOptions, isShort } from './reference-input.tsx'
import type { InputProps } from './input-props.ts'
import { Collection } from './long-lists.ts'

/** Several values: a native select for a short list, a search for a long one. */
export function ReferencesInput(props: InputProps): ReactNode {
  const { optionSource, value } = props
  if (!optionSource) return null
  const chosen = typeof value === 'string' ? [] : value
  return isShort(optionSource.first) ? (
    <ShortList {...props} chosen={chosen} />
  ) : (
    <Suspense>
      <Collection {...props} optionSource={optionSource} />
    </Suspense>
  )
}

type ListProps = InputProps & { chosen: readonly string[] }

/** A click toggles an option without holding Ctrl. */
function ShortList({ chosen, optionSource, onType, attributes, ...rest }: ListProps): ReactNode {
  const options = fittingOptions(optionSource!)
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
