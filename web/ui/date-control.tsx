import { useRef, type ReactNode } from 'react'
import { parseDay, formatDate } from '#domain/dates/dates.ts'
import type { ControlAttributes } from './field.tsx'
import { Icon } from './icon.tsx'
import { t } from '#domain/messages/t.ts'

interface DateControlProps {
  name: string
  label: string
  /** The text as typed; dd/mm/yyyy once it is a valid date. */
  value: string
  onType: (value: string) => void
  attributes: ControlAttributes
  isRequired: boolean
  isDisabled?: boolean
}

/**
 * A text field for dd/mm/yyyy with the browser's date picker behind a button: a native date field uses the order of the
 * browser's language, which in India is often mm/dd/yyyy.
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
        onChange={(event) => onType(withSlashes(event.target.value))}
        // Only a different text counts as typed: typing clears messages, and a button being clicked must not move.
        onBlur={() => day && formatDate(day) !== value && onType(formatDate(day))}
      />
      <button
        type="button"
        className="control-button"
        aria-label={t('Open the calendar for {label}', { label })}
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
        onChange={(event) => onType(event.target.value && formatDate(event.target.value))}
      />
    </div>
  )
}

/** The numeric keyboard of a phone has no slash: 20112026 is 20/11/2026. */
function withSlashes(text: string): string {
  const withSlash = text.replace(/^(\d\d)(\d\d)(\d{4})$/, '$1/$2/$3')
  return parseDay(withSlash) ? withSlash : text
}
