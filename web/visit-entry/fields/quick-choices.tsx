import type { ReactNode } from 'react'
import { t } from '#domain/messages/t.ts'
import { capitalise } from '#domain/text.ts'

interface QuickChoicesProps {
  /** Accessible name of the group. */
  label: string
  /** As they are stored. */
  options: readonly string[]
  /** The text of an option; by default its translation. */
  textOf?: (option: string) => string
  value: string
  onChoose: (value: string) => void
}

/** Buttons to choose one option; pressing the chosen one again clears it. */
export function QuickChoices(props: QuickChoicesProps): ReactNode {
  const { label, options, value, onChoose, textOf = (option) => t(option) } = props
  return (
    <fieldset className="taps" aria-label={label}>
      {options.map((option) => (
        <button
          key={option}
          type="button"
          className="tap"
          aria-pressed={option === value}
          onClick={() => onChoose(option === value ? '' : option)}
        >
          {capitalise(textOf(option))}
        </button>
      ))}
    </fieldset>
  )
}
