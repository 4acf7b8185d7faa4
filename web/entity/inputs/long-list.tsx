import { type KeyboardEvent, type ReactNode } from 'react'
import { fetchOptions } from '../../api/options.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { textOf, type InputProps } from './input-props.ts'

/** One of a list too long to scroll. */
export function LongList(props: InputProps & { title: string | null }): ReactNode {
  const { name, field, value, title, onType, attributes, isRequired, isDisabled, choosing } = props
  return (
    <Combobox
      name={name}
      label={field.label}
      value={textOf(value)}
      title={title}
      attributes={attributes}
      isRequired={isRequired}
      isDisabled={isDisabled}
      load={(q) => fetchOptions({ ...choosing!.question, q })}
      onChoose={(typed, option) => onType(typed, option && [option])}
    />
  )
}

/** Several of it: what is found is collected. */
export function Collection({
  chosen,
  choosing,
  onType,
  attributes,
  field,
  ...rest
}: InputProps & { chosen: readonly string[] }): ReactNode {
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
        isCollecting
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
