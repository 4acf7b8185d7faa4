import { useRef, type ReactNode } from 'react'
import { parseDay, showDay } from '#domain/dates.ts'
import type { ControlAttributes } from './field.tsx'
import { Icon } from './icon.tsx'

interface DateControlProps {
  name: string
  label: string
  /** As typed: dd/mm/yyyy once it is a day. */
  value: string
  onType: (value: string) => void
  attributes: ControlAttributes
  isRequired: boolean
  isDisabled?: boolean
}

/**
 * Text as dd/mm/yyyy, with the browser's calendar behind a button: a native date field shows the order of the
 * browser's language, which in India is as often the wrong one.
 */
export function DateControl(props: DateControlProps): ReactNode {
  const { name, label, value, onType, attributes, isRequired, isDisabled = false } = props
  const calendar = useRef<HTMLInputElement>(null)
  const day = parseDay(value.trim())
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
        value={value}
        required={isRequired}
        disabled={isDisabled}
        onChange={(event) => onType(withStrokes(event.target.value))}
        // Only what differs is typed: whoever leaves for a button must not find it moved by what typing clears.
        onBlur={() => day && showDay(day) !== value && onType(showDay(day))}
      />
      <button
        type="button"
        className="control-button"
        aria-label={`Open the calendar for ${label}`}
        disabled={isDisabled}
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

/** The digits of a phone come without a stroke: 20112026 is 20/11/2026. */
function withStrokes(text: string): string {
  const stroked = text.replace(/^(\d\d)(\d\d)(\d{4})$/, '$1/$2/$3')
  return parseDay(stroked) ? stroked : text
}
