import { useRef, type ReactNode } from 'react'
import { parseDay, showDay } from '#domain/dates.ts'
import { Icon } from '../../ui/icon.tsx'
import { textOf, type InputProps } from './input-props.ts'

/**
 * Text as dd/mm/yyyy, with the browser's calendar behind a button: a native date field shows the order of the
 * browser's language, which in India is as often the wrong one.
 */
export function DateInput({ name, field, value, onType, attributes, ...rest }: InputProps): ReactNode {
  const calendar = useRef<HTMLInputElement>(null)
  const text = textOf(value)
  const day = parseDay(text.trim())
  return (
    <div className="control-joined">
      <input
        {...attributes}
        type="text"
        className="control"
        placeholder="dd/mm/yyyy"
        inputMode="numeric"
        autoComplete="off"
        name={name}
        value={text}
        required={rest.isRequired}
        disabled={rest.isDisabled}
        onChange={(event) => onType(event.target.value)}
        onBlur={() => day && onType(showDay(day))}
      />
      <button
        type="button"
        className="control-button"
        aria-label={`Open the calendar for ${field.label}`}
        disabled={rest.isDisabled}
        onClick={() => calendar.current?.showPicker()}
      >
        <Icon name="calendar" />
      </button>
      <input
        ref={calendar}
        type="date"
        className="control-behind"
        tabIndex={-1}
        aria-hidden="true"
        value={day ?? ''}
        onChange={(event) => onType(event.target.value && showDay(event.target.value))}
      />
    </div>
  )
}
