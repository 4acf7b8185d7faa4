import type { ReactNode } from 'react'

interface QuickChoicesProps {
  /** Accessible name of the group. */
  label: string
  options: readonly string[]
  value: string
  onChoose: (value: string) => void
}

/** Buttons to choose one option; pressing the chosen one again clears it. */
export function QuickChoices({ label, options, value, onChoose }: QuickChoicesProps): ReactNode {
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
          {option.slice(0, 1).toUpperCase() + option.slice(1)}
        </button>
      ))}
    </fieldset>
  )
}
