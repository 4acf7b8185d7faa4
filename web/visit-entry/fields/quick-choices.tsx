import type { ReactNode } from 'react'

interface QuickChoicesProps {
  /** Accessible name of the group. */
  label: string
  options: readonly string[]
  /** The text of an option; by default the option. */
  textOf?: (option: string) => string
  value: string
  onChoose: (value: string) => void
}

/** Buttons to choose one option; pressing the chosen one again clears it. */
export function QuickChoices(props: QuickChoicesProps): ReactNode {
  const { label, options, value, onChoose, textOf = (option) => option } = props
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
          {capitalised(textOf(option))}
        </button>
      ))}
    </fieldset>
  )
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
