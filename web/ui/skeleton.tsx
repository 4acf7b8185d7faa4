import type { ReactNode } from 'react'
import '../styles/skeleton.css'

/** The outline of what is on its way. A quick answer never shows it: it fades in late. */
export function Skeleton({ lines }: { lines: number }): ReactNode {
  return (
    <div className="skeleton">
      <output className="for-readers">Loading…</output>
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} className="skeleton-line" />
      ))}
    </div>
  )
}
