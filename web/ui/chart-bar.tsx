import type { ReactNode } from 'react'
import '../styles/chart.css'

export interface BarPart {
  value: number
  tone: 'good' | 'bad' | 'pale' | 'warm'
}

interface BarProps {
  parts: readonly BarPart[]
  /** What the whole width stands for. */
  most: number
}

/** Numbers as lengths, side by side. Decoration: whoever does not see it reads the numbers beside it. */
export function Bar({ parts, most }: BarProps): ReactNode {
  const percent = (value: number): string => `${most > 0 ? (100 * value) / most : 0}%`
  const begins = parts.map((_, at) => parts.slice(0, at).reduce((sum, { value }) => sum + value, 0))
  return (
    <svg className="bar" aria-hidden="true" focusable="false">
      <rect className="bar-ground" width="100%" height="100%" />
      {parts.map(({ value, tone }, at) => (
        <rect
          key={tone}
          className={`bar-${tone}`}
          x={percent(begins[at]!)}
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
      {parts.map(([tone, words]) => (
        <span key={tone}>
          <svg className="legend-key" focusable="false">
            <rect className={`bar-${tone}`} width="100%" height="100%" />
          </svg>
          {words}
        </span>
      ))}
    </p>
  )
}
