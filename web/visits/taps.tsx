import type { ReactNode } from 'react'

interface TapsProps {
  /** What is answered by them, for those who do not see what they stand beside. */
  label: string
  options: readonly string[]
  value: string
  onTap: (value: string) => void
}

/** Answers to tap: one of them, and once more for none. */
export function Taps({ label, options, value, onTap }: TapsProps): ReactNode {
  return (
    <fieldset className="taps" aria-label={label}>
      {options.map((option) => (
        <button
          key={option}
          type="button"
          className="tap"
          aria-pressed={option === value}
          onClick={() => onTap(option === value ? '' : option)}
        >
          {option.slice(0, 1).toUpperCase() + option.slice(1)}
        </button>
      ))}
    </fieldset>
  )
}
