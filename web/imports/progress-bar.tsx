import { type ReactNode } from 'react'

interface ProgressBarProps {
  label: string
  /** From 0 to 1. */
  share: number
  /** The same in words, for those who see it. */
  children: ReactNode
}

/** How far something is. It is read out by quarters: more would drown everything else. */
export function ProgressBar({ label, share, children }: ProgressBarProps): ReactNode {
  const quarter = Math.floor(share * 4) * 25
  return (
    <div className="imports-progress">
      <progress aria-label={label} max={1} value={share} />
      <span>{children}</span>
      <output className="for-readers">{quarter > 0 && `${label}: ${quarter} %`}</output>
    </div>
  )
}
