import { useEffect, useRef, type ReactNode } from 'react'

interface CheckAllProps {
  /** The accessible name. */
  label: string
  /** Whether each of the others is checked. */
  states: readonly boolean[]
  onToggle: (isChecked: boolean) => void
  className: string
  /** The visible words beside the checkbox. */
  children: ReactNode
}

/** A checkbox for several others; indeterminate while only some are checked. */
export function CheckAll({ label, states, onToggle, className, children }: CheckAllProps): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  const isAll = states.length > 0 && states.every(Boolean)
  const isSome = !isAll && states.some(Boolean)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome
  }, [isSome])
  return (
    <label className={className}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={isAll}
        onChange={(event) => onToggle(event.target.checked)}
      />
      {children}
    </label>
  )
}
