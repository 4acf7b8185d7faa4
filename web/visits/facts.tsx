import type { ReactNode } from 'react'

/** Lines that are shown and not typed. */
export function Facts({
  lines,
}: {
  lines: readonly (readonly [label: string, value: ReactNode])[]
}): ReactNode {
  return (
    <dl className="facts">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
