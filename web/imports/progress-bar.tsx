import { type ReactNode } from 'react'
import { t } from '#domain/messages/t.ts'

interface ProgressBarProps {
  label: string
  /** From 0 to 1. */
  share: number
  /** Visible text beside the bar. */
  children: ReactNode
}

/** Progress bar that announces quarters only, so that a screen reader is not flooded. */
export function ProgressBar({ label, share, children }: ProgressBarProps): ReactNode {
  const quarter = Math.floor(share * 4) * 25
  return (
    <div className="imports-progress">
      <progress aria-label={label} max={1} value={share} />
      <span>{children}</span>
      <output className="for-readers">
        {quarter > 0 && t('{label}: {percent} %', { label, percent: quarter })}
      </output>
    </div>
  )
}
