import type { ReactNode } from 'react'
import './chart.css'

export interface BarPart {
  value: number
  tone: 'good' | 'bad' | 'pale' | 'warm'
}

interface BarProps {
  parts: readonly BarPart[]
  /** The value that fills the whole width. */
  max: number
}

/** A stacked bar. It is hidden from assistive technology, because the numbers are written beside it. */
export function Bar({ parts, max }: BarProps): ReactNode {
  const percent = (value: number): string => `${max > 0 ? (100 * value) / max : 0}%`
  const offsets = parts.map((_, at) => parts.slice(0, at).reduce((sum, { value }) => sum + value, 0))
  return (
    <svg className="bar" aria-hidden="true" focusable="false">
      <rect className="bar-ground" width="100%" height="100%" />
      {parts.map(({ value, tone }, at) => (
        <rect
          key={tone}
          className={`bar-${tone}`}
          x={percent(offsets[at]!)}
          width={percent(value)}
          height="100%"
        />
      ))}
    </svg>
  )
}

/** What the colours of the bars mean. */
export function Legend({ parts }: { parts: readonly (readonly [BarPart['tone'], string])[] }): ReactNode {
  return (
    <p className="legend" aria-hidden="true">
      {parts.map(([tone, label]) => (
        <span key={tone}>
          <svg className="legend-key" focusable="false">
            <rect className={`bar-${tone}`} width="100%" height="100%" />
          </svg>
          {label}
        </span>
      ))}
    </p>
  )
}
