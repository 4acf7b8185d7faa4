import { type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { fetchOptions } from '../../api/options.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { fittingOptions, isShort, labelOf } from './reference-input.tsx'
import type { InputProps } from './input-props.ts'

/** Several of a list: the browser's own when it is short, else a search whose finds are collected. */
export function ReferencesInput(props: InputProps): ReactNode {
  const { choosing, value } = props
  if (!choosing) return null
  const chosen = typeof value === 'string' ? [] : value
  return isShort(choosing.first) ? (
    <ShortList {...props} chosen={chosen} />
  ) : (
    <Collection {...props} chosen={chosen} />
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
          {labelOf(option)}
        </option>
      ))}
    </select>
  )
}

function Collection({ chosen, choosing, onType, attributes, field, ...rest }: ListProps): ReactNode {
  const dropLast = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Backspace' && event.currentTarget.value === '') onType(chosen.slice(0, -1))
  }
  return (
    <>
      {chosen.length > 0 && (
        <ul className="chips">
          {chosen.map((value) => (
            <li key={value} className="chip">
              {value}
              <button
                type="button"
                aria-label={`Take ${value} out of ${field.label}`}
                onClick={() => onType(chosen.filter((each) => each !== value))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        name={rest.name}
        label={field.label}
        value=""
        attributes={attributes}
        isRequired={rest.isRequired && chosen.length === 0}
        isDisabled={rest.isDisabled}
        load={(q) => fetchOptions({ ...choosing!.question, q })}
        onKeyDown={dropLast}
        onChoose={(typed, option) => {
          if (typed && !chosen.includes(typed)) onType([...chosen, typed], option && [option])
        }}
      />
    </>
  )
}
